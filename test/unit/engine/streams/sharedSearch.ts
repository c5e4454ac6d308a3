import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createParser, createReader, type Field, readDefinitions } from '../../../../src/node/engine.ts';
import { propertyRuns } from '../../../propertyRuns.ts';

export interface SharedSearch {
  readonly keys: { readonly type: string; readonly language_name?: string };
  readonly words: readonly string[];
  /** The value that the source system gives; `undefined`: it raises. */
  readonly read: (text: string) => unknown;
  /** What the parser's value has in the place of it. */
  readonly part: (value: Readonly<Record<string, unknown>>) => unknown;
}

/**
 * Where parse and a stream share a search, a fault of it shows in neither of them against the other: so both are held against
 * the pattern or the words of the source system.
 */
export function testSharedSearch({ keys, words, read, part }: SharedSearch): void {
  test(`${keys.type}: what the source system finds, whole and in pieces @slow`, async () => {
    const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
    const parser = createParser(definition!);
    // A long piece is searched in another way than a short one.
    const word = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...words) },
      { weight: 1, arbitrary: fc.constant('word '.repeat(8)) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(word, { maxLength: 4 }), { maxLength: 5 }), async pieces => {
        const cut = pieces.map(each => each.join(''));
        const text = cut.join('');
        const result = await parser.parse(text);
        const wanted = read(text);
        assert.equal(result.ok, wanted !== undefined);
        if (!result.ok) return;
        assert.deepEqual(part(result.value as Readonly<Record<string, unknown>>), wanted);
        const reader = createReader(definition!);
        const last = cut.map(piece => reader.push(piece)).at(-1);
        for (const { key, value, span } of last?.closed ?? []) {
          const same: Field | undefined = result.fields.find(field => field.key === key);
          assert.deepEqual({ value, span }, same && { value: same.value, span: same.span });
        }
      }),
      { numRuns: propertyRuns(400, 1500) },
    );
  });
}
