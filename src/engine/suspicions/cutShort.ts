/** What providers say where an answer reached the limit of tokens. */
const reasons: ReadonlySet<string> = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'MAX_TOKENS',
  'model_length',
  'model_context_window_exceeded',
]);

/** Whether a model stopped because its answer became too long. */
export function isCutShort(finish: string | undefined): boolean {
  return finish !== undefined && reasons.has(finish);
}
