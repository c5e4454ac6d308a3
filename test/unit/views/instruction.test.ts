import assert from 'node:assert/strict';
import { createParser, type Definition, EngineError, readDefinitions } from '../../../src/engine/index.ts';
import {
  firstPieces,
  instructionModel,
  instructionText,
  type MadeParser,
  shownLength,
} from '../../../src/views/instruction.ts';

const modelOf = async (definition: object, saved?: object) => {
  const [made, before] = [definition, saved].map(
    each => each && readDefinitions(JSON.stringify(each), 'x.parser.json').definitions[0],
  );
  return instructionModel(made!, parserOf(made!), before && (await instructionText(parserOf(before))));
};
function parserOf(definition: Definition): MadeParser {
  try {
    return createParser(definition);
  } catch (error) {
    if (error instanceof EngineError) return { error };
    throw error;
  }
}

const dict = (keys: number) => ({
  type: 'MarkdownJsonDictParser',
  content_hint: Object.fromEntries(Array.from({ length: keys }, (_, i) => [`key ${i}`, ''])),
});

suite('the view of an instruction', () => {
  for (const [keys, shown, more] of [
    [1, 1, undefined],
    [199, 199, undefined],
    [200, 200, undefined],
    [201, 200, 1],
  ] as const)
    test(`of ${keys} keys it has ${shown}, and says how many more there are`, async () => {
      const { view } = await modelOf(dict(keys));
      assert.deepEqual([view.keys?.length, view.moreKeys, 'moreKeys' in view], [shown, more, more !== undefined]);
      assert.deepEqual(view.keys?.at(-1)?.key, `key ${shown - 1}`);
    });

  test('a type whose value is not split has no keys', async () => {
    const { view } = await modelOf({ type: 'MarkdownJsonObjectParser', content_hint: 'x' });
    assert.deepEqual(['keys' in view, 'moreKeys' in view], [false, false]);
  });

  test('what has no description has none in its view', async () => {
    assert.equal('description' in (await modelOf(dict(1))).view, false);
    assert.equal((await modelOf({ ...dict(1), description: '' })).view.description, '');
  });

  test('where the framework raises: its error, no text, no pieces', async () => {
    for (const [definition, expected] of [
      [{ type: 'MarkdownCodeBlockParser' }, 'TypeError'],
      [{ type: 'RegexTaggedContentParser' }, 'ValueError'],
    ] as const) {
      const { view, text } = await modelOf(definition, dict(1));
      assert.deepEqual(
        [view.error?.class, view.pieces, view.length, text, view.changes],
        [expected, [], 0, undefined, undefined],
      );
    }
  });

  test('no changes beside a saved version that raises, or is the same', async () => {
    assert.equal('changes' in (await modelOf(dict(1), { type: 'RegexTaggedContentParser' })).view, false);
    assert.equal('changes' in (await modelOf(dict(1), dict(1))).view, false);
    assert.deepEqual((await modelOf(dict(2), dict(1))).view.changes?.length, 1);
  });

  test('its length is that of the text, however much of it is shown', async () => {
    for (const extra of [-1, 0, 1]) {
      const empty = (await modelOf({ type: 'MarkdownJsonObjectParser', content_hint: '' })).text!.length;
      const hint = 'x'.repeat(shownLength - empty + extra);
      const { view, text } = await modelOf({ type: 'MarkdownJsonObjectParser', content_hint: hint });
      const shown = view.pieces.map(piece => piece.text).join('');
      assert.deepEqual([view.length, text?.length], [shownLength + extra, shownLength + extra]);
      assert.equal(text!.startsWith(shown), true);
      assert.equal(shown === text, extra <= 0);
    }
  });
});

suite('the first pieces of a text', () => {
  const a = (length: number) => ({ text: 'a'.repeat(length) });
  const b = (length: number) => ({ text: 'b'.repeat(length), origin: { start: 1, end: 2 } });
  for (const [title, pieces, limit, lengths] of [
    ['all that fit', [a(40), b(60)], 100, [40, 60]],
    ['a piece that just does not fit is cut', [a(40), b(61)], 100, [40, 60]],
    ['nothing behind what is full', [a(100), b(2)], 100, [100]],
    ['nothing behind a cut', [a(110), b(60)], 100, [100]],
    ['nothing short behind a cut', [a(101), b(1)], 100, [100]],
    ['a long piece is cut', [a(99), b(2)], 100, [99, 1]],
    ['a short one is left out', [a(999), b(10)], 1000, [999]],
    ['the shortest that is cut', [a(999), b(11)], 1000, [999, 1]],
    ['no short one in the place of one that was left out', [a(999), b(2), a(1)], 1000, [999]],
    ['empty ones do not count', [a(0), b(3), a(0), a(0)], 100, [3]],
    ['none of no room', [a(5)], 0, []],
  ] as const)
    test(title, () => {
      const first = firstPieces(pieces, limit);
      assert.deepEqual(
        first.map(({ text }) => text.length),
        lengths,
      );
      for (const piece of first) assert.deepEqual('origin' in piece, piece.text.startsWith('b'));
    });

  test('no character is split', () => {
    assert.deepEqual(firstPieces([{ text: 'ab😀c' }], 3), [{ text: 'ab' }]);
    assert.deepEqual(firstPieces([{ text: 'ab😀c' }], 4), [{ text: 'ab😀' }]);
    assert.deepEqual(firstPieces([{ text: 'a😀' }, { text: '😀b' }], 4), [{ text: 'a😀' }]);
  });
});
