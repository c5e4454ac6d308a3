import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { exportDefinitions, importDefinitions, importedText } from '../../../../src/engine/interchange/index.ts';
import { operations } from '../../../conformance/adapters/operations.ts';

const { langroid, structured, sweagent } = operations;

const definitionsOf = (config: unknown) => readDefinitions(JSON.stringify(config), 'thing.parser.json').definitions;

function exported(config: unknown, id: string) {
  const answer = exportDefinitions(definitionsOf(config), id);
  assert.ok(answer.ok, answer.ok ? '' : answer.refusals[0]?.message);
  return { ...answer, json: id === 'sweagent' || id === 'typescript' ? undefined : JSON.parse(answer.text) };
}

function imported(text: string, fileName: string) {
  const result = importDefinitions(text, undefined, fileName);
  const { definitions, problems } = readDefinitions(importedText(result), 'x.parser.json');
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  assert.equal(definitions.length, result.definitions.length);
  return { ...result, json: importedText(result) === '' ? undefined : JSON.parse(importedText(result)) };
}

const places = (text: string, problems: readonly { message: string; span: { start: number; end: number } }[]) =>
  problems.map(({ span }) => text.slice(span.start, span.end));

const commands = [
  {
    name: 'go',
    docstring: 'goes there',
    signature: 'go <to> [<why>]',
    arguments: [
      { name: 'to', type: 'string', description: 'where', required: true, enum: ['home', 'away'] },
      { name: 'why', type: 'array', description: 'reasons', required: false, items: { type: 'string' } },
    ],
  },
  { name: 'submit', docstring: 'ends', signature: 'submit' },
];
const tools = [
  {
    request: 'square',
    purpose: 'To square a <number>.',
    schema: { properties: { number: { type: 'integer' } }, required: ['number'] },
  },
  { request: 'rest', schema: { properties: {} } },
];
const person = {
  title: 'Person',
  type: 'object',
  properties: {
    name: { title: 'Name', type: 'string' },
    friend: { $ref: '#/$defs/Person' },
    age: { type: 'integer', default: 1 },
  },
  required: ['name'],
  $defs: { Person: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
};
const schemaDefinition = { type: 'MarkdownJsonDictParser', content_schema: person };

suite('JSON Schema', () => {
  test('a schema is written as it is, exactly', () => {
    const text =
      '{ "type": "MarkdownJsonDictParser", "content_schema": { "type": "object", "properties": { "a": { "type": "number", "maximum": 1.0, "minimum": -12345678901234567890 } } } }';
    const answer = exportDefinitions(readDefinitions(text, 'a.parser.json').definitions, 'json-schema');
    assert.ok(answer.ok);
    assert.deepEqual(answer.losses, []);
    assert.match(answer.text, /"maximum": 1\.0,\s+"minimum": -12345678901234567890/);
    assert.deepEqual(exported(schemaDefinition, 'json-schema').json, person);
  });

  test('hints, tags and kinds become the schema of an object', () => {
    const hints = exported(
      { type: 'MarkdownJsonDictParser', content_hint: { a: 'x', b: ['y'], c: { d: 1 } }, required_keys: ['a', 'z'] },
      'json-schema',
    );
    assert.deepEqual(hints.json, {
      title: 'thing',
      type: 'object',
      properties: {
        a: { description: 'x' },
        b: { type: 'array', items: { description: 'y' } },
        c: { type: 'object', properties: { d: { description: '1' } } },
        z: {},
      },
      required: ['a', 'z'],
    });
    const tag = (name: string, parse_json?: true) => ({
      name,
      tag_begin: `[${name}]`,
      content_hint: `the ${name}`,
      tag_end: `[/${name}]`,
      ...(parse_json && { parse_json }),
    });
    const tags = exported(
      { type: 'MultiTaggedContentParser', tagged_contents: [tag('a'), tag('b', true)], keys_allow_missing: ['b'] },
      'json-schema',
    );
    assert.deepEqual(tags.json.properties, {
      a: { type: 'string', description: 'the a' },
      b: { description: 'the b' },
    });
    assert.deepEqual(tags.json.required, ['a']);
    assert.deepEqual(
      exported(
        { type: 'AgentOutput', allowed_kinds: ['a', 'b'], extra_fields: ['winner'], fallback_kind: 'a' },
        'json-schema',
      ).json,
      structured.buildOutputModel(['a', 'b'], ['winner']).schema,
    );
  });

  test('several schemas in one file keep their own references', () => {
    const answer = exported({ parsers: { one: schemaDefinition, two: schemaDefinition } }, 'json-schema');
    assert.deepEqual(answer.losses, []);
    assert.deepEqual(Object.keys(answer.json.$defs), ['one', 'two']);
    assert.deepEqual(imported(answer.text, 'x.json').json, {
      parsers: { one: schemaDefinition, two: schemaDefinition },
    });
  });

  test('what is not a schema of an object is refused, or nothing at all', () => {
    assert.match(
      importDefinitions('{ "type": "array" }', 'json-schema', 'x.json').problems[0]!.message,
      /something else/,
    );
    for (const text of ['{ "type": "MarkdownJsonDictParser" }', '{ "name": "x", "version": "1" }', '[1]', '3'])
      assert.match(importDefinitions(text, undefined, 'x.json').problems[0]!.message, /nothing here/);
    const broken = importDefinitions('{ "type": }', undefined, 'x.json');
    assert.deepEqual(
      broken.problems.map(({ span }) => span.start),
      [10],
    );
  });

  test('a selection is read alone, its places are those of the file', () => {
    const text = 'x = {"type": "object", "properties": {"a": {}}} # {';
    const span = { start: 4, end: text.lastIndexOf('}') + 1 };
    const { definitions } = importDefinitions(text, 'json-schema', 'x.py', span);
    assert.deepEqual(
      definitions.map(each => each.span),
      [span],
    );
    assert.equal(importDefinitions(text, 'json-schema', 'x.py', { start: 0, end: 9 }).problems[0]?.severity, 'error');
  });
});

suite('OpenAI and Anthropic', () => {
  test("functions are SWE-agent's and Langroid's own", () => {
    assert.deepEqual(
      exported({ type: 'function_calling', commands }, 'openai-tools').json,
      sweagent.functionSchema(commands),
    );
    assert.deepEqual(
      exported({ type: 'ToolMessage', tools }, 'openai-tools').json,
      tools.map(tool => ({ type: 'function', function: langroid.functionSchema(tool) })),
    );
    const [first] = exported({ type: 'ToolMessage', tools }, 'anthropic-tools').json;
    const { name, description, parameters } = langroid.functionSchema(tools[0]!) as Record<string, unknown>;
    assert.deepEqual(first, { name, description, input_schema: parameters });
  });

  test('functions come back as commands, as tools, or as a schema', () => {
    for (const id of ['openai-tools', 'anthropic-tools']) {
      const back = (config: unknown) => imported(exported(config, id).text, 'thing.json').json;
      const without = commands.map(({ signature: _, ...command }) => command);
      assert.deepEqual(back({ type: 'function_calling', commands }), { type: 'function_calling', commands: without });
      assert.deepEqual(back({ type: 'function_calling' }), { type: 'function_calling' });
      assert.deepEqual(
        back({ type: 'ToolMessage', tools }).tools.map(({ request }: { request: string }) => request),
        ['square', 'rest'],
      );
      assert.deepEqual(back({ ...schemaDefinition, description: 'A person.' }), {
        type: 'MarkdownJsonDictParser',
        description: 'A person.',
        content_schema: person,
      });
    }
  });

  test('of a tool of Anthropic’s nothing is lost that a definition can have, and what it cannot is told', () => {
    const tool = { name: 'go', description: 'Goes.', type: 'custom', input_schema: { type: 'object', properties: {} } };
    const text = JSON.stringify([{ ...tool, cache_control: { type: 'ephemeral' } }]);
    const { problems } = imported(text, 'thing.json');
    assert.equal(problems.length, 1);
    assert.match(problems[0]!.message, /cache_control/);
  });

  test('other shapes of requests', () => {
    const fn = { name: 'go', parameters: { type: 'object', properties: { to: { type: 'string' } } } };
    for (const given of [fn, [fn], { tools: [{ type: 'function', ...fn }] }, { type: 'function', function: fn }])
      assert.deepEqual(
        imported(JSON.stringify(given), 'x.json').json.tools.map(({ request }: { request: string }) => request),
        ['go'],
      );
    const text = JSON.stringify([fn, { type: 'web_search' }]);
    assert.deepEqual(places(text, imported(text, 'x.json').problems), ['{"type":"web_search"}']);
    const format = { type: 'json_schema', name: 'person', schema: person };
    for (const given of [
      format,
      { text: { format } },
      { response_format: { type: 'json_schema', json_schema: format } },
    ])
      assert.deepEqual(imported(JSON.stringify(given), 'x.json').json, schemaDefinition);
  });

  test('response formats of several definitions are one file, which no request takes as it is', () => {
    const one = exported({ parsers: { a: schemaDefinition } }, 'openai-response-format');
    const two = exported({ parsers: { a: schemaDefinition, b: schemaDefinition } }, 'openai-response-format');
    assert.deepEqual([one.json.type, Object.keys(two.json)], ['json_schema', ['a', 'b']]);
    const whole = (losses: readonly { definition?: string; message: string }[]) =>
      losses.flatMap(({ definition, message }) => (definition === undefined ? /takes one/.exec(message)?.[0] : []));
    assert.deepEqual([whole(one.losses), whole(two.losses)], [[], ['takes one']]);
  });

  test('only formats are taken from a file of several things; a description is a text', () => {
    const schema = { type: 'object', properties: {} };
    const other = { type: 'other', name: 'x', schema };
    const text = JSON.stringify({ a: { type: 'json_schema', name: 'n', description: 3, schema }, b: other });
    const { definitions, problems, json } = imported(text, 'x.json');
    assert.deepEqual([definitions.length, places(text, problems)], [1, [JSON.stringify(other)]]);
    assert.deepEqual(json, { type: 'MarkdownJsonDictParser', content_schema: schema });
  });

  test('names that providers refuse', () => {
    const { definitions } = readDefinitions(
      JSON.stringify({ parsers: { 'a b/ü': schemaDefinition } }),
      'x.parser.json',
    );
    const answer = exportDefinitions(definitions, 'openai-tools');
    assert.ok(answer.ok);
    assert.equal(JSON.parse(answer.text)[0].function.name, 'a_b__');
    assert.match(answer.losses[0]!.message, /a_b__/);
  });

  test('requests as they are sent, and lists of tools of other programs', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const expected = { type: 'ToolMessage', tools: [{ request: 'f', purpose: 'd', schema }] };
    const about = { name: 'f', description: 'd' };
    const requests: readonly (readonly [request: object, untaken: readonly string[]])[] = [
      [
        { model: 'x', tools: [{ type: 'function', function: { ...about, strict: true, parameters: schema } }] },
        ['strict', 'model'],
      ],
      [{ tools: [{ type: 'function', ...about, parameters: schema, strict: true }] }, ['strict']],
      [{ tools: [{ type: 'function', ...about, parameters: schema, strict: false }] }, []],
      [{ functions: [{ ...about, parameters: schema }], function_call: 'auto' }, ['function_call']],
      [
        { max_tokens: 1, tools: [{ ...about, input_schema: schema, cache_control: { type: 'ephemeral' } }] },
        ['cache_control', 'max_tokens'],
      ],
      [{ tools: [{ ...about, inputSchema: schema, annotations: {} }] }, ['annotations']],
    ];
    for (const [request, untaken] of requests) {
      const text = JSON.stringify(request);
      const { json, problems } = imported(text, 'request.json');
      assert.deepEqual(json, expected, text);
      assert.deepEqual(
        problems.map(({ message }) => /`(.*)` is not taken over/.exec(message)?.[1]),
        untaken,
        text,
      );
      for (const [i, key] of untaken.entries())
        assert(text.includes(`"${key}":${places(text, problems)[i]}`), `the place of ${key}`);
    }
    const one = { type: 'json_schema', json_schema: { name: 'n', strict: false, schema } };
    assert.deepEqual(
      imported(JSON.stringify({ model: 'x', response_format: one }), 'x.json').problems.map(({ message }) => message),
      ['model', 'strict'].map(key => `\`${key}\` is not taken over: a definition has no key for it.`),
    );
    const text = JSON.stringify({
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
      tools: [{ name: 'f', parameters: schema }],
    });
    const both = imported(text, 'request.json');
    assert.deepEqual(both.json, { type: 'MarkdownJsonDictParser', content_schema: schema });
    assert.deepEqual(places(text, both.problems), [JSON.stringify([{ name: 'f', parameters: schema }])]);
  });
});
