import assert from 'node:assert/strict';
import * as z from 'zod';
import {
  createParser,
  type Definition,
  EngineError,
  type ModelMessage,
  type ParserType,
  PyFloat,
  readDefinitions,
  split,
} from '../../../src/engine/index.ts';

function define(definition: object, types?: readonly ParserType[]): Definition {
  const { definitions } = readDefinitions(JSON.stringify(definition), 'x.parser.json', types);
  return definitions[0]!;
}

/** A type that gives or throws what the test wants. */
function fakeType(read: () => ReturnType<ReturnType<ParserType['create']>['read']>): ParserType {
  const create = () => ({ instruction: () => [], read });
  return {
    type: 'Fake',
    system: 'Custom',
    want: 'own',
    summary: '',
    documentation: '',
    keys: {},
    filters: true,
    template: '',
    create,
  };
}

const dict = define({ type: 'MarkdownJsonDictParser', keys_to_content: 'a', keys_to_memory: ['a', 'z'] });

suite('createParser', () => {
  test('gives the instruction in pieces, each with its origin', () => {
    const text = '{ "type": "MarkdownJsonObjectParser", "content_hint": "a hint" }';
    const parser = createParser(readDefinitions(text, 'x').definitions[0]!);
    const pieces = parser.instructionPieces();
    assert.equal(pieces.map(piece => piece.text).join(''), parser.formatInstruction());
    const origins = pieces.flatMap(({ text: own, origin }) =>
      origin ? [[own, text.slice(origin.start, origin.end)]] : [],
    );
    assert.deepEqual(origins, [['a hint', '"a hint"']]);
  });

  test('a result has only the members that its type tells', async () => {
    const keys = async (response: string) => Object.keys(await createParser(dict).parse(response)).sort();
    assert.deepEqual(await keys('```json\n{"a": 1}\n```'), [
      'fields',
      'ok',
      'repairs',
      'response',
      'value',
      'warnings',
    ]);
    assert.deepEqual(await keys('x'), ['error', 'ok', 'response', 'warnings']);
  });

  test('an override replaces the type’s own placeholders only, once', () => {
    const cases: [override: unknown, instruction: string | RegExp][] = [
      ['Say:\n{content_hint}!', 'Say:\n{schema} é!'],
      ['{content_hint}{content_hint}', '{schema} é{schema} é'],
      ['{other} {{content_hint}} {} {content_hint', '{other} {{schema} é} {} {content_hint'],
      ['', ''],
      [null, /^Respond a JSON dictionary/],
    ];
    for (const [format_instruction, instruction] of cases) {
      const definition = define({ type: 'MarkdownJsonDictParser', content_hint: '{schema} é', format_instruction });
      const actual = createParser(definition).formatInstruction();
      if (typeof instruction === 'string') assert.equal(actual, instruction);
      else assert.match(actual, instruction);
    }
  });

  test('an override’s literal parts originate in its string', () => {
    const text =
      '{ "type": "MarkdownJsonObjectParser", "format_instruction": "A\\n\\u00e9 {content_hint} \\"B\\"", "content_hint": "h" }';
    const pieces = createParser(readDefinitions(text, 'x').definitions[0]!).instructionPieces();
    assert.deepEqual(
      pieces.map(({ text: own, origin }) => [own, text.slice(origin?.start, origin?.end)]),
      [
        ['A\né ', 'A\\n\\u00e9 '],
        ['h', '"h"'],
        [' "B"', ' \\"B\\"'],
      ],
    );
  });

  test('throws where the class raises, in the class’s words', () => {
    const thrown = (definition: Definition) => {
      try {
        return createParser(definition).formatInstruction();
      } catch (error) {
        return error instanceof EngineError ? `${error.class}: ${error.message}` : error;
      }
    };
    assert.equal(
      thrown(define({ type: 'MarkdownCodeBlockParser' })),
      "TypeError: MarkdownCodeBlockParser.__init__() missing 1 required positional argument: 'language_name'",
    );
    const broken: ParserType = {
      ...fakeType(() => ({ value: null, fields: [] })),
      keys: { text: z.string() },
      create: ({ config }) => {
        throw new TypeError(`not a string: ${config.get('text')}`);
      },
    };
    assert.equal(thrown(define({ type: 'Fake' }, [broken])), 'InvalidDefinition: `Fake` needs the key `text`.');
  });

  test('a result is frozen plain data, with the exact value hidden beside it', async () => {
    const response = '```json\n{"a": 1.0, "b": {"__proto__": 12345678901234567890}, "c": NaN}\n```';
    const result = await createParser(dict).parse(response);
    assert.ok(result.ok);
    assert.deepEqual(Object.keys(result), ['ok', 'value', 'fields', 'repairs', 'response', 'warnings']);
    assert.deepEqual(
      Object.entries(result.value as object).map(([key]) => key),
      ['a', 'b', 'c'],
    );
    const value = result.value as Record<string, Record<string, unknown>>;
    assert.deepEqual(Object.getOwnPropertyDescriptor(value.b, '__proto__')?.value, 12345678901234567890n);
    assert.equal(value.a, 1);
    assert.ok(Number.isNaN(value.c));
    assert.deepEqual((result.exact as ReadonlyMap<string, unknown>).get('a'), new PyFloat(1));
    assert.equal(result.fields[1]?.value, value.b);
    assert.deepEqual(
      result.fields.map(({ key, span }) => [key, response.slice(span.start, span.end)]),
      [
        ['a', '1.0'],
        ['b', '{"__proto__": 12345678901234567890}'],
        ['c', 'NaN'],
      ],
    );
    assert.ok([result, result.fields, result.fields[0], result.repairs, result.warnings].every(Object.isFrozen));
    assert.ok([result.fields[0]?.span, result.fields[0]?.inner].every(Object.isFrozen));
    const repaired = await createParser(dict).parse('{}');
    const [repair] = repaired.ok ? repaired.repairs : [];
    const failed = await createParser(dict).parse('x');
    assert.ok(
      [repair, repair?.span, failed, !failed.ok && failed.error, !failed.ok && failed.error.span].every(
        Object.isFrozen,
      ),
    );
    assert.ok(repair && !failed.ok && failed.error.span);
    assert.equal(result.value, value);
  });

  test('reads the text of a message', async () => {
    const cases: [message: ModelMessage | string, value: unknown][] = [
      ['[1]', [1]],
      [{ message: '[2]', content: '[0]' }, [2]],
      [{ content: '[3]' }, [3]],
      [{ content: [{ type: 'text', text: '[4' }, { type: 'image' }, ',5]', null] }, [4, 5]],
      [{ message: null as unknown as string, tool_calls: [] }, 'ValueError'],
      [{}, 'ValueError'],
    ];
    const parser = createParser(define({ type: 'MarkdownJsonObjectParser' }));
    for (const [message, value] of cases) {
      const result = await parser.parse(message);
      assert.deepEqual(result.ok ? result.value : result.error.class, value);
    }
  });

  test('a failed result says what, where, and what the model is told', async () => {
    const result = await createParser(dict).parse('{"a": }');
    assert.ok(!result.ok && Object.isFrozen(result) && Object.isFrozen(result.error));
    const { class: className, span, feedback, raw_response } = result.error;
    assert.deepEqual(
      [className, span, raw_response, result.response],
      ['JsonParsingError', { start: 6, end: 7 }, '```json\n{"a": }```', '```json\n{"a": }```'],
    );
    assert.match(feedback ?? '', /^JsonParsingError: The content between/);
  });

  test('a fault of ours is a result, too', async () => {
    const broken = fakeType(() => {
      throw new TypeError('oops');
    });
    const result = await createParser(define({ type: 'Fake' }, [broken])).parse('x');
    assert.deepEqual(result.ok ? undefined : [result.error.class, result.response], ['InternalError', 'x']);
  });
});

