import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../../src/engine/parsers/definition.ts';
import { createReader } from '../../../../../src/engine/streams/index.ts';
import { operations } from '../../../../conformance/adapters/operations.ts';
import { propertyRuns } from '../../../../propertyRuns.ts';

function define(thinking: object, rest: object = {}): Definition {
  const fields = { thinking, content: {}, ...rest };
  const text = JSON.stringify({ type: 'response_template', response_template: { start_anchor: 'B:', fields } });
  return readDefinitions(text, 'x.parser.json').definitions[0]!;
}

const size = 100_000;
const shapes: Readonly<Record<string, string>> = {
  'one character': 'a'.repeat(size),
  'two characters': 'ab'.repeat(size / 2),
  'nearly periodic text': `${'a'.repeat(size - 1)}b`,
};

suite('delimiters of 100 KB', () => {
  for (const [shape, text] of Object.entries(shapes))
    for (const key of ['open', 'close'])
      test(`${key} of ${shape} reads in linear time, whole and as a stream`, async () => {
        const anchors = { open: '<t>', close: '</t>', [key]: text };
        const definition = define(anchors);
        const answer = `${anchors.open}thought${anchors.close}said`;
        const result = await createParser(definition).parse(answer);
        deepEqual(result.ok && result.value, { thinking: 'thought', content: 'said' });
        const beginning = await createParser(definition).parse(text.slice(0, -1));
        deepEqual(beginning.ok && beginning.value, { content: text.slice(0, -1) });
        const reader = createReader(definition);
        for (let at = 0; at < answer.length; at += 7) reader.push(answer.slice(at, at + 7));
        const streamed = await reader.end();
        deepEqual(streamed.ok && streamed.value, { thinking: 'thought', content: 'said' });
      });

  test('a list of many literals is read in linear time', () => {
    const close = Array.from({ length: 20_000 }, (_, i) => `<${i}>`);
    equal(define({ open: '<t>', close }).type, 'response_template');
  });

  test('patterns are tried for a bounded time, however many there are', () => {
    const field = (i: number) => ({ open_pattern: `${'a'.repeat(380)}${i}`, close: `</${i}>` });
    const fields = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`f${i}`, field(i)]));
    equal(define({ open: '<t>', close: '</t>' }, fields).type, 'response_template');
  });
});

suite('an answer of many regions', () => {
  for (const [kind, open] of [
    ['literals', { open: '<a>' }],
    ['patterns', { open_pattern: '<a>' }],
  ] as const)
    test(`is read in linear time: ${kind}, one of which never comes`, async () => {
      const never = kind === 'literals' ? { open: '<b>' } : { open_pattern: '<b>|<c>' };
      const definition = define(
        { ...open, close: '</a>', repeats: true, join: '' },
        { other: { ...never, close: '</b>' } },
      );
      const result = await createParser(definition).parse('<a>😀</a>'.repeat(20_000));
      ok(result.ok);
      deepEqual(result.value, { thinking: '😀'.repeat(20_000) });
      const [field] = result.fields;
      deepEqual(field?.span, { start: 0, end: 180_000 });
      deepEqual(field?.pieces?.at(-1), { start: 179_994, end: 179_996 });
    });

  test('a pattern that asks where the search begins is searched for from there', async () => {
    const definition = define(
      { open_pattern: '<a>', close: '</a>' },
      { other: { open_pattern: '\\G<b>', close: ';' } },
    );
    const result = await createParser(definition).parse('<a>x</a><b>y;<a>z</a>-<b>w;');
    deepEqual(result.ok && result.value, { thinking: 'z', other: 'y', content: '-<b>w;' });
  });
});

suite('literals that are looked for together', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '😀'), minLength: 1, maxLength: 4 });
  const answers = fc.string({ unit: fc.constantFrom('a', 'b', '😀', '.'), maxLength: 40 });
  const patternOf = (words: readonly string[]) => [...words].sort((a, b) => [...b].length - [...a].length).join('|');

  test('are found where the pattern of the same literals is', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.array(word, { minLength: 1, maxLength: 4 }),
        answers,
        async (open, close, answer) => {
          const rest = { repeats: true };
          const literals = await createParser(define({ open, close, ...rest })).parse(answer);
          const patterns = define({ open_pattern: patternOf(open), close_pattern: patternOf(close), ...rest });
          const found = await createParser(patterns).parse(answer);
          deepEqual(literals.ok && [literals.value, literals.fields], found.ok && [found.value, found.fields]);
        },
      ),
      { numRuns: propertyRuns(120, 1000) },
    ));

  for (const [literals, canExtend] of [
    [['ab', 'abc'], true],
    [['abc', 'ab'], true],
    [['ab', 'ab'], false],
    [['ab', 'b'], false],
    [['a'], false],
  ] as const)
    test(`${literals.join(', ')}: ${canExtend ? 'one begins with another' : 'none begins with another'}`, () => {
      const fields = { thinking: { open: literals, close: ';' }, content: {} };
      const loaded = operations.transformers.loadTemplate({
        response_template: { start_anchor: 'B:', fields },
      }) as { fields: { thinking: { open: { can_extend: boolean } } } };
      equal(loaded.fields.thinking.open.can_extend, canExtend);
    });
});

suite('literals that are found elsewhere when a response is cut', () => {
  for (const [close, isSteady] of [
    [['abcd', 'bc'], false],
    [['ab', 'abc'], true],
    [['abab', 'ba'], false],
    [['x', 'y'], true],
  ] as const)
    test(`${close.join(', ')}: ${isSteady ? 'steady' : 'told, and not read as a stream'}`, async () => {
      const text = JSON.stringify({
        type: 'response_template',
        response_template: { start_anchor: 'B:', fields: { thinking: { open: '<t>', close }, content: {} } },
      });
      const { problems, definitions } = readDefinitions(text, 'x.parser.json');
      equal(!problems.some(({ message }) => message.includes('depends on where a stream is cut')), isSteady);
      const reader = createReader(definitions[0]!);
      reader.push('<t>a');
      equal(reader.push('b').open?.key, isSteady ? 'thinking' : undefined);
    });
});
