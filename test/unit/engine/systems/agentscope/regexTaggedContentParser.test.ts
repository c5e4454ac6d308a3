import assert from 'node:assert/strict';
import { ResponseError } from '../../../../../src/engine/core/errors.ts';
import type { Host, PatternOutcome } from '../../../../../src/engine/core/host.ts';
import { pyRepr } from '../../../../../src/engine/python/repr.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';
import { typeNamed } from '../../parsers/typeNamed.ts';
import { attempt, checkPrefixes, faultOf, fieldsOf, parserOf, warningsOf } from './parse.ts';

const type = typeNamed('RegexTaggedContentParser');

const parser = parserOf(type, {});
const lines = '(?m)^(?P<name>\\w+)(?:: (?P<content>.*?))?$';

/** The value as Python prints it, or class and message of the error. */
async function outcomeOf(config: object, text: string | null, host: Host = nodeHost): Promise<string> {
  const result = await attempt(parserOf(type, config, host), text);
  return result instanceof ResponseError ? `${result.class}: ${result.message}` : pyRepr(result.value);
}

suite('RegexTaggedContentParser', () => {
  test('fields with and without tags; of equal names the last at the first place', async () =>
    assert.deepEqual(await fieldsOf(parser, 'x <a>1</a> <b> y</> <a>2</a>'), ['a: <a>2</a> | 2', 'b: <b> y</> |  y']));

  test('fields of an own pattern; without content the end of the match', async () =>
    assert.deepEqual(
      await fieldsOf(parserOf(type, { tagged_content_pattern: lines, try_parse_json: false }, nodeHost), 'a: 1\nb'),
      ['a: a: 1 | 1', 'b: b | '],
    ));

  const outcomes: readonly (readonly [config: object, text: string | null, outcome: string])[] = [
    [
      {},
      '<a> {"k": 1.0} </a><b>NaN</b><c>0123</c><d>nul</d><e></e><f>-</f>',
      "{'a': {'k': 1.0}, 'b': nan, 'c': '0123', 'd': 'nul', 'e': '', 'f': '-'}",
    ],
    [{ try_parse_json: 0 }, '<a>1</a>', "{'a': '1'}"],
    [{ required_keys: null }, '', '{}'],
    [{ required_keys: 5 }, '', "TypeError: 'int' object is not iterable"],
    [{ tagged_content_pattern: '(?P<name>x)?(?P<content>[y1])' }, 'y1', "{'None': 1}"],
    [
      { tagged_content_pattern: lines },
      'b',
      'TypeError: the JSON object must be str, bytes or bytearray, not NoneType',
    ],
    [{ tagged_content_pattern: '<name>(?P<content>.)' }, '<name>x', 'IndexError: no such group'],
    [{ tagged_content_pattern: '<name>(?P<content>.)' }, 'x', '{}'],
    [
      { tagged_content_pattern: '(?P<name>a)(?P<content>b' },
      'x',
      're.error: missing ), unterminated subpattern at position 11',
    ],
    [{ tagged_content_pattern: ['<name>', '<content>'] }, 'x', "TypeError: unhashable type: 'list'"],
  ];
  for (const [config, text, outcome] of outcomes)
    test(`${JSON.stringify(config)} on ${JSON.stringify(text)}`, async () =>
      assert.equal(await outcomeOf(config, text), outcome));

  const faults: readonly (readonly [config: object, text: string, className: string, underlined: string])[] = [
    [{ required_keys: ['b'] }, '\nfirst <a>1</a>\nlast', 'TagNotFoundError', 'first <a>1</a>'],
    [{}, `<a>${'['.repeat(100_000)}</a>`, 'RecursionError', '['.repeat(100_000)],
    [{}, `<a>${'1'.repeat(4301)}</a>`, 'ValueError', '1'.repeat(4301)],
    [{ tagged_content_pattern: lines }, 'a: 1\nb', 'TypeError', 'b'],
  ];
  for (const [config, text, className, underlined] of faults)
    test(`fault of ${JSON.stringify(text.slice(0, 40))}`, async () =>
      assert.deepEqual(await faultOf(parserOf(type, config, nodeHost), text), [className, underlined]));

  const own = { tagged_content_pattern: '(?P<name>a)(?P<content>b)' };
  const answering = (outcome: PatternOutcome): Host => ({ runPattern: async () => outcome });
  const hosts: readonly (readonly [name: string, host: Host, start: string])[] = [
    ['no host', {}, 'PatternError: Patterns other than the default one cannot be run here'],
    [
      'a failure',
      answering({ ok: false, reason: 'failed', message: 'too large' }),
      'PatternError: The pattern could not be run: too large',
    ],
    [
      'a timeout',
      answering({ ok: false, reason: 'timeout', message: '' }),
      'PatternTimeoutError: The pattern did not finish within 2 s',
    ],
  ];
  for (const [name, host, start] of hosts)
    test(`${name} is an error, of which the model is told nothing`, async () => {
      const result = await attempt(parserOf(type, own, host), 'ab');
      assert(result instanceof ResponseError);
      assert.equal(`${result.class}: ${result.message}`.slice(0, start.length), start);
      assert.equal(result.details.feedback, undefined);
    });

  test('a pattern that is null raises as the constructor does', () =>
    assert.throws(() => parserOf(type, { tagged_content_pattern: null }), {
      class: 'TypeError',
      message: "argument of type 'NoneType' is not iterable",
    }));

  test('odd values', () => {
    const warnings = (config: object) => warningsOf(type, config);
    assert.deepEqual(warnings({ try_parse_json: 1, required_keys: 'ab' }), [
      ['odd-value', '1'],
      ['odd-value', '"ab"'],
    ]);
    assert.deepEqual(warnings({ required_keys: null }), [['odd-value', 'null']]);
    const pattern = '<name>(?P<content>a)';
    assert.deepEqual(warnings({ tagged_content_pattern: pattern }), [['missing-group', JSON.stringify(pattern)]]);
    assert.deepEqual(warnings({ tagged_content_pattern: '(?P<name>a' }), [['bad-pattern', '(']]);
    assert.deepEqual(warnings({ tagged_content_pattern: '(?:(?P<name>a)|b)*(?P<content>)' }), [
      ['untranslatable-pattern', '('],
    ]);
    assert.deepEqual(warnings({ tagged_content_pattern: lines, try_parse_json: true, required_keys: ['a'] }), []);
  });

  test('every prefix of a response', () => checkPrefixes(parser, 'x <a>{"k": "😀"}</a>\n<b <c>1</b <c></d><e>y</>'));
});
