import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { mutationOperators, robustnessOf, robustnessTotals } from '../../../../../src/engine/samples/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';

const fenced = 'So:\n```json\n{"speak": "Ann said no", "n": [1, true]}\n```\n';
const tags = '[A]one two[/A]\n[B]three[/B]';
const tag = (name: string) => ({ name, tag_begin: `[${name}]`, content_hint: 'x', tag_end: `[/${name}]` });
const tagged = { type: 'MultiTaggedContentParser', tagged_contents: [tag('A'), tag('B')] };
const regex = { type: 'RegexTaggedContentParser' };
const numbers = { type: 'NumberedListOutputParser' };
const bullets = { type: 'MarkdownListOutputParser' };
const dict = { type: 'MarkdownJsonDictParser', content_hint: { speak: 'what you say' } };
const call =
  '{"content": "Now.", "tool_calls": [{"function": {"name": "bash", "arguments": "{\\"command\\": \\"ls -l\\"}"}}]}';
const pydantic = {
  type: 'PydanticOutputParser',
  content_schema: {
    title: 'Call',
    type: 'object',
    properties: { who: { $ref: '#/$defs/Who' }, mood: { enum: ['good', 'bad'] }, note: { type: 'string' } },
    required: ['who', 'mood'],
    $defs: {
      Who: {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'integer', maximum: 120 } },
        required: ['name'],
      },
    },
  },
};
const person = '{"who": {"name": "Ann", "age": 40}, "mood": "good"}';

const variant = (kind: string, key: string) => ({
  title: kind,
  type: 'object',
  properties: { kind: { const: kind, type: 'string' }, [key]: { type: 'string' } },
  required: ['kind', key],
});
const limited = {
  type: 'PydanticOutputParser',
  content_schema: {
    title: 'Note',
    type: 'object',
    properties: {
      note: { type: 'string', maxLength: 2 },
      name: { type: 'string', minLength: 2 },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
      marks: { anyOf: [{ type: 'array', items: { type: 'integer' }, minItems: 1 }, { type: 'null' }] },
      day: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
      code: { type: 'string', pattern: '^.[a-z]\\d$' },
      act: {
        discriminator: { mapping: { say: '#/$defs/Say', move: '#/$defs/Move' }, propertyName: 'kind' },
        oneOf: [{ $ref: '#/$defs/Say' }, { $ref: '#/$defs/Move' }],
      },
      maybe: { anyOf: [{ enum: ['good', 'bad'] }, { type: 'null' }] },
    },
    $defs: { Say: variant('say', 'words'), Move: variant('move', 'to') },
  },
};
const note = (value: object) => JSON.stringify(value);

/** Without the choice of a text: what the mutation must look like. */
type Row = readonly [operator: string, definition: object, response: string, mutated: string | RegExp];

