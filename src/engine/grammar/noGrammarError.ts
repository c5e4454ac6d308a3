/** Why there is no grammar, or none of a size that engines take, as one sentence. */
export class NoGrammarError extends Error {
  override name = 'NoGrammarError';
}
