/** Signs that take the room of two letters: Chinese, Japanese, Korean, full-width forms, and pictures. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** The room that a text takes, in letters. */
export function shownWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += wide.test(sign) ? 2 : 1;
  return width;
}

/** A text that takes the room of at most `width` letters, with an `…` at its end where it was cut. */
export function clipToWidth(text: string, width: number): string {
  if (text.length <= width / 2 || shownWidth(text) <= width) return text;
  // The sign of what is left out is as wide as two letters.
  let left = width - 2;
  let end = 0;
  for (const sign of text) {
    left -= wide.test(sign) ? 2 : 1;
    if (left < 0) break;
    end += sign.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
