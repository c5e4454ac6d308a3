import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type Conversion, conversionTokens, convertType } from '../../../../src/engine/authoring/index.ts';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';

/** The definition in a text, without errors. */
function read(text: string): Definition {
  const { definitions, problems } = readDefinitions(text, 'x.parser.json');
  deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
    text,
  );
  return definitions[0]!;
}

async function conversionOf(
  text: string,
  type: string,
): Promise<Conversion & { losses: readonly { message: string }[] }> {
  const found = (await convertType(text, read(text))).find(each => each.type === type);
  ok(found && 'edits' in found, JSON.stringify(found));
  return found;
}

/** The converted text, and what is told. */
async function converted(given: object, type: string, indent?: number) {
  const text = JSON.stringify(given, undefined, indent);
  const conversion = await conversionOf(text, type);
  ok('edits' in conversion);
  const after = applyEdits(text, conversion.edits);
  JSON.parse(after);
  return { after, definition: read(after), losses: conversion.losses.map(({ message }) => message) };
}

async function valueIn(definition: Definition, sample = 0): Promise<unknown> {
  const result = await createParser(definition).parse(definition.samples[sample]!.text!);
  return result.ok ? result.value : result.error.class;
}

const tag = (name: string, more: object = {}) => ({
  name,
  tag_begin: `[${name}]`,
  content_hint: `the ${name}`,
  tag_end: `[/${name}]`,
  ...more,
});

