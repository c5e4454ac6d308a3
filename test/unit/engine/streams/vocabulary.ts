import fc from 'fast-check';
import { readDefinitions } from '../../../../src/node/engine.ts';
import { propertyRuns } from '../../../propertyRuns.ts';
import { check } from './agreement.ts';

/** Streams of the words that mean something to one type's stream alone agree with the whole response. */
export function testVocabulary(
  keys: { readonly type: string; readonly [key: string]: unknown },
  ...words: string[]
): void {
  const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
  test(`${keys.type}: ${JSON.stringify(words[0])} @slow`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 8 }), async parts => {
        const text = parts.join('');
        await check(
          { id: keys.type, definition: definition!, text },
          [...text].map((_, i) => i),
        );
      }),
      { numRuns: propertyRuns(150, 1500) },
    );
  });
}
