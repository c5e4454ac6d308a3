import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ParseResult } from '../../../../../src/engine/core/result.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { jsonLoads } from '../../../../../src/engine/python/jsonLoads.ts';

const hint = { a: 'why', b: '1 to 5', c: 'red, green or blue' };
const { definitions } = readDefinitions(
  JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: hint, required_keys: [] }),
  'x.parser.json',
);
const parser = createParser(definitions[0]!);

/** What JavaScript and Python read alike, and what they do not. */
const numbers = fc.constantFrom('0', '-0', '1', '1.0', '1e2', '-2.5', '1E400', '9007199254740993', '1.50', '-7');
const words = fc.constantFrom(
  '"x"',
  '""',
  '"a\\n\\u0031"',
  '"[1,"',
  '"```"',
  '"{\\"a\\": 1}"',
  'true',
  'null',
  '"red"',
);
const flat = fc.oneof(numbers, words);
const key = fc.constantFrom('"a"', '"b"', '"c"', '"\\u0061"', '"1"', '"10"', '"__proto__"', '" d"');
const object = (value: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(key, value), { maxLength: 4 })
    .map(members => `{${members.map(([name, item]) => `${name}: ${item}`).join(', ')}}`);
const list = (value: fc.Arbitrary<string>) => fc.array(value, { maxLength: 3 }).map(items => `[${items.join(',')}]`);
const json = object(fc.oneof(flat, object(flat), list(fc.oneof(flat, object(flat)))));

suite('JSON that is known to be whole', () => {
  test('gives the value that Python reads', async () => {
    await fc.assert(
      fc.asyncProperty(json, async text => {
        const [result, read] = [await parser.parse(`\`\`\`json\n${text}\n\`\`\``), jsonLoads(text)];
        assert.ok(read.ok);
        // A fence in a text ends the block.
        if (!text.includes('```')) assert.ok(result.ok);
        if (result.ok && !text.includes('```')) assert.deepEqual([result.exact].flat(), [read.value].flat());
      }),
    );
  });

  test('is as odd as JSON of which nothing is known', async () => {
    const tail = fc.constantFrom('', '\n', ', "b": 2', '{"a": 9}', ' [1]', '}', ': x', '"', '\n,"c":1', 'Fine.');
    const second = json.map(text => `\n\`\`\`json\n${text}\n\`\`\``);
    let odd = 0;
    await fc.assert(
      fc.asyncProperty(json, tail, tail, fc.option(second, { nil: '' }), async (text, inside, behind, other) => {
        for (const answer of [
          `\`\`\`json\n${text}${inside}\n\`\`\`${behind}${other}`,
          `${text}${inside}`,
          `<think>${text}</think>${text}`,
          `${text}${behind}${other}`,
        ]) {
          const result = await parser.parse(answer);
          if (!result.ok) continue;
          const own = await parser.suspicions(answer, result);
          if (own.length > 0) odd++;
          assert.deepEqual(own, await parser.suspicions(answer, copyOf(result)));
        }
      }),
    );
    assert.ok(odd > 0);
  });
});

/** The same result, of which nobody knows how it was read. */
function copyOf(result: Extract<ParseResult, { ok: true }>): Extract<ParseResult, { ok: true }> {
  return Object.create({}, Object.getOwnPropertyDescriptors({ ...result, exact: result.exact }));
}
