import assert from 'node:assert/strict';
import fc from 'fast-check';
import { renameInSamples, renameKey } from '../../../../src/engine/authoring/index.ts';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import { judgeSample } from '../../../../src/engine/samples/index.ts';

const read = (text: string): Definition => readDefinitions(text, 'x.parser.json').definitions[0]!;

/** The definition after the rename, and its samples' texts before and after. */
async function renamed(text: string, name: string, newName: string) {
  const definition = read(text);
  const rename = renameKey(definition, name, newName);
  assert.ok('edits' in rename);
  const inSamples = await renameInSamples(text, definition, { name, newName });
  const edits = [...rename.edits, ...inSamples].sort((a, b) => a.span.start - b.span.start);
  const after = read(applyEdits(text, edits));
  return { after, texts: after.samples.map(sample => sample.text) };
}

const dict = (...texts: readonly unknown[]) =>
  JSON.stringify({
    type: 'MarkdownJsonDictParser',
    content_hint: { a: 1, b: 2 },
    samples: texts.map(text => ({ text })),
  });
const fenced = (json: string) => `Sure, "a": here\n\`\`\`json\n${json}\n\`\`\``;
const tagged = {
  type: 'RegexTaggedContentParser',
  required_keys: ['a'],
  keys_to_content: 'a',
};

suite('renaming a key in samples', () => {
  for (const [name, text, expected] of [
    ['the key of the answer, and nothing beside it', fenced('{"a": "a", "b": {"a": 1}}'), '{"c": "a", "b": {"a": 1}}'],
    [
      'with blanks around the colon',
      fenced('{\n "b": 1,\n "a"\n :\n {"a": []}\n}'),
      '{\n "b": 1,\n "c"\n :\n {"a": []}\n}',
    ],
    ['written with an escape', fenced('{"\\u0061": 1}'), '{"c": 1}'],
    ['not one that ends like it', fenced('{"x\\"a": 1, "a": 2}'), '{"x\\"a": 1, "c": 2}'],
    ['not where it stands twice', fenced('{"a": 1, "a": 2}'), '{"a": 1, "a": 2}'],
    ['not in a nested object alone', fenced('{"b": {"a": 1}}'), '{"b": {"a": 1}}'],
    ['not in an answer that does not read', '{"a": 1', '{"a": 1'],
    ['not where the new name is there', fenced('{"a": 1, "c": 2}'), '{"a": 1, "c": 2}'],
  ] as const)
    test(name, async () => {
      const wanted = text.includes('```') ? fenced(expected) : expected;
      assert.deepEqual((await renamed(dict(text), 'a', 'c')).texts, [wanted]);
      const lines = wanted.split('\n');
      assert.deepEqual((await renamed(dict(text.split('\n')), 'a', 'c')).texts, [lines.join('\n')]);
    });

  test('in each sample of its own', async () => {
    const { texts } = await renamed(dict(fenced('{"a": 1}'), 'no', fenced('{"b": 1}'), fenced('{"a": 2}')), 'a', 'c');
    assert.deepEqual(texts, [fenced('{"c": 1}'), 'no', fenced('{"b": 1}'), fenced('{"c": 2}')]);
  });

  test('in both tags around a value', async () => {
    const text = JSON.stringify({ ...tagged, samples: [{ text: '<b>a</b> a <a>an a</a> <ab>' }] });
    assert.deepEqual((await renamed(text, 'a', 'c')).texts, ['<b>a</b> a <c>an a</c> <ab>']);
  });

  test('not where tags have names of their own', async () => {
    const tags = [{ name: 'a', tag_begin: '[a]', content_hint: 'a', tag_end: '[/a]' }];
    const samples = [{ text: '[a]a[/a]' }];
    const text = JSON.stringify({ type: 'MultiTaggedContentParser', tagged_contents: tags, samples });
    assert.deepEqual((await renamed(text, 'a', 'c')).texts, ['[a]a[/a]']);
  });

  test('whatever the order of the definition', async () => {
    const text = dict(fenced('{"a": 1}')).replace('{', '{"keys_to_content": "a", "required_keys": ["a"],');
    assert.deepEqual((await renamed(text, 'a', 'c')).texts, [fenced('{"c": 1}')]);
  });

  test('none where the rename is refused, or there is no text', async () => {
    const text = dict(fenced('{"a": 1}'));
    for (const newName of ['b', '', 'a'])
      assert.deepEqual(await renameInSamples(text, read(text), { name: 'a', newName }), []);
    const file = text.replace('"text"', '"file"');
    assert.deepEqual(await renameInSamples(file, read(file), { name: 'a', newName: 'c' }), []);
  });

  test('what passed passes under any name', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), async newName => {
        fc.pre(newName !== 'a' && newName !== 'b');
        const samples = [{ text: fenced('{"a": "x", "b": "a"}'), expect: { value: { a: 'x', b: 'a' } } }];
        const config = { type: 'MarkdownJsonDictParser', content_hint: { a: 1, b: 2 }, required_keys: ['a'], samples };
        const { after, texts } = await renamed(JSON.stringify(config), 'a', newName);
        assert.notEqual(texts[0], samples[0]!.text);
        const [sample] = after.samples;
        assert.equal((await judgeSample(after, sample!, sample!.text!)).verdict, 'pass');
      }),
    ));
});
