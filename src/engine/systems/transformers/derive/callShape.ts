import type { CallShape, WordsAnswer } from './callParts.ts';
import type { CallAnswers } from './callProbes.ts';
import { jsonShape } from './jsonShape.ts';
import { tagShape } from './tagShape.ts';

/** The shape of the calls in probes; `beside`: what stands around words. `undefined`: no call can be told. */
export function callShape(answers: CallAnswers, beside: WordsAnswer): CallShape | undefined {
  return jsonShape(answers, beside) ?? tagShape(answers, beside);
}
