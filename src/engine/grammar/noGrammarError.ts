/** Why there is no grammar, or none of a size that engines take, as one sentence. `isEmpty`: because there is no text or value for one. */
export class NoGrammarError extends Error {
  override name = 'NoGrammarError';
  readonly isEmpty: boolean;

  constructor(message: string, { isEmpty = false } = {}) {
    super(message);
    this.isEmpty = isEmpty;
  }
}