suite('conversions with losses', () => {
  for (const indent of [undefined, 2])
    test(`tags become sections, and what DSPy has no place for is listed (${indent ? 'lines' : 'one line'})`, async () => {
      const { definition, losses } = await converted(
        {
          type: 'MultiTaggedContentParser',
          keys_to_memory: ['say'],
          tagged_contents: [tag('say'), tag('votes', { parse_json: true }), tag('why')],
          keys_allow_missing: ['why'],
          keys_to_content: 'say',
          samples: [
            { text: '[say] hi [/say][votes]{"a": 1}[/votes]' },
            { text: '[say]hi', expect: { error: 'TagNotFoundError' } },
          ],
        },
        'ChatAdapter',
        indent,
      );
      const { config } = definition.source;
      deepEqual([...config.keys()].sort(), ['samples', 'signature', 'type']);
      const outputs = (config.get('signature') as Map<string, Map<string, unknown>>).get('outputs')!;
      deepEqual(
        [...outputs.values()].map(each => (each as Map<string, unknown>).get('type')),
        ['str', 'dict', 'Optional[str]'],
      );
      deepEqual(await valueIn(definition), { say: 'hi', votes: { a: 1 }, why: null });
      deepEqual(definition.samples[1]!.expect, { error: 'AdapterParseError' });
      const all = losses.join('\n');
      for (const told of [/`\[say\]` is `\[\[ ## say ## \]\]`/, /`None` in the value/, /what goes where/, /in silence/])
        match(all, told);
      match(all, /`TagNotFoundError` becomes `AdapterParseError`/);
      equal(losses.filter(line => line.includes('what goes where')).length, 2);
    });

  test('an input is never called like an output', async () => {
    const { definition } = await converted(
      { type: 'MultiTaggedContentParser', tagged_contents: [tag('request')] },
      'ChatAdapter',
    );
    match(createParser(definition).formatInstruction(), /1\. `request_` \(str\)/);
  });

  test('a name that no field can have is told', async () => {
    const text = JSON.stringify({ type: 'MultiTaggedContentParser', tagged_contents: [tag('class')] });
    const found = (await convertType(text, read(text))).find(({ type }) => type === 'ChatAdapter');
    ok(found && 'refusal' in found);
    match(found.refusal, /no field can be called `class`/);
  });

  test('sections become tags: choices stand in the hint, what is not text is JSON', async () => {
    const { definition, losses } = await converted(
      {
        type: 'ChatAdapter',
        signature: {
          instructions: 'Judge it.',
          inputs: { review: 'str' },
          outputs: { mood: { type: "Literal['good', 'bad']", desc: 'the mood' }, stars: 'int', note: 'Optional[str]' },
        },
        chain_of_thought: true,
        demos: [{ review: 'x', mood: 'good', stars: 1 }],
        samples: [{ text: '[[ ## reasoning ## ]]\nno\n\n[[ ## mood ## ]]\n"good"\n\n[[ ## stars ## ]]\n3' }],
      },
      'MultiTaggedContentParser',
      2,
    );
    const instruction = createParser(definition).formatInstruction();
    match(instruction, /\[MOOD\]the mood – one of: good; bad\[\/MOOD\]/);
    deepEqual(await valueIn(definition), { reasoning: 'no', mood: 'good', stars: 3 });
    const all = losses.join('\n');
    for (const told of [
      /inputs \(`review`\)/,
      /no types: of `mood`, `stars`, `note`/,
      /\(`note`\) is absent/,
      /example is not/,
    ])
      match(all, told);
    ok(!definition.source.config.has('demos'));
  });

  test('a Pydantic class becomes fields, its own classes types; what no type says is listed', async () => {
    const { definition, losses } = await converted(
      {
        type: 'PydanticOutputParser',
        class_name: 'Crew',
        content_schema: {
          $defs: {
            Person: { title: 'Person', type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          },
          description: 'Find the crew.',
          properties: {
            people: { items: { $ref: '#/$defs/Person' }, type: 'array' },
            age: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, description: 'in years' },
            size: { type: 'integer', minimum: 2 },
          },
          required: ['people', 'size'],
          title: 'Crew',
          type: 'object',
        },
        samples: [
          { text: '```json\n{"people": [{"name": "Ida"}], "size": "4"}\n```' },
          { text: '{"people": [{}], "size": 4}', expect: { error: 'OutputParserException' } },
        ],
      },
      'JSONAdapter',
      2,
    );
    const { config } = definition.source;
    deepEqual([...(config.get('types') as Map<string, unknown>).keys()], ['Person']);
    const instruction = createParser(definition).formatInstruction();
    match(instruction, /Find the crew\./);
    match(instruction, /`age` \(Union\[int, NoneType\]\): in years/);
    deepEqual(await valueIn(definition), { people: [{ name: 'Ida' }], age: null, size: 4 });
    equal(definition.samples[1]!.expect?.error, 'ValidationError');
    match(losses.join('\n'), /`size`, which is no longer checked: `minimum`/);
    equal(
      losses.some(line => line.includes('`age`') || line.includes('`people`')),
      false,
    );
  });

  test('fields become the members of a Pydantic class, and come back', async () => {
    const given = {
      type: 'JSONAdapter',
      signature: {
        instructions: 'Find it.',
        inputs: { text: 'str' },
        outputs: { who: 'Person', note: 'Optional[str]' },
      },
      types: {
        Person: { title: 'Person', type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
      samples: [{ text: '{"who": {"name": "Ida"}, "note": null,}' }],
    };
    const { after, definition, losses } = await converted(given, 'PydanticOutputParser', 2);
    deepEqual(await valueIn(definition), { who: { name: 'Ida' }, note: null });
    match(losses.join('\n'), /inputs \(`text`\)/);
    const back = await converted(JSON.parse(after), 'JSONAdapter', 2);
    deepEqual(await valueIn(back.definition), { who: { name: 'Ida' }, note: null });
  });

  test('no comma stays behind, wherever the keys stood, and comments stay', async () => {
    const text = `{
  "keys_to_content": "say", // what is said
  "type": "MultiTaggedContentParser",
  "tagged_contents": [{ "name": "say", "tag_begin": "[S]", "content_hint": "x", "tag_end": "[/S]" }],
  "keys_to_memory": true, // all
  "keys_to_metadata": false
}`;
    const conversion = await conversionOf(text, 'ChatAdapter');
    ok('edits' in conversion);
    const after = applyEdits(text, conversion.edits);
    match(after, /\/\/ what is said/);
    match(after, /\/\/ all/);
    JSON.parse(after.replace(/\/\/.*/g, ''));
  });
});

suite('structured output in the other runtime', () => {
  const schema = (more: object = {}) => ({
    class_name: 'Contact',
    ...more,
    content_schema: {
      title: 'Person',
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer', default: 3 } },
      required: ['name'],
    },
  });
  const call = (name: string, args: object) => ({
    name: JSON.stringify(args),
    text: JSON.stringify({
      content: '',
      tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    }),
  });

  test('keys are renamed, the tool keeps its name, and what differs is listed', async () => {
    const { definition, losses } = await converted(
      {
        type: 'ToolStrategy',
        schema: schema({ kind: 'pydantic' }),
        handle_errors: false,
        samples: [
          call('Contact', { name: 'Ida', age: 4 }),
          call('Contact', { name: 5 }),
          call('Contact', { name: 'Ida' }),
        ],
      },
      'ToolStrategy',
      2,
    );
    const { config } = definition.source;
    deepEqual([config.get('runtime'), config.get('handleError'), config.has('handle_errors')], ['js', false, false]);
    match(createParser(definition).formatInstruction(), /"name": "Contact"/);
    deepEqual(await valueIn(definition), { name: 'Ida', age: 4 });
    const all = losses.join('\n');
    for (const told of [
      /`handle_errors` is `handleError`/,
      /coerces nothing/,
      /defaults of the schema are not/,
      /only the first is answered/,
    ])
      match(all, told);
    match(all, /The sample “\{"name":"Ida"\}” gives `StructuredOutputParsingError`/);
  });

  test('a class of errors has no counterpart: it goes, and is listed', async () => {
    const { definition, losses } = await converted(
      { type: 'ToolStrategy', schema: schema(), handle_errors: ['StructuredOutputValidationError'] },
      'ToolStrategy',
    );
    equal(definition.source.config.has('handleError'), false);
    match(losses.join('\n'), /JavaScript has nothing like this `handle_errors`/);
  });

  for (const type of ['ToolStrategy', 'ProviderStrategy', 'AutoStrategy'])
    test(`${type}: there and back ends where it began`, async () => {
      const { after } = await converted({ type, runtime: 'python', schema: schema() }, type);
      equal(JSON.parse(after).runtime, 'js');
      equal(JSON.parse(after).schema.content_schema.title, 'Contact');
      const back = await converted(JSON.parse(after), type);
      equal(JSON.parse(back.after).runtime, 'python');
      equal(JSON.parse(back.after).schema.class_name, 'Contact');
    });

  test('a dictionary is checked in one runtime alone', async () => {
    const { losses } = await converted(
      { type: 'ToolStrategy', runtime: 'js', schema: { title: 'T', type: 'object', properties: {} } },
      'ToolStrategy',
    );
    match(losses.join('\n'), /dictionary is not checked/);
  });
});

suite('what a conversion does to tokens', () => {
  test('the text that is sent, and an answer, before and after', async () => {
    const text = JSON.stringify({
      type: 'PydanticOutputParser',
      content_schema: { title: 'Joke', type: 'object', properties: { setup: { type: 'string' } }, required: ['setup'] },
    });
    const conversion = await conversionOf(text, 'ToolStrategy');
    ok('edits' in conversion);
    const tokens = await conversionTokens(text, read(text), conversion, 'CharTokenCounter');
    const after = read(applyEdits(text, conversion.edits));
    deepEqual(tokens?.sent, {
      before: createParser(read(text)).formatInstruction().length,
      after: createParser(after).formatInstruction().length,
    });
    ok(tokens?.answer && tokens.answer.after > tokens.answer.before);
    equal(await conversionTokens(text, read(text), conversion, 'no such counter'), undefined);
    equal(await conversionTokens(text, read(text), { type: 'x', refusal: 'no' }, 'CharTokenCounter'), undefined);
  });
});
