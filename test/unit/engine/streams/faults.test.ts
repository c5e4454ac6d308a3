import { readDefinitions } from '../../../../src/node/engine.ts';
import { answers } from '../diagnosis/faults/answers.ts';
import { faults } from '../diagnosis/faults/faults.ts';
import { check } from './agreement.ts';

/** Places between 0 and `length`, the same ones for the same text. */
function placesIn(length: number, count: number): readonly number[] {
  let state = length;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % (length + 1);
  });
}

suite('streams of answers with the faults that models make', () => {
  for (const { name, keys, text } of answers)
    test(`${name}: what is closed stays, and the end is what parse gives`, async () => {
      const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
      for (const { make } of faults) {
        const made = make(text, '');
        if (made !== undefined)
          await check({ id: name, definition: definition!, text: made }, placesIn(made.length, 12));
      }
    });
});
