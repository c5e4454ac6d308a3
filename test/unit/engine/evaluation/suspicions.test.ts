import assert from 'node:assert/strict';
import type { PyValue } from '../../../../src/engine/core/pyValue.ts';
import type { FoundSuspicion } from '../../../../src/engine/core/suspicion.ts';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { evaluate } from '../../../../src/engine/evaluation/index.ts';
import { suspectValues } from '../../../../src/engine/suspicions/suspectValues.ts';

/** The suspicions about each response to a definition: their codes and details. */
async function suspicionsOf(data: object, responses: readonly string[]): Promise<readonly (readonly string[])[]> {
  const [definition] = readDefinitions(JSON.stringify(data), 'test.parser.json').definitions;
  const found: string[][] = [];
  for await (const { verdict, suspicions } of evaluate(definition!, responses)) {
    assert.ok(verdict === 'ok' || verdict === 'suspicious', verdict);
    found.push(
      suspicions.map(
        ({ code, detail = '' }) => `${code} ${code === 'breaks-schema' ? causeAndMember(detail) : detail}`,
      ),
    );
  }
  return found;
}

/** `/mood, outside-enum: …` as `outside-enum /mood`. */
const causeAndMember = (detail: string) => detail.replace(/^(\S+), ([\w-]+): .*$/s, '$2 $1');

const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const open = { type: 'MarkdownJsonDictParser' };
const vote = { ...open, content_hint: { speak: 'what you say', sure: '1 to 5' }, required_keys: ['speak'] };

