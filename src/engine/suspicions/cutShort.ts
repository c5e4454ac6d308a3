/** What providers say where an answer reached the limit of tokens, in lower case and without signs. */
const reasons: ReadonlySet<string> = new Set([
  'length',
  'maxlength',
  'maxtokens',
  'maxnewtokens',
  'maxoutputtokens',
  'incomplete',
  'tokenlimit',
  'modellength',
  'modelcontextwindowexceeded',
]);

/** Whether a model stopped because its answer became too long, in the word of any provider: `length`, `MAX_TOKENS`, `FinishReason.MAX_TOKENS`. */
export function isCutShort(finish: string | undefined): boolean {
  const word = finish?.slice(finish.lastIndexOf('.') + 1).replace(/[^a-z]/gi, '');
  return word !== undefined && reasons.has(word.toLowerCase());
}
