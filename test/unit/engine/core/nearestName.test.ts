import assert from 'node:assert/strict';
import { nearest, nearestKey, nearestName, nearestOf } from '../../../../src/engine/core/nearestName.ts';

suite('nearest', () => {
  for (const [word, candidates, expected] of [
    ['spaek', ['thought', 'speak'], 'speak'],
    ['Thought', ['thought'], 'thought'],
    ['speek', ['seek', 'speak'], 'seek'],
    ['spe', ['thought', 'speak'], 'speak'],
    ['MarkdownJsonDict', ['json', 'MarkdownJsonDictParser'], 'MarkdownJsonDictParser'],
    ['MarkdownJsonDictParserV2', ['MarkdownJsonDictParser'], 'MarkdownJsonDictParser'],
    ['speakings', ['thought', 'speak'], 'speak'],
    ['mood', ['thought', 'speak'], undefined],
    ['mod', ['module'], undefined],
    ['ab', ['abc'], undefined],
    ['', ['a'], undefined],
    ['speak', ['speak'], undefined],
  ] as const)
    test(`${word} among ${candidates}`, () => assert.equal(nearestName(word, candidates), expected));

  test('a word of two hundred characters may be near, a longer one is not', () => {
    assert.equal(nearest('a'.repeat(200), ['a'.repeat(199)]), 'a'.repeat(199));
    assert.equal(nearest('a'.repeat(201), ['a'.repeat(200)]), undefined);
  });

  test('by how much they differ, those that are alike in their order', () => {
    const names = ['abxd', 'abdc', 'abcd', 'xabdc', 'abc'];
    assert.deepEqual(nearestOf('abcd', names, 5), ['abcd', 'abxd', 'abdc', 'abc', 'xabdc']);
    assert.deepEqual(nearestOf('ABCD', names, 2), ['abcd', 'abxd']);
    assert.deepEqual(nearestOf('', ['b', ''], 1), ['']);
  });

  test('two letters that change places count once, two that differ count twice', () => {
    assert.equal(nearest('mnopab', ['mnqpba']), 'mnqpba');
    assert.equal(nearest('mnopab', ['mnqpca']), undefined);
  });

  test('a word of a key is near, if no other key has it', () => {
    const keys = ['content_hint', 'keys_to_content', 'tagged_content_pattern'];
    assert.deepEqual(
      ['hint', 'pattern', 'content', 'contnt_hint', 'hin'].map(key => nearestKey(key, keys)),
      ['content_hint', 'tagged_content_pattern', undefined, 'content_hint', undefined],
    );
  });

  test('what ends too early is only near as a name', () => assert.equal(nearest('spe', ['speak']), undefined));
});
