/** Orders two texts by code points, as Python does: negative, zero or positive. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  let i = 0;
  // Ends at the end of one at the latest: what is behind it equals nothing.
  while (a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (i === a.length || i === b.length) return a.length - b.length;
  const isLow = (text: string) => (text.charCodeAt(i) & 0xfc00) === 0xdc00;
  if (i > 0 && (isLow(a) || isLow(b))) i--;
  return (a.codePointAt(i) ?? 0) - (b.codePointAt(i) ?? 0);
}
