import assert from 'node:assert/strict';
import fc from 'fast-check';
import { updateExpectation } from '../../../../src/engine/authoring/index.ts';
import type { Edit } from '../../../../src/engine/core/span.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { createSampleJudge, judgeSample } from '../../../../src/engine/samples/index.ts';

function apply(text: string, edits: readonly Edit[]): string {
  return edits
    .toReversed()
    .reduce((old, { span, text }) => old.slice(0, span.start) + text + old.slice(span.end), text);
}

/** The file after its first sample expects what it gives; it passes then, or nothing was to be done. */
async function updated(text: string, response: string): Promise<string> {
  const [definition] = readDefinitions(text, 'x').definitions;
  const [sample] = definition!.samples;
  const actual = await createSampleJudge(definition!).actual(response);
  const changed = apply(text, updateExpectation(text, definition!, sample!, actual!));
  const again = readDefinitions(changed, 'x');
  assert.deepEqual(again.problems, []);
  if (changed !== text) {
    const verdict = await judgeSample(again.definitions[0]!, again.definitions[0]!.samples[0]!, response);
    assert.equal(verdict.verdict, 'pass', changed);
  }
  return changed;
}

const file = (expect: string) =>
  `{ "type": "MarkdownJsonDictParser", "keys_to_content": "a", "samples": [\n  { "text": "", ${expect} } // s\n] }`;

