import { deepEqual, equal, match, ok } from 'node:assert/strict';
import {
  createReader,
  type ParseResult,
  type Partial,
  parserTypes,
  readDefinitions,
} from '../../../../src/node/engine.ts';

/** A reader of a definition's keys. */
function readerOf(keys: object) {
  const { definitions, problems } = readDefinitions(JSON.stringify(keys), 'x.parser.json');
  equal(definitions.length, 1, JSON.stringify(problems));
  return createReader(definitions[0]!);
}

/** What is known when a text has come, as short lines: `key=value`, `!` behind a final one; the open key and its place; the keys that were reopened. */
function known({ closed, open, reopened }: Partial): string {
  const fields = closed.map(({ key, value, final }) => `${key}=${JSON.stringify(value)}${final ? '!' : ''}`);
  return [
    fields.join(' '),
    ...(open ? [`${open.key}@${open.start}`] : []),
    ...(reopened.length > 0 ? [`again: ${reopened.join(' ')}`] : []),
  ].join(' | ');
}

/** What is known after each of the chunks. */
function steps(keys: object, ...chunks: string[]): string[] {
  const reader = readerOf(keys);
  return chunks.map(chunk => known(reader.push(chunk)));
}

const tagged = (name: string, more: object = {}) => ({
  name,
  tag_begin: `[${name}]`,
  content_hint: '…',
  tag_end: `[/${name}]`,
  ...more,
});
const multi = { type: 'MultiTaggedContentParser', tagged_contents: [tagged('A'), tagged('B', { parse_json: true })] };
const dict = { type: 'MarkdownJsonDictParser' };
const regex = { type: 'RegexTaggedContentParser' };
const commands = [
  {
    name: 'open',
    docstring: 'opens',
    signature: 'open <path>',
    arguments: [{ name: 'path', type: 'string', description: 'a file', required: true }],
  },
];
const tools = {
  type: 'ToolMessage',
  tools: [
    {
      request: 'square',
      purpose: 'To square a <number>',
      schema: { properties: { number: { type: 'integer' } }, required: ['number'] },
    },
  ],
};
const output = { type: 'AgentOutput', allowed_kinds: ['a', 'b'], fallback_kind: 'a' };

