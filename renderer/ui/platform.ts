/** Whether keys are written the way of macOS. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