suite('updateExpectation', () => {
  const cases: [what: string, expect: string, response: string, becomes: string][] = [
    ['only what is expected', '"expect": { "content": 1 }', '{"a": 2, "b": 3}', '"expect": { "content": 2 }'],
    [
      'only what differs, comments kept',
      '"expect": { /* c */ "content": 1.0, // one\n "memory": { "a": 1, "b": 2 } /* m */ }',
      '{"a": 1, "b": 3}',
      '"expect": { /* c */ "content": 1.0, // one\n "memory": { "a": 1, "b": 3 } /* m */ }',
    ],
    ['a value becomes an error', '"expect": { "content": 1 }', '[]', '"expect": { "error": "JsonTypeError" }'],
    [
      'all parts become one error',
      '"expect": { "content": 1, "memory": {}, "value": 3, }',
      '[]',
      '"expect": { "error": "JsonTypeError", }',
    ],
    [
      'parts beside an error go',
      '"expect": { "value": 3, "error": "X", "content": 1 }',
      '[]',
      '"expect": { "error": "JsonTypeError" }',
    ],
    [
      'a part that stands twice',
      '"expect": { "content": 1, "content": 2 }',
      '[]',
      '"expect": { "error": "JsonTypeError" }',
    ],
    ['nothing, with a blank', '"expect": { }', '[]', '"expect": { "error": "JsonTypeError" }'],
    ['another error', '"expect": { "error": "X" }', '[]', '"expect": { "error": "JsonTypeError" }'],
    ['an error becomes a value', '"expect": { "error": "X" }', '{"a": 1}', '"expect": { "value": { "a": 1 } }'],
    [
      'an error beside a part goes',
      '"expect": { "error": "X", "content": 1 }',
      '{"a": 2}',
      '"expect": { "content": 2 }',
    ],
    [
      'an error behind a part goes',
      '"expect": { "content": 1, /* c */ "error": "X" }',
      '{"a": 2}',
      '"expect": { "content": 2 /* c */  }',
    ],
    [
      'an error before a part goes, without the comma that is missing',
      '"expect": { "error": "X" "content": 1 }',
      '{"a": 2}',
      '"expect": {  "content": 2 }',
    ],
    ['a part that cannot be had stays', '"expect": { "content": 1 }', '{"b": 2}', '"expect": { "content": 1 }'],
    ['an empty expectation', '"expect": {}', '[]', '"expect": { "error": "JsonTypeError" }'],
    [
      'exact',
      '"expect": { "value": 0 }',
      '{"a": [1.0, 12345678901234567890123, NaN, 1e400, -0.0]}',
      '"expect": { "value": { "a": [1.0, 12345678901234567890123, "NaN", "Infinity", -0.0] } }',
    ],
    [
      'a key of a prototype',
      '"expect": { "value": {} }',
      '{"__proto__": 1}',
      '"expect": { "value": { "__proto__": 1 } }',
    ],
    [
      'lines where there were lines',
      '"expect": { "value": {\n    "a": 1\n  } }',
      '{"a": [1], "b": {}}',
      '"expect": { "value": {\n    "a": [\n      1\n    ],\n    "b": {}\n  } }',
    ],
    ['no expectation', '"name": "n"', '[]', '"name": "n",\n    "expect": {\n      "error": "JsonTypeError"\n    }\n '],
  ];
  for (const [what, expect, response, becomes] of cases)
    test(what, async () => assert.equal(await updated(file(expect), response), file(becomes)));

  test('of a part that stands twice the last is written, which is the one that counts', async () => {
    const text = file('"expect": { "content": 1, "content": 2 }');
    const [definition] = readDefinitions(text, 'x').definitions;
    const actual = await createSampleJudge(definition!).actual('{"a": 3}');
    const edits = updateExpectation(text, definition!, definition!.samples[0]!, actual!);
    assert.equal(apply(text, edits), file('"expect": { "content": 1, "content": 3 }'));
  });

  test('a sample without expectation gets all that came out', async () => {
    const text = file('"name": "n"');
    const { definitions } = readDefinitions(await updated(text, '{"a": 1}'), 'x');
    assert.deepEqual(Object.keys(definitions[0]!.samples[0]!.expect ?? {}), ['value', 'content', 'memory']);
  });

  test('a long value is written in lines', async () => {
    const response = JSON.stringify({ a: 'x'.repeat(50), b: 'y'.repeat(50) });
    assert.match(
      await updated(file('"expect": { "value": 1 }'), response),
      /"value": \{\n {4}"a": "x+",\n {4}"b": "y+"\n {2}\} \}/,
    );
  });

  test('in the line ends and indentation of the file', async () => {
    const text =
      '{\r\n\t"type": "MarkdownJsonDictParser",\r\n\t"samples": [{ "text": "", "expect": { "value": [\r\n\t] } }]\r\n}';
    assert.equal(await updated(text, '{"a": 1}'), text.replace('[\r\n\t]', '{\r\n\t\t"a": 1\r\n\t}'));
  });

  test('nothing where the expectation is not an object', async () => {
    const text = file('"expect": 3');
    const [definition] = readDefinitions(text, 'x').definitions;
    assert.deepEqual(updateExpectation(text, definition!, definition!.samples[0]!, { error: 'X' }), []);
  });

  test('whatever is expected and comes out: the sample passes then, and its comments are there still', async () => {
    const member = fc.constantFrom(
      '"value": 1',
      '"content": {"a": 1}',
      '"memory": [\n1]',
      '"metadata": null',
      '"error": "X"',
      '"other": 1',
    );
    const gap = fc.constantFrom('', ' ', '\n', '/* c */', ' // c\n');
    const response = fc.constantFrom(
      '{"a": 1}',
      '[]',
      '```json\n{"a": {"b": [1, "x"]}}\n```',
      '{"a": 1, "b": 2.50}',
      '',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(member, gap, gap), { selector: ([text]) => text }),
        fc.boolean(),
        response,
        async (parts, trailing, response) => {
          const body = parts.map(([text, before, after]) => `${before}${text}${after}`).join(',');
          const text = file(`"expect": {${body}${trailing && parts.length > 0 ? ',' : ''}}`);
          const [definition] = readDefinitions(text, 'x').definitions;
          const [sample] = definition!.samples;
          const actual = await createSampleJudge(definition!).actual(response);
          const changed = apply(text, updateExpectation(text, definition!, sample!, actual!));
          const again = readDefinitions(changed, 'x');
          assert.deepEqual(
            again.problems.filter(({ code }) => code === 'syntax-error'),
            [],
            changed,
          );
          const verdict = await judgeSample(again.definitions[0]!, again.definitions[0]!.samples[0]!, response);
          assert.equal(verdict.verdict, 'pass', changed);
          assert.equal(changed.split('c */').length, text.split('c */').length);
        },
      ),
    );
  });
});
