import assert from 'node:assert/strict';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { langchain } = operations;

type Input = Parameters<typeof langchain.parse>[0];

/** What is thrown: its message, of a reader of XML the reader's own. */
function thrown(input: Input, operation: (input: Input) => unknown = langchain.parse): string {
  try {
    return `no error: ${JSON.stringify(operation(input))}`;
  } catch (error) {
    assert.ok(error instanceof EngineError);
    return (error.cause as { message: string } | undefined)?.message ?? error.message;
  }
}

// What random cases had other than LangChain itself: see test/langchain/compare.mjs.
suite('LangChain, as compared', () => {
  const xml = (text: string) => thrown({ runtime: 'python', parser: 'XMLOutputParser', text });
  for (const [text, message] of [
    ['Here:', 'unclosed token: line 1, column 0'],
    ['<!DOCTYPE]]> a>', 'not well-formed (invalid token): line 1, column 9'],
    ["<!DOCTYPE a'>\né", 'not well-formed (invalid token): line 1, column 11'],
    ['<!DOCTYPE a b', 'syntax error: line 1, column 12'],
    ["<!DOCTYPE a SYSTEM 'x'y>", 'not well-formed (invalid token): line 1, column 22'],
    ['<!é', 'not well-formed (invalid token): line 1, column 2'],
    ['<?xml', 'unclosed token: line 1, column 0'],
    ['<?xml ?>', 'XML declaration not well-formed: line 1, column 5'],
    ["<?xml version='1.0' standalone='maybe'?><a/>", 'XML declaration not well-formed: line 1, column 32'],
    ["<?xml version='1:0'?><a/>", 'XML declaration not well-formed: line 1, column 16'],
    ['<a/><?xml version="1.0"?>', 'junk after document element: line 1, column 4'],
    [']]', 'unclosed token: line 1, column 0'],
    ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///nope', 'unclosed token: line 1, column 31'],
    ['<!DOCTYPE a [<!ENTITY % x', 'no element found: line 1, column 25'],
    ['<!DOCTYPE a [<!ENTITY x y "z">', 'syntax error: line 1, column 24'],
    ['<!DOCTYPE a [<!ELEMENT a ANY', 'no element found: line 1, column 28'],
    ['<!DOCTYPE a [<!-- c -- c', 'not well-formed (invalid token): line 1, column 22'],
    ['<!DOCTYPE a []<!--><a>', 'unclosed token: line 1, column 14'],
    ['<!DOCTYPE a [<?]>', 'not well-formed (invalid token): line 1, column 15'],
    ['<!DOCTYPE a [%p"', 'not well-formed (invalid token): line 1, column 15'],
    ['<!DOCTYPE a [<!ENTITY %p;', 'illegal parameter entity reference: line 1, column 22'],
    ['1:', 'syntax error: line 1, column 0'],
    ['<a><b k="&e;"/></a>', 'undefined entity: line 1, column 3'],
    ['<a>&constructor;</a>', 'undefined entity: line 1, column 3'],
    // An entity is refused as soon as it is declared, whatever follows; the five that XML has are not entities.
    ['<!DOCTYPE a [<!ENTITY e "x"> oops', "EntitiesForbidden(name='e', system_id=None, public_id=None)"],
    ["<!DOCTYPE a [<!ENTITY e PUBLIC 'p' 'f' NDATA n", "EntitiesForbidden(name='e', system_id='f', public_id='p')"],
    ['<!DOCTYPE a [<!ENTITY lt "x">]>', 'no element found: line 1, column 31'],
  ] as const)
    test(`XML: ${text}`, () => assert.equal(xml(text), message));

  test('XML: a line feed in a namespace is a blank', () => {
    const value = langchain.parse({ runtime: 'python', parser: 'XMLOutputParser', text: '<a xmlns="x\ny"/>' });
    assert.deepEqual(value, { '{x y}a': [] });
  });

  test('XML: the prefix xml is bound without being declared', () => {
    const value = langchain.parse({
      runtime: 'python',
      parser: 'XMLOutputParser',
      text: '<a xml:lang="en"><xml:b>x</xml:b></a>',
    });
    assert.deepEqual(value, { a: [{ '{http://www.w3.org/XML/1998/namespace}b': 'x' }] });
  });

  test('XML: many prefixes, one in another, are read at once', () => {
    const depth = 900;
    const names = Array.from({ length: depth }, (_, i) => i);
    const text = `${names.map(i => `<p${i}:a xmlns:p${i}="u">`).join('')}${names.map(i => `</p${depth - 1 - i}:a>`).join('')}`;
    assert.match(
      JSON.stringify(langchain.parse({ runtime: 'python', parser: 'XMLOutputParser', text })),
      /^\{"\{u\}a"/,
    );
  });

  test('XML: characters in the value of an entity are those that they stand for', () => {
    const text = '<!DOCTYPE a [<!ENTITY e "&#60;b/>">]><a>&e;</a>';
    const input = { runtime: 'python', parser: 'XMLOutputParser', config: { parser: 'xml' }, text } as const;
    assert.deepEqual(langchain.parse(input), { a: [{ b: null }] });
  });

  test('in JavaScript a class that cannot read parts reads a stream once, at its end', () => {
    const config = { toolNames: [] };
    const input = { runtime: 'js', parser: 'ReActSingleInputOutputParser', config } as const;
    const answer = { returnValues: { output: '42' }, log: 'Final Answer: 42' };
    assert.deepEqual(langchain.stream({ ...input, chunks: ['Final An', 'swer: 42'] }), [answer]);
    const blocks = [{ content: [{ type: 'text', text: '{"a"' }] }, { content: ': 1}' }, { content: [] }];
    const structured = { runtime: 'js', parser: 'StandardSchemaOutputParser', config: {} } as const;
    assert.deepEqual(langchain.stream({ ...structured, message_chunks: blocks }), [{ a: 1 }]);
    const refused = [...blocks, { content: [{ type: 'refusal', refusal: 'No.' }] }];
    const operation = () => langchain.stream({ ...structured, message_chunks: refused });
    assert.equal(thrown(structured, operation), 'Model refused to produce the requested output: No.');
  });

  test('in Python a class of functions that reads results reads a stream once, at its end', () => {
    const chunk = (text: string) => call(text);
    const input = { runtime: 'python', parser: 'OutputFunctionsParser' } as const;
    assert.deepEqual(langchain.stream({ ...input, message_chunks: [chunk('{"a"'), chunk(': 1}')] }), ['{"a": 1}']);
    assert.equal(
      thrown(input, langchain.formatInstruction),
      "'OutputFunctionsParser' object has no attribute 'get_format_instructions'",
    );
  });

  test('classes of calls read a message that they are invoked on, and refuse a text', () => {
    const message = { content: '', tool_calls: [{ name: 'Joke', args: { a: 1 }, id: 'c', type: 'tool_call' }] };
    const js = { runtime: 'js', parser: 'JsonOutputKeyToolsParser', config: { keyName: 'Joke' } } as const;
    assert.deepEqual(langchain.parse({ ...js, message }), [{ a: 1 }]);
    assert.equal(
      thrown({ ...js, text: '{}' }, langchain.parseToolCalls),
      "Cannot read properties of undefined (reading '_getType')",
    );
    const functions = { runtime: 'js', parser: 'JsonOutputFunctionsParser', config: {} } as const;
    assert.deepEqual(langchain.parse({ ...functions, text: '{"a": 1}' }), { a: 1 });
    assert.equal(
      thrown({ ...functions, text: 'x' }, langchain.parseToolCalls),
      'No message in generations [{"text":"x"}]',
    );
    const python = { runtime: 'python', parser: 'JsonOutputToolsParser' } as const;
    for (const operation of [langchain.parsePartial, langchain.stream])
      assert.match(
        thrown({ ...python, text: '{}', chunks: ['{}'] }, operation),
        /^This output parser can only be used with a chat generation\.\n/,
      );
  });

  test('a stream of XML ignores what is wrong outside of elements', () => {
    const input: Input = { runtime: 'python', parser: 'XMLOutputParser', chunks: ['<x:y', '/>'] };
    assert.deepEqual(langchain.stream(input), []);
  });

  const model = (schema: object) => ({ pydantic_schema: { name: 'M', content_schema: schema } });
  const call = (text: string) => ({
    content: '',
    additional_kwargs: { function_call: { name: 'M', arguments: text } },
  });
  const functionError = (schema: object, text: string) =>
    thrown(
      { runtime: 'python', parser: 'PydanticOutputFunctionsParser', config: model(schema), message: call(text) },
      langchain.parseToolCalls,
    );

  test('Pydantic has other words for JSON', () => {
    const schema = {
      title: 'M',
      type: 'object',
      properties: {
        many: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
        by: { type: 'object', additionalProperties: { type: 'integer' } },
      },
      required: ['many', 'by'],
    };
    const message = functionError(schema, '{"many": ["x"], "by": 1}');
    assert.match(message, /many\.0\n {2}Input should be a valid array \[/);
    assert.match(message, /by\n {2}Input should be an object \[/);
  });

  test('Pydantic reads the keys that must not be there first, of JSON', () => {
    const inner = { type: 'object', title: 'I', properties: { x: { type: 'integer' } }, additionalProperties: false };
    const schema = {
      title: 'M',
      type: 'object',
      properties: { a: { type: 'integer' }, i: inner },
      required: ['a'],
      additionalProperties: false,
    };
    const message = functionError(schema, '{"a": "x", "i": {"x": "y", "k": 1}, "z": 1}');
    assert.deepEqual(
      [...message.matchAll(/^([a-z.]+)\n/gm)].map(found => found[1]),
      ['z', 'a', 'i.k', 'i.x'],
    );
  });

  test('a column of JSON counts the bytes in front of it', () => {
    assert.match(functionError({ type: 'object', properties: {} }, '{"é": é}'), /expected value at line 1 column 8 /);
  });

  test('every call whose arguments are not a dict is told', () => {
    const raw = (text: string) => ({ id: 'c', type: 'function', function: { name: 'J', arguments: text } });
    const message = { content: '', additional_kwargs: { tool_calls: [raw('1'), raw('{'), raw('2')] } };
    const text = thrown({ runtime: 'python', parser: 'JsonOutputToolsParser', message }, langchain.parseToolCalls);
    assert.match(text, /^2 validation errors for AIMessage\ntool_calls\.0\.args\n[\s\S]*\ntool_calls\.1\.args\n/);
  });

  const structured = (zod: 3 | 4, schema: object, text: string, parser = 'StructuredOutputParser') =>
    thrown({ runtime: 'js', parser, config: { schema: { zod, content_schema: schema } }, text });

  for (const [title, zod, property, value, message] of [
    ['a list of values is an option', 4, { enum: ['x', 2] }, 1, /Invalid option: expected one of \\?"x\\?"\|2/],
    [
      'optional items',
      3,
      { type: 'array', items: { anyOf: [{ not: {} }, { type: 'number' }] } },
      ['x'],
      /Expected number, received string/,
    ],
    ['an exact length', 3, { type: 'string', minLength: 3, maxLength: 3 }, 'ab', /exactly 3 character/],
    ['the beginning of a text', 4, { type: 'string', pattern: '^a.*' }, 'b', /must start with \\"a\\"/],
    [
      'null among others',
      3,
      { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'number' }] },
      true,
      /Expected null/,
    ],
    ['nullable is not optional', 4, { type: ['boolean', 'null'] }, undefined, /received undefined/],
    [
      'a tuple that may be shorter',
      4,
      { type: 'array', prefixItems: [{ type: 'string' }, {}], items: false, minItems: 1 },
      [],
      />=1 items/,
    ],
  ] as const)
    test(`zod ${zod}: ${title}`, () => {
      const schema = { type: 'object', properties: { a: property }, required: ['a'] };
      assert.match(structured(zod, schema, JSON.stringify({ a: value })), message);
    });

  for (const zod of [3, 4] as const)
    test(`zod ${zod}: two objects told apart by a constant are a discriminated union; one in an \`anyOf\` is not`, () => {
      const member = (kind: string, key: string) => ({
        type: 'object',
        properties: { kind: { type: 'string', const: kind }, [key]: { type: 'number' } },
        required: ['kind', key],
      });
      const told = (union: object, value: object) =>
        structured(zod, { type: 'object', properties: { a: union }, required: ['a'] }, JSON.stringify({ a: value }));
      const two = [member('x', 'n'), member('y', 'm')];
      assert.match(told({ anyOf: two }, { kind: 'z' }), /Invalid discriminator value\. Expected 'x' \| 'y'/);
      assert.match(told({ oneOf: two.slice(0, 1) }, { kind: 'z' }), /Invalid discriminator value\. Expected 'x'/);
      assert.doesNotMatch(told({ anyOf: two.slice(0, 1) }, { kind: 'z' }), /discriminator/);
      const mixed = told({ anyOf: [two[0], { type: 'string' }] }, { kind: 'z' });
      assert.match(mixed, /invalid_union/);
      assert.doesNotMatch(mixed, /discriminator/);
    });

  test('zod 3 tells of a union behind all else where it waits, and in its place where it does not', () => {
    const schema = {
      type: 'object',
      properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] }, b: { type: 'string' } },
      required: ['a', 'b'],
    };
    const codes = (parser: string) =>
      [
        ...structured(3, schema, '{"a": true, "b": 1}', parser).matchAll(
          /"path": ?\[\s*"(.)"\s*\],?\s*"message": ?"(Expected string, received number|Invalid input)"/g,
        ),
      ].map(found => found[1]);
    assert.deepEqual(codes('StructuredOutputParser'), ['b', 'a']);
    assert.deepEqual(codes('StandardSchemaOutputParser').sort(), ['a', 'b']);
    assert.match(
      structured(3, schema, '{"a": true, "b": 1}', 'StandardSchemaOutputParser'),
      /invalid_union.*"path":\["b"\]/,
    );
  });

  test('an object that may be left out keeps what it says of other keys', () => {
    const loose = { type: 'object', properties: { x: { type: 'string' } }, additionalProperties: {} };
    const content_schema = { type: 'object', properties: { a: loose, b: loose }, required: ['a'] };
    const text = langchain.formatInstruction({
      runtime: 'js',
      parser: 'StructuredOutputParser',
      config: { schema: { zod: 4, content_schema } },
    });
    assert.match(text, /"a":\{[^}]*\}\},"additionalProperties":false\},"b":\{[^}]*\}\},"additionalProperties":\{\}\}/);
  });

  test('a patch copies what it adds', () => {
    const input: Input = {
      runtime: 'js',
      parser: 'JsonOutputParser',
      config: { diff: true },
      chunks: ['{"a": 1', ', "b": [-', '1]}'],
    };
    assert.deepEqual(langchain.stream(input)[1], [{ op: 'add', path: '/b', value: [0] }]);
  });

  test('JavaScript’s reader of XML is the one that LangChain has', () => {
    const text = '```xml<!DOCTYPE a [<!ENTITY e< "x">]';
    const message = 'Text data outside of root node.\nLine: 0\nColumn: 6\nChar: l';
    assert.equal(thrown({ runtime: 'js', parser: 'XMLOutputParser', text }), message);
  });
});
