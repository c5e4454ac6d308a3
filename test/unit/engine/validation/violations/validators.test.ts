import assert from 'node:assert/strict';
import { applyEdits } from '../../../../../src/engine/core/applyEdits.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../../src/engine/parsers/definition.ts';

const joke = {
  title: 'Joke',
  type: 'object',
  properties: {
    setup: { type: 'string', minLength: 1, maxLength: 9 },
    stars: { type: 'integer', minimum: 1, maximum: 5 },
    mood: { type: 'string', enum: ['Good', 'Very Good', 'Bad'], default: 'Good' },
    tags: { type: 'array', items: { type: 'string' }, default: [] },
    day: { type: 'string', pattern: '^\\d{4}-\\d{2}$', default: '2024-01' },
    loud: { type: 'boolean', default: false },
  },
  required: ['setup', 'stars'],
};

function define(definition: object): Definition {
  return readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions[0]!;
}

/** What validates, and the causes that it does not have: Pydantic coerces, and takes `"3"` for 3. */
const validators: Readonly<Record<string, { readonly definition: Definition; readonly isLax: boolean }>> = {
  'Pydantic, of AgentScope': {
    definition: define({ type: 'MarkdownJsonDictParser', content_schema: joke }),
    isLax: true,
  },
  'Pydantic, of LangChain': { definition: define({ type: 'PydanticOutputParser', content_schema: joke }), isLax: true },
  'zod, of LangChain.js': {
    definition: define({ type: 'StandardSchemaOutputParser', content_schema: joke }),
    isLax: false,
  },
  'JSON Schema, of AgentScope 2': {
    definition: define({ type: 'structured_output', content_schema: joke }),
    isLax: false,
  },
};

type Found = readonly (readonly [path: string, cause: string, part: string])[];
interface Case {
  readonly text: string;
  readonly found: Found;
  /** The members that the first candidate gives; absent: there is none. */
  readonly reads?: Readonly<Record<string, unknown>>;
  /** Whether Pydantic coerces it. */
  readonly isCoerced?: true;
}