suite('suspicions', () => {
  test('a number outside of the range that the hint gives', async () => {
    const rows: [sure: number, isOdd: boolean][] = [
      [0, true],
      [0.5, true],
      [1, false],
      [2.5, false],
      [5, false],
      [5.5, true],
      [6, true],
    ];
    const found = await suspicionsOf(
      vote,
      rows.map(([sure]) => fenced({ speak: 'hi', sure })),
    );
    for (const [i, [sure, isOdd]] of rows.entries())
      assert.deepEqual(found[i], isOdd ? ['outside-hint sure'] : [], String(sure));
  });

  test('arguments of a message’s call that are cut off and closed by the framework', async () => {
    const schema = { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } };
    const text = JSON.stringify({ type: 'structured_output', content_schema: schema });
    const [definition] = readDefinitions(text, 'test.parser.json').definitions;
    const message = (given: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'GenerateStructuredOutput', arguments: given } }],
    });
    const rows = ['{"tags": ["gre', '{"tags": ["green"', '{"tags": ["green"]}', "{'tags': ['green']}"].map(message);
    const found: string[] = [];
    for await (const { verdict, code, suspicions } of evaluate(definition!, rows))
      found.push([verdict, code, suspicions[0]?.detail].filter(Boolean).join(' '));
    const cut = 'suspicious cut-value arguments of GenerateStructuredOutput';
    assert.deepEqual(found, [cut, cut, 'ok', 'ok']);
  });

  test('another block of the value’s kind is an answer that is lost', async () => {
    const list = {
      type: 'MarkdownJsonObjectParser',
      content_hint: '["a"]',
      samples: [{ text: fenced(['a']), expect: { value: ['a'] } }],
    };
    const two = (other: string) => `${fenced(['x'])}\n\`\`\`json\n${other}\n\`\`\``;
    const found = await suspicionsOf(list, [two('["y"]'), two('5'), two('{"a": 1}')]);
    assert.deepEqual(found, [['answers-lost code block'], [], []]);
  });

  test('nothing in a part that the answer must have: also null, and a list or an object without members', async () => {
    const parts = { speak: 'what you say', dead: 'the players who died', free: '…' };
    const data = { ...open, content_hint: parts, required_keys: ['speak', 'dead', 'free'] };
    const whole = { speak: 'hi', dead: ['Anna'], free: 1 };
    const rows: [part: object, found: string[]][] = [
      [{}, []],
      [{ speak: ' ' }, ['empty-part speak']],
      [{ speak: null }, ['empty-part speak']],
      [{ speak: [] }, ['empty-part speak']],
      [{ speak: {} }, ['empty-part speak']],
      [{ speak: 0 }, []],
      [{ speak: false }, []],
      [{ dead: [] }, []],
      [{ dead: null }, ['empty-part dead']],
      [{ free: null }, []],
      [{ free: [] }, []],
      [{ free: '' }, ['empty-part free']],
    ];
    const found = await suspicionsOf(
      data,
      rows.map(([part]) => fenced({ ...whole, ...part })),
    );
    for (const [i, [part, expected]] of rows.entries()) assert.deepEqual(found[i], expected, JSON.stringify(part));
    const sample = {
      text: fenced({ ...whole, speak: null, dead: [] }),
      expect: { value: { ...whole, speak: null, dead: [] } },
    };
    assert.deepEqual(
      await suspicionsOf({ ...data, samples: [sample] }, [fenced({ ...whole, speak: null, dead: [] })]),
      [[]],
    );
    const properties = { speak: { anyOf: [{ type: 'string' }, { type: 'null' }] } };
    // A schema that allows it comes before samples that have something.
    const said = { text: fenced({ speak: 'hi' }), expect: { value: { speak: 'hi' } } };
    const content_schema = { title: 'A', type: 'object', properties, required: ['speak'] };
    assert.deepEqual(await suspicionsOf({ ...open, content_schema, samples: [said] }, [fenced({ speak: null })]), [[]]);
  });

  test('the number of a source is not a list that was kept as text', async () => {
    const data = { type: 'RegexTaggedContentParser', required_keys: ['a'], format_instruction: 'x' };
    const texts = ['[1] Smith, 2020', '[12] “On lists”', '[1] 2', '[1, 2', '[1]\nSmith'];
    assert.deepEqual(
      (
        await suspicionsOf(
          data,
          texts.map(text => `<a>${text}</a>`),
        )
      ).map(({ length }) => length),
      [0, 0, 1, 1, 1],
    );
  });

  test('what the instruction has between the tags is an echo', async () => {
    const format_instruction = 'Answer with <plan>your plan</plan> and <name>Bob</name>.';
    const data = { type: 'RegexTaggedContentParser', required_keys: ['plan', 'name'], format_instruction };
    const responses = ['<plan>your plan</plan><name>Bob</name>', '<plan>your plan is good</plan><name>Bob</name>'];
    assert.deepEqual(await suspicionsOf(data, responses), [['instruction-echo plan'], []]);
  });

  test('a code block around what a shell gets as it is', async () => {
    const responses = ['```bash\nls\n```', '```\nls\n```\n', 'ls', 'echo ```x```'];
    assert.deepEqual(await suspicionsOf({ type: 'action_only' }, responses), [
      ['leftover-markup action'],
      ['leftover-markup action'],
      [],
      [],
    ]);
    assert.deepEqual(await suspicionsOf({ type: 'identity' }, responses), [[], [], [], []]);
  });

  test('the samples say what kind a part is, where they agree', async () => {
    const sample = (value: object) => ({ text: fenced(value), expect: { value } });
    const samples = [sample({ a: 1, b: 'x', c: null }), sample({ a: 'x', b: 'y', c: null })];
    const answers = [{ a: [1] }, { a: 1 }, { b: 'z' }, { b: 7 }, { b: null }, { c: 5 }];
    const expected = [[], [], [], ['value-type b: string wanted, number given'], [], []];
    assert.deepEqual(await suspicionsOf({ ...open, samples }, answers.map(fenced)), expected);
  });

  test('a part that was taken from a reasoning block: any without a hint, else those that are required', async () => {
    const thought = (value: unknown) => `<think>${fenced(value)}</think>`;
    assert.deepEqual(await suspicionsOf(open, [thought({ n: 1 }), `<think>hm</think>${fenced({ n: 1 })}`]), [
      ['reasoning-taken n'],
      [],
    ]);
    assert.deepEqual(await suspicionsOf(vote, [thought({ speak: 'hi', sure: 1 })]), [['reasoning-taken speak']]);
    assert.deepEqual(await suspicionsOf({ ...vote, required_keys: [] }, [thought({ speak: 'hi' })]), [[]]);
  });

  test('a command in a block of no language, of a shell, or of another', async () => {
    const answers = ['', 'bash', 'sh', 'console', 'text', 'Bash', 'python', 'json'];
    const found = await suspicionsOf(
      { type: 'thought_action' },
      answers.map(language => `I look.\n\`\`\`${language}\nls\n\`\`\``),
    );
    assert.deepEqual(found, [[], [], [], [], [], [], ['other-language python'], ['other-language json']]);
  });

  test('a code block around a whole value, where none was asked for', async () => {
    const tags = { type: 'RegexTaggedContentParser', required_keys: ['plan'], format_instruction: 'Write <plan>.' };
    const block = '```json\n{"a": 1}\n```';
    const answers: [answer: string, found: readonly string[]][] = [
      [`<plan>${block}</plan>`, ['json-kept-as-text code-block', 'leftover-markup plan']],
      [`<plan>\n${block}\n</plan>`, ['json-kept-as-text code-block', 'leftover-markup plan']],
      ['<plan>```sh\nls\n```</plan>', ['leftover-markup plan']],
      ['<plan>Do this:\n```sh\nls\n```</plan>', []],
      ['<plan>```sh\nls\n```\nand then\n```sh\npwd\n```</plan>', []],
      ['<plan>{"a": "```sh\\nls\\n```"}</plan>', []],
    ];
    const responses = answers.map(([answer]) => answer);
    const expected = answers.map(([, found]) => found);
    assert.deepEqual(await suspicionsOf(tags, responses), expected);
    const asked = { ...tags, format_instruction: 'Write <plan>```sh\n…\n```</plan>.' };
    assert.deepEqual((await suspicionsOf(asked, responses))[2], []);
    assert.deepEqual(await suspicionsOf({ type: 'thought_action' }, ['So:\n```\n```bash\nls\n```\n```']), [
      ['leftover-markup action'],
    ]);
    assert.deepEqual(await suspicionsOf({ type: 'identity' }, [block]), [[]]);
    const code = (content_hint: string) => ({
      type: 'MultiTaggedContentParser',
      tagged_contents: [{ name: 'code', tag_begin: '[CODE]', content_hint, tag_end: '[/CODE]' }],
    });
    const answer = '[CODE]```python\nprint(1)\n```[/CODE]';
    assert.deepEqual(await suspicionsOf(code('the program'), [answer]), [['leftover-markup code']]);
    assert.deepEqual(await suspicionsOf(code('```python\nthe program\n```'), [answer]), [[]]);
  });

  test('answers that are lost, where the format has no code block', async () => {
    const found = await suspicionsOf({ type: 'JsonOutputParser' }, [
      '{"a": 1, "a": 2}',
      '{"a": 1, "a": 1}',
      '{"a": 1, "b": {"a": 2}}',
      '```json\n{"a": 1}\n```\nor\n```json\n{"a": 2}\n```',
      '```json\n{"a": 1}\n```\nor\n```json\n{"b": 2}\n```',
      '```json\n{"a": 1}\n```\nagain\n```json\n{"a": 1}\n```',
    ]);
    assert.deepEqual(found, [['answers-lost key'], [], [], ['answers-lost code block'], [], []]);
  });

  test('one suspicion about each place: places that only begin or end alike are others', () => {
    const part = { isJson: false, required: false, isShell: false, sampleKind: 'number' } as const;
    const format = {
      parts: ['a', 'b', 'c', 'd'].map(key => ({ ...part, key })),
      triesJson: true,
      asksForBlock: false,
      prose: new Set<string>(),
      markup: { tags: [] },
      readsMessages: false,
    };
    const spans = { a: [0, 9], b: [0, 5], c: [5, 9], d: [0, 9] } as const;
    const fields = Object.entries(spans).map(([key, [start, end]]) => {
      const span = { start, end };
      return { key, span, inner: span, value: 'x' };
    });
    const exact: PyValue = new Map([
      ['a', "{'x': 1}"],
      ['b', 'x'],
      ['c', 'x'],
      ['d', 'x'],
    ]);
    const result = { ok: true, exact, fields } as unknown as Parameters<typeof suspectValues>[0];
    assert.deepEqual(
      suspectValues(result, format as unknown as Parameters<typeof suspectValues>[1]).map(({ code, detail }) => [
        code,
        detail,
      ]),
      [
        ['json-kept-as-text', 'single-quotes'],
        ['value-type', 'b: number wanted, string given'],
        ['value-type', 'c: number wanted, string given'],
      ],
    );
  });
});

