/** The height of a row, in pixels. */
export const rowHeight = 26;
/** The highest element that is made, in pixels: browsers draw none above some thirty million. */
const maxHeight = 15_000_000;
/** Rows beyond what is on the screen that are drawn as well. */
const overscan = 20;
/** Windows begin and end at multiples of this, so that a small scroll asks for nothing. */
const step = 20;

/** The part of a long list that is drawn: rows half-open, and where the first of them stands in the canvas, in pixels. */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
  readonly top: number;
}

/** The height of the canvas that scrolls: of all rows, as far as a browser can. */
export function canvasHeight(total: number): number {
  return Math.min(maxHeight, total * rowHeight);
}

/** How many pixels of rows one pixel of scrolling stands for. */
function scaleOf(total: number, height: number): number {
  const canvas = canvasHeight(total);
  return canvas > height ? (total * rowHeight - height) / (canvas - height) : 1;
}

/** What of `total` rows is drawn where a view of some height is scrolled to `scrollTop`. */
export function rowWindow(total: number, scrollTop: number, height: number): RowWindow {
  const offset = scrollTop * scaleOf(total, height);
  const first = Math.floor(offset / rowHeight);
  const last = Math.ceil((offset + height) / rowHeight);
  const from = Math.max(0, Math.floor((first - overscan) / step) * step);
  const to = Math.min(total, Math.ceil((last + overscan) / step) * step);
  return { from, to, top: scrollTop + from * rowHeight - offset };
}

/** Where a view has to be scrolled so that a row is on the screen; what it is scrolled to now, where it is. */
export function scrollTo(total: number, scrollTop: number, height: number, row: number): number {
  const scale = scaleOf(total, height);
  const offset = scrollTop * scale;
  const top = row * rowHeight;
  if (top < offset) return top / scale;
  const bottom = top + rowHeight - height;
  return bottom > offset ? bottom / scale : scrollTop;
}
