/** A step of a JSON pointer as a key: `~1` stands for a slash and `~0` for a tilde. */
export function pointerStep(escaped: string): string {
  return escaped.replaceAll('~1', '/').replaceAll('~0', '~');
}