// What the framework shows the model, and does not check.
suite('a schema that nobody checks', () => {
  const schema = {
    title: 'Review',
    type: 'object',
    properties: {
      mood: { enum: ['good', 'bad'] },
      stars: { type: 'integer', minimum: 1, maximum: 5 },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
      day: { type: 'string', pattern: '^\\d{4}$' },
    },
    required: ['mood'],
    additionalProperties: false,
  };
  const rows: readonly (readonly [value: unknown, found: readonly string[]])[] = [
    [{ mood: 'good', stars: 5, tags: ['a'], day: '2024' }, []],
    [{ mood: 'so so' }, ['outside-enum /mood']],
    [{ mood: 'Good' }, ['enum-spelling /mood']],
    [{}, ['missing-key /mood']],
    [{ mood: null }, ['null-value /mood']],
    [{ mood: 'good', stars: '5' }, ['wrong-type /stars']],
    [{ mood: 'good', stars: 9 }, ['out-of-range /stars']],
    [{ mood: 'good', tags: 'a' }, ['wrong-type /tags']],
    [{ mood: 'good', tags: ['a', 1, 'b', 2].slice(0, 3) }, ['wrong-type /tags/*']],
    [{ mood: 'good', tags: ['a', 'b', 'c', 'd'] }, ['length /tags']],
    [{ mood: 'good', day: 'soon' }, ['pattern /day']],
    [{ mood: 'good', why: 'x' }, ['unknown-key /why']],
    [{ Mood: 'good' }, ['key-spelling /Mood']],
    [{ result: { mood: 'good' } }, ['wrapped-value /']],
    [['good'], ['wrong-type /']],
  ];
  test('JsonOutputParser: each member by its cause', async () => {
    const parser = { type: 'JsonOutputParser', content_schema: schema };
    const found = await suspicionsOf(
      parser,
      rows.map(([value]) => fenced(value)),
    );
    for (const [i, [value, wanted]] of rows.entries())
      assert.deepEqual(
        found[i],
        wanted.map(each => `breaks-schema ${each}`),
        JSON.stringify(value),
      );
  });

  test('the violation has its place in the response, and nothing is an error', async () => {
    const [definition] = readDefinitions(
      JSON.stringify({ type: 'JsonOutputParser', content_schema: schema }),
      'x.parser.json',
    ).definitions;
    const text = 'So:\n```json\n{"mood": "good", "stars": "many"}\n```';
    const result = await createParser(definition!).parse(text, { suspicions: true });
    assert.ok(result.ok);
    const [{ code, violations: [violation] = [] }] = result.suspicions as [FoundSuspicion];
    assert.deepEqual([code, violation?.path, violation?.cause], ['breaks-schema', '/stars', 'wrong-type']);
    assert.equal(text.slice(violation!.span.start, violation!.span.end), '"many"');
  });

  test('Python’s StructuredOutputParser: the types that it only shows', async () => {
    const parser = {
      type: 'StructuredOutputParser',
      response_schemas: [
        { name: 'answer', description: 'the answer' },
        { name: 'sources', description: 'where it stands', type: 'List[string]' },
      ],
    };
    const found = await suspicionsOf(parser, [
      fenced({ answer: 'x', sources: ['a'] }),
      fenced({ answer: 5, sources: [] }),
    ]);
    assert.deepEqual(found, [[], ['breaks-schema wrong-type /answer']]);
  });

  test('a class that checks has none: what it coerces is its own affair', async () => {
    const parser = { type: 'PydanticOutputParser', content_schema: { ...schema, additionalProperties: true } };
    assert.deepEqual(await suspicionsOf(parser, ['{"mood": "good", "stars": "5", "more": 1}']), [[]]);
  });

  test('arguments of a response template’s call, and of SWE-agent’s: what has no code of its own', async () => {
    const parameters = { type: 'object', properties: { mood: schema.properties.mood, stars: schema.properties.stars } };
    const template = {
      type: 'response_template',
      response_template: {
        start_anchor: '<bot>',
        fields: {
          calls: { open: '<call>', close: '</call>', repeats: true, content: 'json' },
          content: { close: '<end>' },
        },
      },
      tools: [{ name: 'rate', parameters }],
    };
    const call = (value: unknown) => `<call>{"name": "rate", "arguments": ${JSON.stringify(value)}}</call>`;
    const calls = [call({ mood: 'good' }), call({ mood: 'meh', stars: 7 }), call({ stars: 'x' })];
    // In the forms of providers.
    for (const tool of [
      { name: 'rate', parameters },
      { name: 'rate', input_schema: parameters },
      { type: 'function', function: { name: 'rate', parameters } },
    ])
      assert.deepEqual(await suspicionsOf({ ...template, tools: [tool] }, calls), [
        [],
        ['breaks-schema outside-enum rate/mood', 'breaks-schema out-of-range rate/stars'],
        ['argument-type rate.stars'],
      ]);
    const [definition] = readDefinitions(JSON.stringify(template), 'test.parser.json').definitions;
    const text = call({ stars: 'x' });
    const result = await createParser(definition!).parse(text, { suspicions: true });
    const [{ violations: [violation] = [] } = { violations: [] }] = (result.ok && result.suspicions) || [];
    assert.deepEqual(
      [violation?.path, violation?.cause, text.slice(violation?.span.start, violation?.span.end)],
      ['/stars', 'wrong-type', '"x"'],
    );
    const agent = {
      type: 'function_calling',
      commands: [
        {
          name: 'rate',
          docstring: 'rates',
          signature: 'rate <mood>',
          arguments: [{ name: 'mood', type: 'string', description: 'd', required: true, enum: ['good', 'bad'] }],
        },
      ],
    };
    const message = (mood: string) =>
      JSON.stringify({
        content: 'Now.',
        tool_calls: [{ function: { name: 'rate', arguments: JSON.stringify({ mood }) } }],
      });
    const found = await suspicionsOf(agent, [message('good'), message('meh')]);
    assert.deepEqual(found[0], []);
  });
});