const rows: readonly Row[] = [
  ['prose-before', dict, fenced, /^\w.*[.:]\n\nSo:\n```json/],
  ['prose-after', dict, fenced, /```\n\n\n.*[.!]$/],
  ['label-before', dict, fenced, /^\w+: So:/],
  ['reasoning-before', dict, fenced, /^<think>\n.*\n<\/think>\n\nSo:/],
  ['reasoning-end-only', dict, fenced, /^[^<]*\n<\/think>\n\nSo:/],
  [
    'draft-in-reasoning',
    dict,
    fenced,
    /^<think>\n.*\n```json\n{"speak": "\.\.\.", "n": "\.\.\."}\n```\n<\/think>\n\nSo:/,
  ],
  ['draft-before', tagged, tags, /\n\n\[A\]\.\.\.\[\/A\]\n\[B\]\.\.\.\[\/B\]\n\n.*\n\n\[A\]one/],
  ['two-answers', tagged, `x ${tags}`, `x ${tags}\n\n${tags}`],
  ['two-calls', { type: 'function_calling' }, call, /"tool_calls": \[({"function": .*}}), \1\]/],
  [
    'instruction-echo',
    dict,
    fenced,
    /^You asked me:\n\n> Respond .*\n> ```json\n> {"speak": "what you say"}\n> ```\n\nSo:/,
  ],
  ['fence-dropped', dict, fenced, 'So:\n{"speak": "Ann said no", "n": [1, true]}\n\n'],
  ['fence-unclosed', dict, fenced, 'So:\n```json\n{"speak": "Ann said no", "n": [1, true]}\n\n'],
  ['fence-language-missing', dict, fenced, /^So:\n```\n{/],
  ['fence-language-case', dict, fenced, /```JSON\n/],
  ['fence-language-other', dict, fenced, /```jsonc\n/],
  ['fence-one-line', dict, fenced, /```json {"speak.*]} ```\n$/],
  ['fence-added', regex, 'x <a>1 2</a>', 'x \n```xml\n<a>1 2</a>\n```'],
  ['single-quotes', dict, fenced, /{'speak': 'Ann said no', 'n': \[1, true\]}/],
  ['smart-quotes', dict, fenced, /{“speak”: “Ann said no”, “n”: \[1, true\]}/],
  ['unquoted-keys', dict, fenced, /{speak: "Ann said no", n: \[1, true\]}/],
  ['unquoted-keys', dict, '```json\n{"n": ["x", "y"]}\n```', '```json\n{n: ["x", "y"]}\n```'],
  ['python-literals', dict, fenced, /\[1, True\]/],
  ['trailing-comma', dict, fenced, /\[1, true\],}/],
  ['missing-comma', dict, fenced, /said no" "n"/],
  ['comment', dict, fenced, /[{,] \/\/ as you asked\n/],
  ['extra-brace', dict, fenced, /\[1, true\]}}/],
  ['wrapped-in-array', dict, fenced, /```json\n\[{.*}\]\n```/],
  ['no-break-spaces', dict, fenced, /{"speak":\u00a0"Ann said no",\u00a0"n"/],
  ['raw-newline', dict, fenced, /"Ann(\nsaid no| said\nno)"/],
  ['raw-newline', dict, fenced.replace('Ann said', 'Ann\\nsaid'), /"Ann\nsaid no"/],
  [
    'raw-newline',
    dict,
    'So:\n```json\n{"speak": "a\\nb", "n": "c\\nd"}\n```\n',
    /("a\nb", "n": "c\\nd"|"a\\nb", "n": "c\nd")\}\n```\n$/,
  ],
  // An escaped backslash before the letter is no line break.
  [
    'raw-newline',
    dict,
    'So:\n```json\n{"speak": "C:\\\\new\\n\\\\n\\n"}\n```\n',
    'So:\n```json\n{"speak": "C:\\\\new\n\\\\n\n"}\n```\n',
  ],
  [
    'raw-quote',
    dict,
    'So:\n```json\n{"speak": "a \\\\\\"b\\\\\\" c\\n"}\n```\n',
    'So:\n```json\n{"speak": "a \\\\"b\\\\" c\\n"}\n```\n',
  ],
  ['raw-quote', dict, fenced, /"Ann ("said" no|said "no")"/],
  ['raw-quote', dict, fenced.replace('Ann', '\\"Ann\\"'), /""Ann" said no"/],
  ['null-value.n', dict, fenced, 'So:\n```json\n{"speak": "Ann said no", "n": null}\n```\n'],
  ['wrong-type.n', dict, fenced, 'So:\n```json\n{"speak": "Ann said no", "n": "[1, true]"}\n```\n'],
  ['missing-key.mood', pydantic, person, '{"who": {"name": "Ann", "age": 40}}'],
  ['missing-key.who.name', pydantic, '{"who": {"name": "Ann"}, "mood": "good"}', '{"who": {}, "mood": "good"}'],
  ['missing-key.who.name', pydantic, person, '{"who": {"age": 40}, "mood": "good"}'],
  ['null-value.who', pydantic, person, '{"who": null, "mood": "good"}'],
  ['wrong-type.who.age', pydantic, person, '{"who": {"name": "Ann", "age": "40"}, "mood": "good"}'],
  ['outside-enum.mood', pydantic, person, '{"who": {"name": "Ann", "age": 40}, "mood": "other-than-these"}'],
  ['enum-spelling.mood', pydantic, person, '{"who": {"name": "Ann", "age": 40}, "mood": "GOOD"}'],
  ['out-of-range.who.age', pydantic, person, '{"who": {"name": "Ann", "age": 121}, "mood": "good"}'],
  ['length.note', limited, note({ note: 'ab' }), note({ note: 'aba' })],
  ['length.note', limited, note({ note: '🦊é' }), note({ note: '🦊é🦊' })],
  ['length.name', limited, note({ name: 'Ida' }), note({ name: 'I' })],
  ['length.tags', limited, note({ tags: ['a', 'b'] }), '{"tags":["a", "b", "b"]}'],
  ['length.marks', limited, note({ marks: [3] }), note({ marks: [] })],
  ['pattern.day', limited, note({ day: '2024-05' }), note({ day: 'x024-05' })],
  // The first letter is free.
  ['pattern.code', limited, note({ code: 'qa1' }), note({ code: 'q01' })],
  [
    'wrong-variant.act',
    limited,
    note({ act: { kind: 'say', words: 'hi' } }),
    '{"act":{"kind": "move", "words": "hi"}}',
  ],
  ['outside-enum.maybe', limited, note({ maybe: 'good' }), note({ maybe: 'other-than-these' })],
  ['key-spelling.who.name', pydantic, person, '{"who": {"Name": "Ann", "age": 40}, "mood": "good"}'],
  ['unknown-key', pydantic, person, `{"other_than_these": 1, ${person.slice(1)}`],
  ['wrapped-value', pydantic, person, `{"result": ${person}}`],
  ['schema-echo', pydantic, person, `{"properties": ${person}}`],
  ['null-value.command', { type: 'function_calling' }, call, /"{\\"command\\": null}"/],
  ['tag-case', tagged, tags, '[a]one two[/a]\n[b]three[/b]'],
  ['tag-spaces', tagged, tags, '[ A ]one two[/ A ]\n[ B ]three[/ B ]'],
  ['tag-end-missing', tagged, tags, /^\[A\]one two\n\[B\]three\[\/B\]$|^\[A\]one two\[\/A\]\n\[B\]three$/],
  ['tag-end-as-begin', tagged, tags, /two\[A\]|three\[B\]/],
  ['tag-emphasis', tagged, tags, '**[A]**one two**[/A]**\n**[B]**three**[/B]**'],
  ['tag-heading', tagged, tags, '### [A]one two[/A]\n### [B]three[/B]'],
  ['tag-escaped', regex, '<a>1 2</a>', '&lt;a&gt;1 2&lt;/a&gt;'],
  ['list-parentheses', numbers, '1. foo\n\n2. bar', '1) foo\n\n2) bar'],
  ['list-bullets', numbers, '1. foo\n2. bar', '- foo\n- bar'],
  ['list-dots', bullets, '- foo\n  * bar', '• foo\n  • bar'],
  ['list-bold', bullets, 'So:\n- foo\n- bar', 'So:\n- **foo**\n- **bar**'],
  ['crlf', tagged, tags, tags.replace('\n', '\r\n')],
  ['byte-order-mark', tagged, tags, `\ufeff${tags}`],
  ['blanks-around', tagged, tags, /^\n+ {2}\[A\][\s\S]*\/B\] +\n\n$/],
  ['indented', tagged, tags, '    [A]one two[/A]\n    [B]three[/B]'],
  ['cut-early', tagged, tags, /^\[A\]?[one two]*$/],
  ['cut-in-value', tagged, tags, /\[A\](o|on|one|one |one t)$|\[B\](t|th|thr)$/],
  ['cut-before-end', tagged, tags, tags.slice(0, -4)],
  ['cut-before-end', dict, fenced, /\[1, true\]$/],
  ['empty', tagged, tags, ''],
];

const run = async (definition: object, response: string, seed = 0) => {
  const [read] = readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions;
  return robustnessOf(read!, response, { seed }, nodeHost);
};

suite('mutation operators', () => {
  for (const [operator, definition, response, expected] of rows)
    test(`${operator}: ${JSON.stringify(response).slice(0, 40)}`, async () => {
      for (const seed of [0, 1, 2]) {
        const report = await run(definition, response, seed);
        const outcome = report.ok ? report.outcomes.find(each => each.operator === operator) : undefined;
        if (typeof expected === 'string') assert.equal(outcome?.response, expected);
        else assert.match(outcome?.response ?? 'not tried', expected);
      }
    });

  test('each has a row here, and a name of its own', () => {
    const names = mutationOperators.map(({ name }) => name);
    assert.deepEqual([...new Set(rows.map(([name]) => name.replace(/\..*/, '')))].sort(), [...new Set(names)].sort());
    assert.equal(new Set(mutationOperators.map(({ summary }) => summary)).size, names.length);
  });

  test('a member that may be missing, or be null, is left as it is; each member has an outcome of its own', async () => {
    const report = await run(pydantic, person);
    const names = report.ok ? report.outcomes.map(({ operator }) => operator) : [];
    assert.deepEqual(
      names.filter(name => name.startsWith('missing-key')),
      ['missing-key.who', 'missing-key.who.name', 'missing-key.mood'],
    );
    assert.equal(new Set(names).size, names.length);
    const taken = report.ok ? report.outcomes.filter(({ passed }) => passed).map(({ operator }) => operator) : [];
    // Pydantic reads the number in the text, and refuses what is lost.
    for (const name of ['wrong-type.who.age', 'missing-key.who', 'out-of-range.who.age', 'outside-enum.mood'])
      assert.ok(taken.includes(name), name);
    for (const name of ['enum-spelling.mood', 'wrapped-value']) assert.ok(!taken.includes(name), name);
  });

  test('what only the schema says is broken where it follows from it, and is refused', async () => {
    const operators = async (value: object) => {
      const report = await run(limited, note(value));
      return report.ok
        ? report.outcomes.filter(({ operator }) => /^(?:length|pattern|wrong-variant)/.test(operator))
        : [];
    };
    const all = { note: 'ab', name: 'Ida', day: '2024-05', act: { kind: 'say', words: 'hi' } };
    assert.deepEqual(
      (await operators(all)).map(({ operator, passed }) => [operator, passed]),
      ['length.note', 'length.name', 'pattern.day', 'wrong-variant.act'].map(name => [name, true]),
    );
    // Of a list without items no longer one can be made, and a word out of a list has no length.
    assert.deepEqual(await operators({ maybe: 'good', tags: [] }), []);
  });

  test('members whose names read alike keep names of their own', async () => {
    const report = await run({ type: 'JsonOutputParser' }, '{"a b": 1, "a-b": 2, "a": {"b": 3}}');
    const names = report.ok ? report.outcomes.map(({ operator }) => operator) : [];
    assert.equal(new Set(names).size, names.length);
  });

  const onMessages: readonly (readonly [operator: string, changed: RegExp])[] = [
    ['reasoning-before', /"content": "<think>\\n.*Now\."/],
    ['trailing-comma', /\\"ls -l\\",}"/],
    ['wrapped-in-array', /"arguments": "\[{.*}\]"/],
    ['cut-before-end', /\\"ls -l\\""/],
    ['raw-newline', /ls\\n-l/],
  ];
  for (const [operator, changed] of onMessages)
    test(`a provider’s message: ${operator}`, async () => {
      const report = await run({ type: 'function_calling' }, call);
      const outcome = report.ok ? report.outcomes.find(each => each.operator === operator) : undefined;
      assert.match(outcome?.response ?? 'not tried', changed);
      assert.ok(JSON.parse(outcome!.response));
    });

  const untouched: readonly (readonly [what: string, definition: object, response: string, family: string])[] = [
    [
      'a fence in a value',
      { type: 'MultiTaggedContentParser', tagged_contents: [tag('A')] },
      '[A]x\n```sh\nls\n```\n[/A]',
      'fences',
    ],
    [
      'JSON in code',
      { type: 'MarkdownCodeBlockParser', language_name: 'python' },
      '```python\nx = {"a": "b c"}\n```',
      'json',
    ],
    ['HTML in a value', { type: 'MultiTaggedContentParser', tagged_contents: [tag('A')] }, '[A]<b>x</b>[/A]', 'tags'],
  ];
  for (const [what, definition, response, family] of untouched)
    test(`${what} is not part of the form`, async () => {
      const report = await run(definition, response);
      const inner = response.slice(response.indexOf(']') + 1);
      assert.ok(report.ok);
      for (const outcome of report.outcomes)
        if (outcome.family === family && outcome.operator !== 'fence-added')
          assert.ok(family === 'tags' && outcome.response.includes(inner.split('[/')[0]!), outcome.operator);
    });

  test('the same seed gives the same mutations, another seed other places', async () => {
    const [one, again, other] = [await run(dict, fenced, 7), await run(dict, fenced, 7), await run(dict, fenced, 8)];
    assert.deepEqual(one, again);
    assert.notDeepEqual(one, other);
  });

  test('whatever the text, the type and the seed: a report, and never a fault of ours', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '```',
        '```json\n',
        '\n',
        '{',
        '}',
        '"',
        '\\',
        '[A]',
        '[/A]',
        '<a>',
        '</a>',
        '<a',
        ': ',
        ',',
        'ls',
        '\r\n',
        '\ud800',
        ' ',
      ),
      fc.string(),
      fc.json(),
    );
    const text = fc.array(piece, { maxLength: 12 }).map(parts => parts.join(''));
    const definitions = parserTypes
      .filter(({ type }) => type !== 'custom')
      .map(({ template }) => readDefinitions(template, 'x.parser.json').definitions[0]!);
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...definitions), fc.integer(), async (response, definition, seed) => {
        const report = await robustnessOf(definition, response, { seed }, nodeHost);
        if (!report.ok) return;
        const { tried, passed, errors, changed, score } = robustnessTotals(report.outcomes);
        // Those of what is cut are no mutations.
        const cut = report.outcomes.filter(({ operator }) => ['stream-cut', 'early-end'].includes(operator)).length;
        const names = report.outcomes.map(({ operator }) => operator.replace(/\..*/, ''));
        const operators = new Set([...names, ...report.skipped.map(({ operator }) => operator)]).size;
        assert.equal(operators - cut, mutationOperators.length);
        assert.equal(passed + errors + changed, tried);
        assert.ok(score !== undefined && score >= 0 && score <= 100);
        for (const outcome of report.outcomes)
          assert.ok(outcome.outcome !== 'error' || outcome.error.class !== 'InternalError', outcome.operator);
      }),
      { numRuns: 300 },
    );
  });
});