const cases: readonly Case[] = [
  { text: '{"setup": "a"}', found: [['/stars', 'missing-key', '{']] },
  {
    text: '{}',
    found: [
      ['/setup', 'missing-key', '{'],
      ['/stars', 'missing-key', '{'],
    ],
  },
  { text: '{"stars": 3, "mood": "Bad"}', found: [['/setup', 'missing-key', '{']] },
  { text: '{"setup": "a", "stars": null}', found: [['/stars', 'null-value', 'null']] },
  { text: '{"setup": null, "stars": 3}', found: [['/setup', 'null-value', 'null']] },
  {
    text: '{"setup": "a", "stars": 3, "tags": null}',
    found: [['/tags', 'null-value', 'null']],
    reads: { setup: 'a', stars: 3 },
  },
  {
    text: '{"tags": null, "setup": "a", "stars": 3}',
    found: [['/tags', 'null-value', 'null']],
    reads: { setup: 'a', stars: 3 },
  },
  { text: '{"setup": "a", "stars": 3, "tags": ["x", null]}', found: [['/tags/1', 'null-value', 'null']] },
  { text: '{"setup": 5, "stars": 3}', found: [['/setup', 'wrong-type', '5']], reads: { setup: '5', stars: 3 } },
  { text: '{"setup": "a", "stars": 2.5}', found: [['/stars', 'wrong-type', '2.5']] },
  { text: '{"setup": "a", "stars": "many"}', found: [['/stars', 'wrong-type', '"many"']] },
  {
    text: '{"setup": "a", "stars": "3 of them"}',
    found: [['/stars', 'wrong-type', '"3 of them"']],
    reads: { setup: 'a', stars: 3 },
  },
  {
    text: '{"setup": "a", "stars": "3"}',
    found: [['/stars', 'wrong-type', '"3"']],
    reads: { setup: 'a', stars: 3 },
    isCoerced: true,
  },
  {
    text: '{"setup": "a", "stars": 3, "loud": "True"}',
    found: [['/loud', 'wrong-type', '"True"']],
    reads: { loud: true },
    isCoerced: true,
  },
  { text: '{"setup": "a", "stars": 3, "tags": "x"}', found: [['/tags', 'wrong-type', '"x"']], reads: { tags: ['x'] } },
  {
    text: `{"setup": "a", "stars": 3, "tags": "['x', 'y']"}`,
    found: [['/tags', 'wrong-type', `"['x', 'y']"`]],
    reads: { tags: ['x', 'y'] },
  },
  {
    text: '{"setup": "a", "stars": 3, "tags": ["x", 2, "z"]}',
    found: [['/tags/1', 'wrong-type', '2']],
    reads: { tags: ['x', '2', 'z'] },
  },
  { text: '{"setup": "a", "stars": 3, "mood": "great"}', found: [['/mood', 'outside-enum', '"great"']] },
  { text: '{"setup": "a", "stars": 3, "mood": ""}', found: [['/mood', 'outside-enum', '""']] },
  {
    text: '{"setup": "a", "stars": 3, "mood": "bad"}',
    found: [['/mood', 'enum-spelling', '"bad"']],
    reads: { mood: 'Bad' },
  },
  {
    text: '{"setup": "a", "stars": 3, "mood": "very_good"}',
    found: [['/mood', 'enum-spelling', '"very_good"']],
    reads: { mood: 'Very Good' },
  },
  { text: '{"setup": "a", "stars": 9}', found: [['/stars', 'out-of-range', '9']] },
  { text: '{"setup": "a", "stars": 0}', found: [['/stars', 'out-of-range', '0']] },
  { text: '{"setup": "a", "stars": 3, "day": "May"}', found: [['/day', 'pattern', '"May"']] },
  { text: '{"setup": "", "stars": 3}', found: [['/setup', 'length', '""']] },
  { text: '{"setup": "a long story", "stars": 3}', found: [['/setup', 'length', '"a long story"']] },
  {
    text: '{"result": {"setup": "a", "stars": 3}}',
    found: [['', 'wrapped-value', '{"result": {"setup": "a", "stars": 3}}']],
    reads: { setup: 'a', stars: 3 },
  },
  {
    text: '{"joke": {"setup": "a", "stars": 3}}',
    found: [['', 'wrapped-value', '{"joke": {"setup": "a", "stars": 3}}']],
    reads: { setup: 'a', stars: 3 },
  },
  {
    text: '{"properties": {"setup": "a", "stars": 3}}',
    found: [['', 'schema-echo', '{"properties": {"setup": "a", "stars": 3}}']],
    reads: { setup: 'a', stars: 3 },
  },
  // All of them are mended, or none is.
  {
    text: '{"setup": 5, "stars": 9}',
    found: [
      ['/setup', 'wrong-type', '5'],
      ['/stars', 'out-of-range', '9'],
    ],
  },
  {
    text: '{"setup": 5, "stars": 3, "mood": "bad"}',
    found: [
      ['/setup', 'wrong-type', '5'],
      ['/mood', 'enum-spelling', '"bad"'],
    ],
    reads: { setup: '5', mood: 'Bad' },
  },
];

// Where each validator's errors stand in the answer, and what the definition reads once they are mended.
for (const [name, { definition, isLax }] of Object.entries(validators))
  suite(`violations by ${name}`, () => {
    const parser = createParser(definition);
    for (const { text, found, reads, isCoerced } of cases)
      test(text, async () => {
        const result = await parser.parse(text);
        if (isLax && isCoerced) return assert.equal(result.ok, true);
        assert.ok(!result.ok);
        const { violations = [] } = result.error;
        assert.deepEqual(
          violations.map(({ path, cause, span }) => [path, cause, text.slice(span.start, span.end)]),
          found,
        );
        for (const { message, wanted, got } of violations) assert.ok(message && wanted && got);
        const diagnosis = await parser.diagnose(text);
        assert.deepEqual(diagnosis.violations, violations);
        const [best] = diagnosis.candidates;
        if (!reads) return assert.equal(best, undefined);
        assert.deepEqual({ ...(best?.value as object), ...reads }, best?.value);
        const edited = await parser.parse(applyEdits(text, best!.edits));
        assert.deepEqual(edited.ok && edited.value, best!.value);
      });
  });

