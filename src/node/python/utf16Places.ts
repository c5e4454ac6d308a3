/** Places in a text whose offsets are code points, as Python counts, with offsets in UTF-16. What is no place is left to who checks places. Linear. */
export function utf16Places<T extends { readonly start: number; readonly end: number }>(
  places: readonly T[],
  text: string,
): readonly T[] {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return places;
  const starts: number[] = [];
  let length = 0;
  for (const point of text) {
    starts.push(length);
    length += point.length;
  }
  const wide = length - starts.length;
  const toUtf16 = (place: number) => (place >= starts.length ? place + wide : (starts[place] ?? place));
  return places.map(place => ({ ...place, start: toUtf16(place.start), end: toUtf16(place.end) }));
}
