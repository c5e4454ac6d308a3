/** Why a tool gives no answer: what was wrong, and what to call next. Holds no text of a model's. */
export class ToolError extends Error {
  /** `next` is a sentence that says what to do. */
  constructor(problem: string, next = '') {
    super(next === '' ? problem : `${problem} ${next}`);
  }
}
