export interface PressedKey {
  /** Control, Command or Alt; Shift alone still writes. */
  hasModifier: boolean;
  /** Somebody has dealt with it, or it is part of composing a character. */
  isTaken: boolean;
  inTextField: boolean;
  inPopup: boolean;
}

/** Whether a key may be a shortcut of the page: never inside a popup, and in a field only together with a modifier. */
export function isForPage({ hasModifier, isTaken, inTextField, inPopup }: PressedKey): boolean {
  return !isTaken && !inPopup && (hasModifier || !inTextField);
}
