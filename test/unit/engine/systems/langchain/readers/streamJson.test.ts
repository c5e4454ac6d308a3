import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { isPyDict, isPyList, type PyValue } from '../../../../../../src/engine/core/pyValue.ts';
import { createParser, readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../../../src/engine/parsers/definition.ts';
import { toJsonText } from '../../../../../../src/engine/python/index.ts';
import { createReader, recordStream, streamedValue } from '../../../../../../src/engine/streams/index.ts';
import { propertyRuns } from '../../../../../propertyRuns.ts';

const define = (runtime: string, type = 'JsonOutputParser', keys = {}): Definition =>
  readDefinitions(JSON.stringify({ type, runtime, ...keys }), 'x.parser.json').definitions[0]!;

/** What is closed at the end and was not reopened has the value that the whole answer gives, unless that raises. Gives how much there is. */
async function check(definition: Definition, text: string): Promise<number> {
  const whole = await createParser(definition).parse(text);
  const closed = recordStream(definition, text).fields.filter(({ reopenedAt }) => reopenedAt === undefined);
  if (!whole.ok) return 0;
  const { value } = whole;
  for (const field of closed) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, field.key);
    assert(isThere, `${JSON.stringify(text)}: the whole has no ${field.key}`);
    const given: PyValue = whole.exact;
    const same: PyValue | undefined = isPyDict(given)
      ? given.get(field.key)
      : isPyList(given)
        ? given[Number(field.key)]
        : undefined;
    assert.equal(toJsonText(field.value(), 0), toJsonText(same ?? null, 0), JSON.stringify(text));
  }
  return closed.length;
}

suite('LangChain’s JSON while it streams', () => {
  for (const runtime of ['python', 'js'])
    suite(runtime, () => {
      const definition = define(runtime);

      test('what is closed is what the whole gives: recorded texts, whole and cut', async () => {
        const recorded = JSON.parse(
          readFileSync(new URL('../../../../../conformance/langchain.json', import.meta.url), 'utf8'),
        ) as { readonly parser: string; readonly text?: string }[];
        let closed = 0;
        for (const { parser, text } of recorded) {
          if (!/Json|Pydantic|Structured/.test(parser) || typeof text !== 'string' || text.length > 400) continue;
          for (let end = 1; end <= text.length; end += 1 + Math.floor(text.length / 40))
            closed += await check(definition, text.slice(0, end));
          closed += await check(definition, text);
        }
        assert(closed > 300, `${closed} fields`);
      });

      test('what is closed is what the whole gives: texts of all that means something', async () => {
        const parts = [
          '```',
          '```json',
          '\n',
          ' ',
          '`',
          '{',
          '}',
          '[',
          ']',
          '"',
          '"a"',
          '"b"',
          ': ',
          ', ',
          '1',
          'tru',
          'e',
        ];
        const more = ['{"a": 1}', '{"a": "x", "b": [2]}', 'Here: ', 'json', '\\', '-', 'NaN', '1.0', '"a": 1', "it's"];
        await fc.assert(
          fc.asyncProperty(fc.array(fc.constantFrom(...parts, ...more), { maxLength: 14 }), async words => {
            await check(definition, words.join(''));
          }),
          {
            numRuns: propertyRuns(1000, 4000),
            examples: [[['[', '"a"', ', ', '```', '{']], [['[', '1', ', ', '[', '```', '{']]],
          },
        );
      });
    });

  test('keys close one after the other, behind a fence as well; LangChain has a guess before', () => {
    const definition = define('python');
    for (const fence of ['', 'Of course:\n```json\n']) {
      const reader = createReader(definition);
      const moment = reader.push(`${fence}{"setup": "Why?", "punchline": "Bec`);
      assert.deepEqual(
        moment.closed.map(({ key, value }) => [key, value]),
        [['setup', 'Why?']],
      );
      assert.equal(moment.open?.key, 'punchline');
      assert.deepEqual(moment.streamed(), { value: { setup: 'Why?', punchline: 'Bec' } });
    }
  });

  test('a bracket too many makes all of it None in Python', () => {
    const reader = createReader(define('python'));
    assert.equal(reader.push('{"a": 1}').closed.length, 1);
    const moment = reader.push('}');
    assert.deepEqual([moment.closed, moment.reopened, moment.streamed()], [[], ['a'], {}]);
  });

  test('Pydantic tells its keys as the class converts them, and streams what is valid so far', async () => {
    const keys = {
      content_schema: { title: 'A', type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
    };
    const definition = define('python', 'PydanticOutputParser', keys);
    const { closed, open } = createReader(definition).push('{"other": 2, "a": "1", "a');
    assert.deepEqual([closed.map(({ key, value }) => [key, value]), open], [[['a', 1]], undefined]);
    const cut = await createParser(definition).parse('{"a": 1, "dropped": {}');
    assert.deepEqual(cut.ok && cut.fields.map(({ key }) => key), ['a']);
    const any = define('python', 'PydanticOutputParser', { content_schema: { anyOf: [{ type: 'object' }] } });
    assert.match(createReader(any).endOnly ?? '', /as a whole/);
    assert.deepEqual(streamedValue(definition, '{"a": "1", "b'), { value: { a: 1 } });
    assert.deepEqual(streamedValue(definition, '{"b'), {});
    assert.deepEqual(streamedValue(define('python', 'CommaSeparatedListOutputParser'), 'a, b'), { value: ['a'] });
    assert.equal(streamedValue(define('js', 'DatetimeOutputParser'), '2011-10'), undefined);
  });
});
