import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { applyEdits } from '../../../../../src/engine/core/applyEdits.ts';
import type { ModelMessage } from '../../../../../src/engine/core/result.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { runtimeOf } from '../../../../../src/engine/parsers/runtimesOf.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';

const content_schema = {
  title: 'Contact',
  description: 'Contact details.',
  type: 'object',
  properties: { name: { type: 'string', description: 'the full name' }, age: { type: 'integer' } },
  required: ['name', 'age'],
};
const contact = { class_name: 'Contact', content_schema };
const tool = { type: 'ToolStrategy', schema: contact };
const provider = { type: 'ProviderStrategy', schema: contact };
const lookup = { type: 'function', function: { name: 'lookup', parameters: { type: 'object', properties: {} } } };
const file = (keys: object) => JSON.stringify(keys, null, 2);

function read(keys: object) {
  const [definition] = readDefinitions(file(keys), 'x.parser.json').definitions;
  ok(definition);
  return definition;
}

const parse = (keys: object, response: string | ModelMessage) =>
  createParser(read(keys), nodeHost).parse(response, { suspicions: true });
const call = (name: string, args: object | string, id?: string) => ({
  ...(id !== undefined && { id }),
  type: 'function',
  function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
});
const message = (...calls: object[]) => JSON.stringify({ content: '', tool_calls: calls });
const ida = { name: 'Ida', age: 5 };

/** Codes of suspicions with what stands at their places. */
async function oddities(keys: object, text: string) {
  const result = await parse(keys, text);
  ok(result.ok, JSON.stringify(result));
  return (result.suspicions ?? []).map(({ code, span }) => [code, span && text.slice(span.start, span.end)]);
}

