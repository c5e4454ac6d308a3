/** What starts a new document of a YAML text; importers merge documents. */
const separator = '\n---\n';

/** Texts that are imported together, as the documents of one. */
export function joinTexts(texts: readonly string[]): string {
  return texts.join(separator);
}

/** The text that an offset of {@link joinTexts} is in, by its index, and the offset in it; what stands between two texts is the end of the first. */
export function placeInTexts(
  texts: readonly string[],
  offset: number,
): { readonly index: number; readonly offset: number } {
  let start = 0;
  for (const [index, { length }] of texts.entries()) {
    const next = start + length + separator.length;
    if (index === texts.length - 1 || offset < next)
      return { index, offset: Math.min(Math.max(offset - start, 0), length) };
    start = next;
  }
  return { index: 0, offset: 0 };
}
