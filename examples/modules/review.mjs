// A parser of one's own: a review as a few lines of `key: value`.

/** What the model is told. `definition` is the definition with all its keys, also those of your own. */
export function formatInstruction({ scale = 5 }) {
  return `Answer in three lines and nothing else:\nverdict: accept or reject\nscore: 1 to ${scale}\nreason: one sentence`;
}

/** Reads an answer. What is thrown here is what ParserLens shows; `feedback` is what the model would be told. */
export function parse(text, { scale = 5 }, context) {
  const review = {};
  for (const { 1: key, 2: value, index, 0: line } of text.matchAll(/^(verdict|score|reason): *(.*)$/gm)) {
    review[key] = value;
    context.field(key, index + line.length - value.length, index + line.length);
  }
  const missing = ['verdict', 'score', 'reason'].filter(key => !review[key]);
  if (missing.length > 0) throw new ReviewError(`The answer has no ${missing.join(', no ')}.`, 'Answer in the three lines that you were asked for.');
  const score = Number(review.score);
  if (!(score >= 1 && score <= scale)) throw new ReviewError(`The score ${review.score} is not from 1 to ${scale}.`, `Give a score from 1 to ${scale}.`);
  return { ...review, score };
}

class ReviewError extends Error {
  constructor(message, feedback) {
    super(message);
    this.name = 'ReviewError';
    this.feedback = feedback;
  }
}
