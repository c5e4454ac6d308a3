/**
 * A template's text as Jinja reads it: `\r\n` and `\r` become `\n`, one line feed at the end is dropped. `offsetAt` gives
 * the place in the original of a place in it.
 */
export function sourceOf(template: string): { readonly text: string; offsetAt(position: number): number } {
  const hasReturns = template.includes('\r');
  const normal = hasReturns ? template.replace(/\r\n?/g, '\n') : template;
  const text = normal.endsWith('\n') ? normal.slice(0, -1) : normal;
  if (!hasReturns) return { text, offsetAt: position => position };
  const offsets: number[] = [];
  for (let i = 0; i <= template.length; i++) {
    offsets.push(i);
    if (template.charAt(i) === '\r' && template.charAt(i + 1) === '\n') i++;
  }
  return { text, offsetAt: position => offsets[position] ?? template.length };
}
