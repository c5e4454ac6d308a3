import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { createParser, readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { fencedText } from '../../../../../../src/engine/systems/langchain/script/fencedText.ts';
import { withLineFeeds } from '../../../../../../src/engine/systems/langchain/script/scriptJson.ts';

const parts = ['```', '```json', '"', '\\', '\n', '\r', ' ', 'a', 'json', '`', '\u2028'];
const texts = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map(each => each.join(''));

const parserOf = (definition: object) =>
  createParser(readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions[0]!);

suite('what StructuredOutputParser reads of a text', () => {
  test('is what the patterns of LangChain.js give', () => {
    fc.assert(
      fc.property(texts, text => {
        const original =
          /^```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1] || /```json\s*([\s\S]*?)```/.exec(text)?.[1] || text;
        equal(fencedText(text), original);
        const oneLine = original
          .replace(/"([^"\\]*(\\.[^"\\]*)*)"/g, (_, inside: string) => `"${inside.replace(/\n/g, '\\n')}"`)
          .replace(/\n/g, '');
        equal(withLineFeeds(original), oneLine);
      }),
      { numRuns: 2000 },
    );
  });

  test('is found in linear time in texts that never end', async () => {
    const parser = parserOf({ type: 'StructuredOutputParser', runtime: 'js' });
    for (const text of [`{"a":\n"${'\\"'.repeat(200_000)}`, `\`\`\`json${' '.repeat(400_000)}x`])
      equal((await parser.parse(text)).ok, false);
  });

  test('has its parts where it is beyond what Python reads: digits, depth', async () => {
    const digits = '1'.repeat(5000);
    const result = await parserOf({ type: 'StructuredOutputParser', runtime: 'js' }).parse(`{"n": ${digits}}`);
    equal(result.ok, true);
    const fields = result.ok ? result.fields : [];
    deepEqual(
      fields.map(({ key, span }) => [key, span]),
      [['n', { start: 6, end: 5006 }]],
    );
    const lists = `${'['.repeat(1500)}${']'.repeat(1500)}`;
    const deep = await parserOf({ type: 'StructuredOutputParser', runtime: 'js' }).parse(`{"n": ${lists}}`);
    ok(deep.ok, deep.ok ? '' : deep.error.message.slice(-200));
    equal(deep.fields.length, 1);
  });
});
