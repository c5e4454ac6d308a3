import assert from 'node:assert/strict';
import { createParser, type Definition, EngineError, readDefinitions } from '../../../src/engine/index.ts';
import { shownLength } from '../../../src/views/firstPieces.ts';
import { instructionModel, instructionText, type MadeParser } from '../../../src/views/instruction.ts';

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