// Langroid's calls have their members beside the tool's name, and are read as a list of calls.
suite('violations by Pydantic, of Langroid', () => {
  const parser = createParser(define({ type: 'ToolMessage', tools: [{ request: 'tell', schema: joke }] }));
  for (const { text, found, reads, isCoerced } of cases) {
    if (found.some(([path]) => path === '')) continue;
    const call = `So: ${text.replace('{', '{"request": "tell", ').replace(', }', '}')}`;
    test(call, async () => {
      const result = await parser.parse(call);
      if (isCoerced) return assert.equal(result.ok, true);
      assert.ok(!result.ok);
      assert.deepEqual(
        result.error.violations?.map(({ path, cause, span }) => [path, cause, call.slice(span.start, span.end)]),
        found,
      );
      const [best] = (await parser.diagnose(call)).candidates;
      if (!reads) return assert.equal(best, undefined);
      const [value] = best!.value as [object];
      assert.deepEqual({ ...value, ...reads }, value);
    });
  }
});

suite('violations of required keys and of calls', () => {
  test('of a union of Pydantic models those of the nearest', async () => {
    const model = (name: string, key: string) => ({
      title: name,
      type: 'object',
      properties: { [key]: { type: 'string' }, fast: { type: 'boolean' } },
      required: [key],
    });
    const either = { anyOf: [model('Move', 'to'), model('Say', 'words')] };
    const schema = { title: 'Turn', type: 'object', properties: { act: either }, required: ['act'] };
    const parser = createParser(define({ type: 'MarkdownJsonDictParser', content_schema: schema }));
    const causes = async (act: unknown) => {
      const result = await parser.parse(JSON.stringify({ act }));
      return !result.ok && result.error.violations?.map(({ path, cause }) => `${path} ${cause}`);
    };
    assert.deepEqual(await causes({ words: 5 }), ['/act wrong-variant', '/act/words wrong-type']);
    assert.deepEqual(await causes('go'), ['/act wrong-type']);
  });

  test('required keys of a MarkdownJsonDictParser', async () => {
    const parser = createParser(define({ type: 'MarkdownJsonDictParser', required_keys: ['vote', 'why'] }));
    const text = '```json\n{"vote": "Eve"}\n```';
    const result = await parser.parse(text);
    assert.deepEqual(!result.ok && result.error.violations, [
      {
        path: '/why',
        cause: 'missing-key',
        span: { start: 8, end: 9 },
        wanted: 'a value',
        got: 'nothing',
        message: 'Missing required field why in the JSON dictionary object.',
      },
    ]);
  });

  test('a value that reads has none, and an error of syntax has none', async () => {
    const { definition } = validators['Pydantic, of AgentScope']!;
    const parser = createParser(definition);
    assert.equal('violations' in (await parser.diagnose('{"setup": "a", "stars": 3}')), false);
    const broken = await parser.parse('{"setup": ');
    assert.equal(!broken.ok && 'violations' in broken.error, false);
  });

  test('arguments of a call index themselves', async () => {
    const parser = createParser(validators['JSON Schema, of AgentScope 2']!.definition);
    const source = '{"setup": "a", "stars": "many"}';
    const call = { type: 'function', function: { name: 'GenerateStructuredOutput', arguments: source } };
    const result = await parser.parse({ content: '', tool_calls: [call] });
    const [violation] = (!result.ok && result.error.violations) || [];
    assert.deepEqual([violation?.path, violation?.cause, violation?.call], ['/stars', 'wrong-type', 0]);
    assert.equal(source.slice(violation!.span.start, violation!.span.end), '"many"');
  });
});
