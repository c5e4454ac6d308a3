import assert from 'node:assert/strict';
import { toolOf } from '../../../../conformance/adapters/langroid/plainInput.ts';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { langroid } = operations;

const add = { request: 'add', schema: { properties: { a: { type: 'integer' } }, required: ['a'] } };

suite('values out of a text', () => {
  // As Python's `float(text)`.
  const floats: readonly (readonly [text: string, value: number | null])[] = [
    ['1.5', 1.5],
    ['1.', 1],
    ['.5', 0.5],
    ['.5_0', 0.5],
    ['1.5_0', 1.5],
    ['1_000.25', 1000.25],
    ['-1e5', -100_000],
    ['1._5', null],
    ['1.x', null],
    ['.5_', null],
    ['.5_x', null],
    ['x', null],
  ];
  for (const [text, value] of floats)
    test(`the float ${text}`, () =>
      assert.equal(langroid.fromChatDocument({ tools: [{ request: 'a' }] }, text, 'float'), value));

  test('what is read of a candidate is written as json.dumps writes it', () => {
    assert.deepEqual(
      langroid.jsonCandidates('{"a": "é"} {"b"').map(({ json }) => json),
      ['{"a": "\\u00e9"}'],
    );
  });

  const thought = '<think>a</think>b';
  const delimiters: readonly (readonly [string, Parameters<typeof langroid.reasoningFinal>[1]])[] = [
    ['no settings', undefined],
    ['settings without delimiters', {}],
    ['no delimiters', { thought_delimiters: [] }],
    ['the first delimiter alone', ['<think>']],
    ['both', { thought_delimiters: ['<think>', '</think>'] }],
  ];
  for (const [what, given] of delimiters)
    test(`reasoning with ${what}`, () =>
      assert.deepEqual(langroid.reasoningFinal(thought, given), { reasoning: 'a', final: 'b' }));

  test('reasoning between delimiters of its own', () => {
    assert.deepEqual(langroid.reasoningFinal(`[a]b${thought}`, ['[', ']']), { reasoning: 'a', final: `b${thought}` });
  });

  test('a tool is one in JSON unless it says otherwise', () => {
    const kinds = [{}, { type: 'x' }, { type: 'ToolMessage' }, { type: 'XMLToolMessage' }, { kind: 'XMLToolMessage' }];
    assert.deepEqual(
      kinds.map(keys => toolOf({ request: 'a', ...keys }).kind),
      ['ToolMessage', 'ToolMessage', 'ToolMessage', 'XMLToolMessage', 'XMLToolMessage'],
    );
  });
});

suite('what an agent answers to several calls', () => {
  const agent = {
    tools: [add],
    agent: { use_functions_api: true, use_tools_api: true, use_tools: false, allow_multiple_tools: true },
  };
  const handlers = { add: ({ a }: Readonly<Record<string, unknown>>) => (a === 9 ? null : `result ${a}`) };
  const cases: readonly (readonly [what: string, calls: readonly (readonly [id: string, a: number])[], unknown])[] = [
    [
      'the results by their ids',
      [
        ['x', 1],
        ['y', 2],
      ],
      { x: 'result 1', y: 'result 2' },
    ],
    [
      'a text of all where one has no id',
      [
        ['x', 1],
        ['y', 2],
        ['', 3],
      ],
      'Result from add: result 1\n\nResult from add: result 2\n\nResult from add: result 3',
    ],
    [
      'a text where there is one result',
      [
        ['x', 1],
        ['y', 9],
      ],
      'Result from add: result 1',
    ],
    [
      'nothing where there are none',
      [
        ['x', 9],
        ['y', 9],
      ],
      null,
    ],
  ];
  for (const [what, calls, answer] of cases)
    test(what, () => {
      const tool_calls = calls.map(([id, a]) => ({
        id,
        type: 'function',
        function: { name: 'add', arguments: JSON.stringify({ a }) },
      }));
      assert.deepEqual(langroid.handleMessage(agent, { content: '', tool_calls }, handlers), answer);
    });
});

suite('how a message is cut', () => {
  const messages = [{ role: 'user', content: 'a b c d' }];
  const note = '\n...[Contents truncated!]';
  const cut = (tokenizer: object) => langroid.cutMessage(messages, 0, { tokens: 2, tokenizer }).content;

  test('by the tokenizer', () => {
    const truncate = (text: string, count: number) => text.slice(0, count + 1);
    assert.equal(cut({ count: (text: string) => text.length, truncate }), `a b${note}`);
  });

  test('by nothing that is not a function', () => {
    assert.equal(cut({ truncate: 'x', count: 4 }), cut({}));
  });
});

suite('how a model is asked to repeat a call', () => {
  const tools = [add, { request: 'go' }];
  const orNull = 'If you did NOT intend to do so, `tool` should be null.';

  test('it may be any of the tools, or none', () => {
    const text = langroid.strictRecovery({ tools }) ?? '';
    const members = "[{'$ref': '#/$defs/add'}, {'$ref': '#/$defs/go'}, {'type': 'null'}]";
    assert.ok(text.includes(`'tool': {'anyOf': ${members}, 'title': 'Tool'}`), text);
    assert.ok(text.includes(orNull));
  });

  test('it must be one of them', () => {
    const text = langroid.strictRecovery({ tools }, { optional: false }) ?? '';
    assert.ok(text.includes("'tool': {'anyOf': [{'$ref': '#/$defs/add'}, {'$ref': '#/$defs/go'}], "), text);
    assert.ok(!text.includes(orNull));
  });

  test('reasoning is split at one pair of delimiters', () => {
    const raised = (text: string) => () => langroid.reasoningFinal(text);
    assert.deepEqual(langroid.reasoningFinal('a<think>b</think>c'), { reasoning: 'b', final: 'c' });
    assert.throws(raised('<think>a</think>b</think>c'), { message: 'too many values to unpack (expected 2)' });
    assert.throws(raised('</think>a<think>b'), { message: 'not enough values to unpack (expected 2, got 1)' });
  });

  test('an example with a thought that is no text is none', () => {
    const examples = (thought: unknown) => langroid.usageExamples({ ...add, examples: [[thought, { a: 1 }]] });
    assert.match(examples('So'), /So/);
    assert.equal(examples(5), langroid.usageExamples({ ...add, examples: [] }));
  });
});