suite('split', () => {
  test('takes a result, a copy of one, or a value', async () => {
    const result = await createParser(dict).parse('{"a": 1.0, "z": 2, "y": 3}');
    for (const given of [result, structuredClone(result), { a: 1, z: 2, y: 3 }])
      assert.deepEqual(split(dict, given), {
        content: { value: 1, fields: ['a'] },
        memory: { value: { a: 1, z: 2 }, fields: ['a', 'z'] },
        metadata: { value: null, fields: [] },
      });
    const content = split(dict, result)?.content;
    assert.deepEqual(content && 'exact' in content && content.exact, new PyFloat(1));
  });

  test('keeps the error that a filter raises', () =>
    assert.deepEqual(split(dict, { a: 1 }), {
      content: { value: 1, fields: ['a'] },
      memory: { error: { class: 'ValueError', message: 'Name z not found in the response.' } },
      metadata: { value: null, fields: [] },
    }));

  test('is nothing for types without filters and for failed results', async () => {
    assert.equal(split(define({ type: 'MarkdownJsonObjectParser' }), { a: 1 }), undefined);
    assert.equal(split(dict, await createParser(dict).parse('nothing')), undefined);
  });

  test('a written null is not a default', () => {
    const definition = define({ type: 'MarkdownJsonDictParser', keys_to_content: null });
    const content = split(definition, { a: 1 })?.content;
    assert.deepEqual(content && 'error' in content && content.error.class, 'TypeError');
  });
});