suite('createReader', () => {
  test('JSON in a fence: a key closes with its value, and all are final with the object', () => {
    deepEqual(steps(dict, '```json\n{"a": 1', ', "b": "x', '\\"y", "c"', ': [1, {"d": "}"}]', '}'), [
      ' | a@14',
      'a=1 | b@22',
      'a=1 b="x\\"y" | c@33',
      'a=1 b="x\\"y" c=[1,{"d":"}"}]',
      'a=1! b="x\\"y"! c=[1,{"d":"}"}]!',
    ]);
  });

  test('JSON: of equal keys the last counts, and the first is reopened when its name comes again', () => {
    deepEqual(steps(dict, '```json\n{"a": 1,', '"a"', ':2}'), ['a=1', ' | a@19 | again: a', 'a=2! | again: a']);
  });

  test('JSON without a fence is read, and reopened where a fence comes after all', () => {
    deepEqual(steps(dict, '{"a": 1, "b": "``', '`json {"c": 3', '}\n```'), [
      'a=1 | b@14',
      ' | c@29 | again: a',
      'c=3! | again: a',
    ]);
  });

  test('JSON: values of another type have their own keys', () => {
    const type = 'MarkdownJsonObjectParser';
    deepEqual(steps({ type }, '```json [1, "x"', ', tru', 'e]'), [
      '0=1! 1="x"!',
      '0=1! 1="x"! | 2@17',
      '0=1! 1="x"! 2=true!',
    ]);
    deepEqual(steps({ type }, '```json\n 42', ' \n``', '`'), ['', '', 'value=42!']);
    deepEqual(steps(dict, '```json [1, 2]```'), ['']);
  });

  test('JSON with a schema: values are coerced, what does not pass is not told', () => {
    const schema = {
      title: 'Answer',
      type: 'object',
      properties: { done: { type: 'boolean' }, n: { type: 'integer' } },
      required: ['done', 'n'],
    };
    deepEqual(steps({ ...dict, content_schema: schema }, '```json {"done": "true", "n": "x", "other": 1}'), [
      'done=true!',
    ]);
  });

  test('tags: the first pair counts, and pairs may lie in each other', () => {
    deepEqual(steps(multi, 'x [A', ']one [B]{"b"', ': 1}[/B] [', '/A] [A]two[/A]'), [
      '',
      ' | B@9',
      'B={"b":1}! | A@2',
      'B={"b":1}! A="one [B]{\\"b\\": 1}[/B] "!',
    ]);
  });

  test('a code fence is one field', () => {
    const code = { type: 'MarkdownCodeBlockParser', language_name: 'python' };
    deepEqual(steps(code, 'Here:\n```pyth', 'on\nprint(1)\n``', '`\n```python\n2```'), [
      '',
      ' | code@6',
      'code="\\nprint(1)\\n"!',
    ]);
  });

  test('any tags: an opener holds back what is in it, and a name that closes again is reopened', () => {
    deepEqual(steps(regex, '<a>1', '</a><b><c>x</c>', '</', 'b> <a', '>2</>'), [
      ' | a@0',
      'a=1 | b@8',
      'a=1 | b@8',
      'a=1 b="<c>x</c>"',
      'b="<c>x</c>" a=2 | again: a',
    ]);
    deepEqual(steps({ ...regex, try_parse_json: false }, '<><a>1</a>'), ['a="1"']);
  });

  test('fences of SWE-agent: a block is the action until another one opens', () => {
    const fence = { type: 'thought_action' };
    deepEqual(steps(fence, 'Think.\n```\nls', '\n```\n', '\nMore', ':\n```bash -x\n```\ncat\n```', '\nend'), [
      ' | action@7',
      ' | action@7',
      'action="ls\\n"',
      ' | action@36 | again: action',
      'action="cat\\n" | again: action',
    ]);
  });

  test('bash fences: one is final, of several the action grows', () => {
    const text = ['a ```bash\nls\n``', '` b ```bash\ncd', '\n```'];
    deepEqual(steps({ type: 'all_bash_code_blocks' }, ...text), [
      ' | action@2',
      'action="ls" | action@19',
      'action="ls\\ncd" | again: action',
    ]);
    deepEqual(steps({ type: 'single_bash_code_block' }, ...text.slice(0, 1), '`'), [' | action@2', 'action="ls"!']);
  });

  test('command tags: the last ones count', () => {
    deepEqual(
      steps({ type: 'xml_thought_action' }, 'x <command> ls ', '</command>', ' <command>', 'cd</command></command>'),
      [' | action@2', 'action="ls"', ' | action@26 | again: action', 'action="cd</command>" | again: action'],
    );
  });

  test('function tags: the first call is final', () => {
    const call = '<function=open>\n<parameter=path>a.py</parameter>\n</function>';
    deepEqual(steps({ type: 'xml_function_calling', commands }, `x <function=y>${call.slice(0, 20)}`, call.slice(20)), [
      ' | action@14',
      'action="open a.py"!',
    ]);
  });

  test('JSON of SWE-agent: the command makes the action', () => {
    deepEqual(
      steps(
        { type: 'json', commands },
        '{"thought": "t", "command": {"name": "open",',
        '"arguments": {"path": "b"}}',
        '}',
      ),
      ['thought="t" | action@28', 'thought="t" action="open b"', 'thought="t"! action="open b"!'],
    );
  });

  test('tools of Langroid: each closes with its braces, and XML takes the place of JSON', () => {
    const square = '{"request": "square", "number": "3"}';
    const value = '{"request":"square","purpose":"To square a <number>","id":"","number":3}';
    deepEqual(
      steps(
        tools,
        'So: {"request": "sq',
        'uare", "number": "3"} and ',
        square,
        '<tool><request>square</request>',
        '<number>4</number></tool>',
      ),
      [
        ' | tool@4',
        `square=${value}`,
        `square=${value} square=${value}`,
        ' | tool@81 | again: square',
        `square=${value.replace('3', '4')}! | again: square`,
      ],
    );
    match(readerOf({ ...tools, agent: { thought_delimiters: ['<think>', '</think>'] } }).endOnly ?? '', /delimiters/);
  });

  test('AgentOutput: the last object counts, and what stands in reasoning does not', () => {
    deepEqual(
      steps(output, '<think>{"kind": "b"}', '</think> {"kind": "a",', ' "text": "x"}', '{"kind": "c", "text": "y"}'),
      ['', ' | object@29', 'kind="a" text="x"', 'kind="a" text="y" | again: kind text'],
    );
    match(readerOf({ ...output, mode: 'validated' }).endOnly ?? '', /validates/);
  });

  test('patterns and modules of the author’s own say that they tell nothing before the end', async () => {
    const pattern = readerOf({ ...regex, tagged_content_pattern: '(?P<name>\\w+)=(?P<content>\\w+)' });
    const partial = pattern.push('a=1');
    deepEqual([partial.closed, partial.open, partial.endOnly === pattern.endOnly], [[], undefined, true]);
    match(pattern.endOnly ?? '', /author/);
    const result = await pattern.end();
    ok(result.ok);
    deepEqual(result.value, { a: 1 });
    match(readerOf({ type: 'custom', module: 'x.mjs' }).endOnly ?? '', /author/);
  });

  test('every type has a reader, or says why it has none', () => {
    for (const { type, template } of parserTypes) {
      const reader = readerOf(JSON.parse(template.replace(/^\s*\/\/.*$/gm, '')) as object);
      equal(typeof reader.push('x').text(), 'string', type);
    }
  });

  test('a moment stays what it is, and says what the framework would', async () => {
    const reader = readerOf(dict);
    const first = reader.push('```json\n{"a": 1, "b"');
    const second = reader.push(': 2}\n```');
    deepEqual([known(first), first.text()], ['a=1 | b@20', '```json\n{"a": 1, "b"']);
    deepEqual([(await first.errorNow())?.class, await second.errorNow()], ['JsonParsingError', undefined]);
    const { closed } = second;
    equal(second.closed, closed);
    const result = (await reader.end()) as Extract<ParseResult, { ok: true }>;
    deepEqual(
      closed.map(({ final, ...field }) => field),
      result.fields.map(field => ({ ...field })),
    );
    equal(await reader.push('').errorNow(), undefined);
  });
});
