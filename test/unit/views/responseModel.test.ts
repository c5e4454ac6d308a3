import assert from 'node:assert/strict';
import { createParser, type ParseResult, readDefinitions } from '../../../src/engine/index.ts';
import { type ResponseModel, responseModel } from '../../../src/views/responseModel.ts';

async function modelOf(keys: object, text: string): Promise<ResponseModel> {
  const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
  const result = await createParser(definition!).parse(text);
  return responseModel({ definition: definition!, result, splits: undefined, text });
}

suite('the model of a response', () => {
  test('an error has no parts, and nothing of a value', async () => {
    const { error, ...model } = await modelOf({ type: 'MarkdownJsonDictParser' }, 'x');
    assert.equal(error?.class, 'JsonParsingError');
    const { highlights, extra, parts, partCount, strays, repairs } = model;
    assert.deepEqual(
      { highlights, extra, parts, partCount, strays, repairs },
      { highlights: [], extra: [], parts: [], partCount: 0, strays: [], repairs: [] },
    );
  });
});

suite('what a model of a response holds at most', () => {
  const many = <T>(one: T, count = 101): T[] => Array.from({ length: count }, () => one);
  const span = { start: 0, end: 1 };
  const long = 'x'.repeat(3000);

  async function grown(text: string, grow: (result: ParseResult) => ParseResult): Promise<ResponseModel> {
    const keys = { type: 'MarkdownJsonDictParser' };
    const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
    const result = grow(await createParser(definition!).parse(text));
    return responseModel({ definition: definition!, result, splits: undefined, text });
  }

  test('of an answer: 1,000 parts, and 100 of what is said of it', async () => {
    const model = await grown('```json\n{"a": 1}\n```', result => ({
      ...result,
      ...(result.ok && { exact: result.exact, fields: many(result.fields[0]!, 1001) }),
      warnings: many(long),
      repairs: many({ name: 'r', span, text: '' }),
      suspicions: many({ code: 'coerced' as const, message: long, span }),
    }));
    const { parts, partCount, warnings, repairs, suspicions } = model;
    assert.deepEqual([parts.length, partCount], [1000, 1001]);
    assert.deepEqual([warnings.length, repairs.length, suspicions.length], [100, 100, 100]);
    assert.deepEqual([warnings[0]?.length, suspicions[0]?.message.length], [2000, 2000]);
  });

  test('of an error: 100 details, violations and frames', async () => {
    const violation = { path: '/a', cause: 'missing-key', span, wanted: '', got: '', message: long } as const;
    const { error } = await grown('x', result => ({
      ...result,
      ...(!result.ok && {
        error: {
          ...result.error,
          details: many({ type: 't', loc: ['a'], msg: 'm' }),
          violations: many(violation),
          stack: many(long).join('\n'),
        },
      }),
    }));
    const { details = [], violations = [], stack = [] } = error ?? {};
    assert.deepEqual([details.length, violations.length, stack.length], [100, 100, 100]);
    assert.deepEqual([violations[0]?.message.length, stack[0]?.length], [2000, 2000]);
  });
});
