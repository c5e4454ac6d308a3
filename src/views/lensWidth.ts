/**
 * How wide the letters of a lens are, in letters of running text: lenses have the editor's own font for words, whose letters
 * differ, and such fonts hardly differ in that.
 */
const widths: ReadonlyMap<string, number> = new Map(
  [
    [0.55, "'ijlIJ"],
    [0.65, ' \u00a0,.:;/\\|-'],
    [0.8, '!()[]frt'],
    [1, '"*_`csz?'],
    [1.15, 'FLkvxy'],
    [1.25, 'abdeghnopqu$0123456789{}ESTYPK'],
    [1.4, 'ABCRVXZ&UH'],
    [1.6, 'DGNOQ#+<=>^~w'],
    [1.95, 'mMW%@…✓✗⚠'],
  ].flatMap(([width, signs]) => [...(signs as string)].map(sign => [sign, width as number] as const)),
);
const plain = 1.25;
const wide = 2;

/** Signs that take the room of two letters: Chinese, Japanese, Korean, full-width forms, and pictures. */
const isWide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** A codicon, `$(shield)`, is one sign. */
const icons = /\$\([\w~-]+\)/g;

/** What VS Code draws between two lenses. */
export const lensGap = 2.8;

function widthOf(sign: string): number {
  return widths.get(sign) ?? (isWide.test(sign) ? wide : plain);
}

/** The room that a text takes in a lens, in letters of running text. */
export function lensWidth(text: string): number {
  let width = 0;
  for (const sign of text.replace(icons, '…')) width += widthOf(sign);
  return width;
}

/** A text that takes the room of at most `width` letters, with an `…` at its end where it was cut. */
export function clipToLens(text: string, width: number): string {
  if (lensWidth(text) <= width) return text;
  let left = width - widthOf('…');
  let end = 0;
  for (const sign of text) {
    left -= widthOf(sign);
    if (left < 0) break;
    end += sign.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** A preview as `valuePreview` makes it, cut to a width: its quotes or brackets stay around what is left of it. */
export function cutToLens(preview: string, width: number): string {
  if (lensWidth(preview) <= width) return preview;
  const last = preview.at(-1) ?? '';
  const isEnclosed = /^["[{]/.test(preview) && '"]}'.includes(last);
  const room = width - lensWidth(`${preview[0]}${last}`);
  if (!isEnclosed || room < wide) return clipToLens(preview, width);
  return `${preview[0]}${clipToLens(preview.slice(1, -1), room)}${last}`;
}

/** The room that a text takes, in letters. */
export function shownWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += isWide.test(sign) ? 2 : 1;
  return width;
}

/** A text that takes the room of at most `width` letters, with an `…` at its end where it was cut. */
export function clipToWidth(text: string, width: number): string {
  if (text.length <= width / 2 || shownWidth(text) <= width) return text;
  // The sign of what is left out is as wide as two letters.
  let left = width - 2;
  let end = 0;
  for (const sign of text) {
    left -= isWide.test(sign) ? 2 : 1;
    if (left < 0) break;
    end += sign.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
