/** Signs that turn what follows around, so that it reads as something else than it is. */
const turningSigns = /[\u202a-\u202e\u2066-\u2069]/g;

/** A record with one field per line, signs that turn text around written out; what is no whole JSON (it may be cut) stays as it is. */
export function readableRecord(text: string): string {
  return oneFieldPerLine(text).replace(turningSigns, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

function oneFieldPerLine(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