suite('structured output of agents', () => {
  test('a key of the other runtime is renamed by a fix, and what differs is said', () => {
    const renamed = (keys: object) => {
      const text = file(keys);
      const unread = readDefinitions(text, 'x.parser.json').problems.filter(({ code }) => code === 'unread-key');
      return unread.map(({ message: told, fixes = [] }) => [
        /answers each of several calls/.test(told),
        fixes.flatMap(({ title, edits }) =>
          title.startsWith('Rename') ? [Object.keys(JSON.parse(applyEdits(text, edits))).at(-1)] : [],
        ),
      ]);
    };
    deepEqual(renamed({ ...tool, runtime: 'js', handle_errors: 'Again.' }), [[true, ['handleError']]]);
    deepEqual(renamed({ ...tool, runtime: 'python', handleError: false }), [[true, ['handle_errors']]]);
    deepEqual(renamed({ ...tool, runtime: 'js', tool_message_content: 'Got it.' }), [[false, ['toolMessageContent']]]);
    // Classes of errors are Python's; what is there already is not written again.
    deepEqual(renamed({ ...tool, runtime: 'js', handle_errors: ['ValueError'] }), [[true, []]]);
    deepEqual(renamed({ ...tool, runtime: 'js', handle_errors: true, handleError: true }), [[false, []]]);
  });

  test('what is bound is shown, each description a click to its source', () => {
    const source = file({ ...tool, tools: [{ ...lookup, function: { ...lookup.function, description: 'Looks.' } }] });
    const [definition] = readDefinitions(source, 'x.parser.json').definitions;
    const pieces = createParser(definition!).instructionPieces();
    const bound = JSON.parse(pieces.map(({ text }) => text).join(''));
    deepEqual(Object.keys(bound), ['tools', 'tool_choice']);
    deepEqual(
      pieces.flatMap(({ text, origin }) => (origin ? [[text, source.slice(origin.start, origin.end)]] : [])),
      ['"Looks."', '"Contact details."', '"the full name"'].map(text => [text, text]),
    );
    const own = JSON.parse(createParser(read({ ...provider, strict: true })).formatInstruction());
    deepEqual(own.response_format.json_schema.strict, true);
  });

  test('a bare schema becomes what the model’s name says, and both are shown', () => {
    const boundOf = (keys: object) => {
      const parser = createParser(read({ type: 'AutoStrategy', schema: contact, ...keys }));
      return [Object.keys(JSON.parse(parser.formatInstruction())).includes('response_format'), parser.views().length];
    };
    for (const [model, isOwn] of [
      ['openai:gpt-4o-mini', true],
      ['gpt-5.5', true],
      ['gpt-5.6', false],
      ['gpt-50', false],
      ['anthropic/claude-sonnet-4-5-20250929', true],
      ['claude-sonnet-4-0', false],
      ['mygpt-4o', false],
    ] as const)
      deepEqual(boundOf({ model }), [isOwn, 2], model);
    deepEqual(boundOf({ model: 'gpt-4o', runtime: 'js' }), [false, 2]);
    deepEqual(boundOf({}), [false, 2]);
  });

  for (const [what, keys, runtime] of [
    ['none', {}, 'python'],
    ['as its name', { runtime: 'javascript' }, 'js'],
    ['by a key', { handleError: false }, 'js'],
    ['by a kind', { schema: { ...contact, kind: 'zod' } }, 'js'],
    ['by Python’s key', { handle_errors: false }, 'python'],
  ] as const)
    test(`the runtime of a definition: ${what}`, () => {
      equal(runtimeOf(read({ ...tool, ...keys }))?.id, runtime);
      const { problems } = readDefinitions(file({ ...tool, ...keys }), 'x.parser.json');
      deepEqual(
        problems.map(({ code }) => code),
        runtime === 'js' && !('runtime' in keys) ? ['told-runtime'] : [],
      );
    });

  test('the value is that of the arguments, with the places of its members', async () => {
    const text = message(call('Contact', { name: 'I "d" a', age: '5' }, 'a'));
    const result = await parse(tool, text);
    ok(result.ok);
    deepEqual(result.value, { name: 'I "d" a', age: 5 });
    deepEqual(
      result.fields.map(({ key, inner }) => [key, text.slice(inner.start, inner.end)]),
      [
        ['name', 'I \\\\\\"d\\\\\\" a'],
        ['age', '5'],
      ],
    );
    deepEqual(result.extra?.sent_back, [
      { name: 'Contact', tool_call_id: 'a', content: `Returning structured response: name='I "d" a' age=5` },
    ]);
    deepEqual(result.suspicions, []);
  });

  test('a message as an object reads alike', async () => {
    const result = await parse(tool, { content: '', tool_calls: [call('Contact', ida, 'a')] });
    deepEqual(result.ok && result.value, ida);
  });

  for (const keys of [{}, { runtime: 'js' }])
    test(`what breaks the schema is told, with its place ${JSON.stringify(keys)}`, async () => {
      const text = message(call('Contact', { name: 'Ida', age: 'x' }, 'a'));
      const result = await parse({ ...tool, ...keys }, text);
      ok(!result.ok);
      const { violations, feedback, sent_back, unanswered } = result.error;
      deepEqual(
        violations?.map(({ path, span }) => [path, text.slice(span.start, span.end)]),
        [['/age', '\\"x\\"']],
      );
      deepEqual(
        sent_back?.map(({ tool_call_id, content }) => [tool_call_id, content]),
        [['a', feedback]],
      );
      equal(unanswered, undefined);
    });

  test('an error that is not handled ends the run: nothing is told', async () => {
    const text = message(call('Contact', { name: 'Ida' }, 'a'));
    for (const keys of [{ handle_errors: false }, { handle_errors: { class: 'KeyError' } }, { handleError: false }]) {
      const result = await parse({ ...tool, ...keys }, text);
      ok(!result.ok);
      deepEqual([result.error.feedback, result.error.sent_back], [undefined, undefined]);
    }
    const told = await parse({ ...tool, handle_errors: 'Again!' }, text);
    equal(!told.ok && told.error.feedback, 'Again!');
  });

  test('of two calls Python answers both, JavaScript the first alone', async () => {
    const text = message(call('Contact', ida, 'a'), call('Contact', ida, 'b'));
    const [python, js] = [await parse(tool, text), await parse({ ...tool, runtime: 'js' }, text)];
    deepEqual(!python.ok && [python.error.sent_back?.length, python.error.unanswered], [2, undefined]);
    deepEqual(!js.ok && [js.error.sent_back?.length, js.error.unanswered], [1, ['b']]);
  });

  test('no value and no error is suspicious, at the place of the value', async () => {
    const args = JSON.stringify(JSON.stringify(ida)).slice(1, -1);
    for (const runtime of ['python', 'js']) {
      const keys = { ...tool, runtime };
      deepEqual(await oddities(keys, `Here: ${JSON.stringify(ida)}!`), [['nothing-came', JSON.stringify(ida)]]);
      deepEqual(await oddities(keys, 'I cannot say.'), [['nothing-came', undefined]]);
      deepEqual(await oddities(keys, message(call('contact', ida))), [['nothing-came', args]]);
      const broken = call('Contact', '{"name": ');
      deepEqual(await oddities(keys, message(broken)), [['nothing-came', JSON.stringify(broken)]]);
      deepEqual(await oddities({ ...keys, tools: [lookup] }, message(call('lookup', {}))), []);
    }
    deepEqual(await oddities(provider, message(call('lookup', {}))), []);
  });

  test('who asks again after an answer without the schema’s call', async () => {
    const asked = async (keys: object, response: string) => {
      const result = await parse(keys, response);
      return result.ok && result.extra?.asked_again;
    };
    for (const [tools, runtime, words, other] of [
      [[], 'python', true, true],
      [[lookup], 'python', false, true],
      [[], 'js', false, false],
      [[lookup], 'js', false, true],
    ] as const) {
      const keys = { ...tool, tools, runtime };
      deepEqual(
        [await asked(keys, 'I cannot say.'), await asked(keys, message(call('lookup', {}, 'a')))],
        [words, other],
        `${runtime} ${tools.length}`,
      );
      equal(await asked(keys, message(call('Contact', ida, 'a'))), false);
    }
  });

  test('a name in other letters is told by the tools', async () => {
    const result = await parse({ ...tool, tools: [lookup] }, message(call('contact', ida, 'a')));
    ok(result.ok);
    equal(result.extra?.feedback, 'Error: contact is not a valid tool, try one of [lookup].');
  });

  test('a dictionary is not checked, and a class drops members: at their places', async () => {
    const broken = { name: 'Ida', age: 'x' };
    deepEqual(await oddities({ ...tool, schema: content_schema }, message(call('Contact', broken))), [
      ['breaks-schema', '\\"x\\"'],
    ]);
    deepEqual(await oddities({ ...provider, schema: content_schema }, JSON.stringify(broken)), [
      ['breaks-schema', '"x"'],
    ]);
    deepEqual(await oddities(provider, '{"name": "Ida", "age": "5", "more": 1}'), [['members-dropped', '1']]);
    deepEqual(await oddities(tool, message(call('Contact', { ...ida, more: [1] }))), [['members-dropped', '[1]']]);
  });

  test('JavaScript’s nameless message has the reason beside it', async () => {
    const broken = await parse({ ...provider, runtime: 'js' }, '{"name": "Ida", "age": "5"}');
    deepEqual(!broken.ok && broken.error.violations?.map(({ path }) => path), ['/age']);
    const cut = await parse({ ...provider, runtime: 'js' }, '{"name": "Ida",');
    ok(!cut.ok && cut.error.details?.[0]?.msg.includes('JSON'));
  });

  test('the tool of a schema without a title has another name in every run', async () => {
    const { title: _, ...schema } = content_schema;
    for (const [runtime, name] of [
      ['python', 'response_format_9f3a'],
      ['js', 'extract-7'],
    ] as const) {
      const result = await parse({ ...tool, runtime, schema }, message(call(name, ida)));
      deepEqual(result.ok && result.value, ida);
    }
  });

  for (const schema of [[contact, { title: 'Other', type: 'object' }], { oneOf: [content_schema, { title: 'Other' }] }])
    test(`several schemas: ${Array.isArray(schema) ? 'a list' : 'oneOf'}`, async () => {
      for (const runtime of ['python', 'js']) {
        const parser = createParser(read({ ...tool, runtime, schema }));
        equal(parser.tools().length, 2);
        const result = await parser.parse(message(call('Contact', ida)));
        deepEqual(result.ok && result.value, ida);
      }
    });

  test('a pattern that does not end is ended', async () => {
    const schema = { title: 'A', type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const slow = message(call('A', { a: `${'a'.repeat(40)}!` }));
    const result = await parse({ ...tool, runtime: 'js', schema }, slow);
    equal(!result.ok && result.error.class, 'PatternTimeoutError');
    const fine = await parse({ ...tool, runtime: 'js', schema }, message(call('A', { a: 'aa' })));
    deepEqual(fine.ok && fine.value, { a: 'aa' });
    const other = await parse({ ...tool, runtime: 'js', schema }, message(call('A', { a: 'b' }, 'a')));
    ok(!other.ok && other.error.message.includes('String does not match pattern.'));
  });
});

suite('structured output of agents, and what cannot be', () => {
  const codesOf = (keys: object) =>
    readDefinitions(file(keys), 'x.parser.json').problems.map(({ code, span }) => [
      code,
      file(keys).slice(span.start, span.end),
    ]);
  const titled = (title: string, more: object = {}) => ({ title, type: 'object', properties: {}, ...more });

  test('a tool that providers refuse, and names that stand twice', () => {
    deepEqual(codesOf({ ...tool, schema: titled('a b') }), [['uncallable-tool', '"a b"']]);
    deepEqual(codesOf({ ...provider, schema: titled('a b') }), []);
    deepEqual(codesOf({ ...tool, schema: { title: 'A', type: 'array', items: {} } }), [['uncallable-tool', '"array"']]);
    deepEqual(
      codesOf({ ...tool, schema: [titled('A'), titled('B'), titled('A')] }).map(([code]) => code),
      ['duplicate-name'],
    );
  });

  test('a default of zod’s is not applied; Pydantic’s is', () => {
    const schema = { content_schema: titled('A', { properties: { default: { type: 'integer', default: 1 } } }) };
    for (const type of ['ToolStrategy', 'ProviderStrategy'])
      deepEqual(codesOf({ type, runtime: 'js', schema }), [['unapplied-default', '"default"']]);
    deepEqual(codesOf({ type: 'ToolStrategy', schema }), []);
    deepEqual(codesOf({ type: 'ToolStrategy', runtime: 'js', schema: schema.content_schema }), []);
  });

  test('no schema, and several for a provider', () => {
    throws(() => createParser(read({ type: 'ToolStrategy' })), { class: 'InvalidDefinition' });
    throws(() => createParser(read({ ...provider, schema: [contact, contact] })), { class: 'ValueError' });
  });

  test('schemas that name themselves, or double with every level', async () => {
    const node = { type: 'object', title: 'Node', properties: { next: { $ref: '#/$defs/Node' } } };
    const tree = { ...node, $defs: { Node: node } };
    const levels = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `L${i}`,
        { type: 'object', properties: { a: { $ref: `#/$defs/L${i + 1}` }, b: { $ref: `#/$defs/L${i + 1}` } } },
      ]),
    );
    const wide = { title: 'Wide', type: 'object', properties: { a: { $ref: '#/$defs/L0' } }, $defs: levels };
    for (const runtime of ['python', 'js']) {
      const parser = createParser(read({ ...tool, runtime, schema: tree }), nodeHost);
      const result = await parser.parse(message(call('Node', { next: { next: {} } })));
      deepEqual(result.ok && result.value, { next: { next: {} } });
      const endless = { title: 'E', $ref: '#' };
      await parse({ ...tool, runtime, schema: endless }, message(call('E', { a: 1 })));
    }
    throws(() => createParser(read({ ...tool, schema: wide })), { class: 'InvalidDefinition' });
    createParser(read({ ...tool, runtime: 'js', schema: wide })).formatInstruction();
  });

  test('100 schemas, and 2,000 calls without ids', async () => {
    const schema = Array.from({ length: 100 }, (_, i) => ({ ...content_schema, title: `C${i}` }));
    const calls = Array.from({ length: 2000 }, (_, i) => call(`C${i % 100}`, ida));
    for (const runtime of ['python', 'js']) {
      const result = await parse({ ...tool, runtime, schema }, message(...calls));
      ok(!result.ok);
      const { class: name, sent_back } = result.error;
      const isPython = runtime === 'python';
      // JavaScript cannot answer a call without an id.
      deepEqual([name, sent_back?.length], isPython ? ['MultipleStructuredOutputsError', 20] : ['Error', undefined]);
    }
    const answered = calls.map((each, i) => ({ ...each, id: `call_${i}` }));
    const result = await parse({ ...tool, runtime: 'js', schema }, message(...answered));
    deepEqual(!result.ok && [result.error.sent_back?.length, result.error.unanswered?.length], [1, 20]);
    const broken = await parse({ ...tool, runtime: 'js', handleError: false }, message(call('Contact', {})));
    equal(
      !broken.ok && broken.error.message,
      'Tool call ID is required to handle tool output errors. Please provide a tool call ID.',
    );
    const unknown = calls.map((_, i) => call(`x${i}`, ida));
    ok((await parse({ ...tool, schema }, message(...unknown))).ok);
  });

  for (const schema of [
    [],
    5,
    [[contact]],
    { content_schema: [] },
    { type: 'array', items: {} },
    { title: 'a b', $ref: 1 },
  ])
    test(`a schema that is none: ${JSON.stringify(schema).slice(0, 40)}`, async () => {
      for (const type of ['ToolStrategy', 'ProviderStrategy', 'AutoStrategy'])
        for (const runtime of ['python', 'js'])
          for (const text of ['', '[]', message(call('a b', '[1]')), message(call('', ida)), '{"tool_calls": [1]}']) {
            const { definitions } = readDefinitions(file({ type, runtime, schema }), 'x.parser.json');
            try {
              const result = await createParser(definitions[0]!, nodeHost).parse(text, { suspicions: true });
              ok(result.ok || result.error.class !== 'InternalError', JSON.stringify(result));
            } catch (error) {
              ok(/^(?:InvalidDefinition|ValueError)$/.test((error as Error).name), String(error));
            }
          }
    });
});
