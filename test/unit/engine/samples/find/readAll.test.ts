import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { countText } from '../../../../../src/engine/samples/find/coverage.ts';
import { isAsGood, type ResponseVerdict, readAll } from '../../../../../src/engine/samples/find/readAll.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';

/** The verdict of one definition on one response, its coverage asked for. */
async function verdict(definition: object, text: string, counted = countText(text)): Promise<ResponseVerdict> {
  const [made] = readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions;
  assert(made);
  const [found] = await readAll(made, [{ text, counted }], nodeHost);
  assert(found);
  return found;
}

const object = { type: 'MarkdownJsonObjectParser' };
const dict = { type: 'MarkdownJsonDictParser' };
const keysOf = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`);

suite('what a definition makes of a response', () => {
  for (const [title, definition, text, size, keys] of [
    ['an empty dictionary', dict, '{}', 0, []],
    ['a dictionary', dict, '{"a": 1, "b": [2, 3]}', 2, ['a', 'b']],
    ['an empty list', object, '[]', 0, []],
    ['a list', object, '[1, 2, 3]', 3, []],
    ['a text', object, '"abc"', 1, []],
    ['a number', object, '0', 1, []],
    ['null', object, 'null', 1, []],
  ] as const)
    test(`its size and keys: ${title}`, async () => {
      const found = await verdict(definition, text);
      assert.ok(found.ok, JSON.stringify(found));
      assert.deepEqual([found.size, found.keys], [size, keys]);
    });

  for (const [count, shown] of [
    [49, 49],
    [50, 50],
    [51, 50],
  ] as const)
    test(`of ${count} keys it has ${shown}, and the size of all`, async () => {
      const found = await verdict(dict, JSON.stringify(Object.fromEntries(keysOf(count).map(key => [key, 1]))));
      assert.ok(found.ok);
      assert.deepEqual([found.size, found.keys], [count, keysOf(count).slice(0, shown)]);
    });

  test('a response that comes back as it is covers nothing, as a text and as a part of a dictionary', async () => {
    for (const type of ['identity', 'action_only']) {
      const found = await verdict({ type }, 'ls -a');
      assert.ok(found.ok);
      assert.deepEqual([found.isUnchanged, found.coverage], [true, { words: 0, marks: 0 }], type);
    }
    const read = await verdict(object, '"ls"');
    assert.ok(read.ok);
    assert.deepEqual([read.isUnchanged, read.coverage.words], [false, 1]);
  });

  test('without a count there is no coverage', async () => {
    const [made] = readDefinitions(JSON.stringify(dict), 'x.parser.json').definitions;
    const [found] = await readAll(made!, [{ text: '{"a": "b"}' }], nodeHost);
    assert.ok(found?.ok);
    assert.deepEqual(found.coverage, { words: 0, marks: 0 });
  });

  test('its repairs are named; an error has its class and its message', async () => {
    const repaired = await verdict(dict, '{"a": "b"}');
    assert.ok(repaired.ok);
    assert.deepEqual(repaired.repairs, ['missing-begin-tag', 'missing-end-tag']);
    const failed = await verdict(dict, '[1]');
    assert.ok(!failed.ok);
    assert.equal(failed.error.class, 'JsonTypeError');
    assert.notEqual(failed.error.message, '');
  });

  test('a definition that makes no parser gives its error for every response', async () => {
    const [made] = readDefinitions('{ "type": "MarkdownCodeBlockParser" }', 'x.parser.json').definitions;
    const found = await readAll(made!, [{ text: 'a' }, { text: 'b' }], nodeHost);
    assert.deepEqual(
      found.map(each => !each.ok && each.error.class),
      ['TypeError', 'TypeError'],
    );
  });
});

suite('whether a control is read as well as the response', () => {
  const good = {
    ok: true,
    size: 2,
    keys: ['a', 'b'],
    isUnchanged: false,
    coverage: { words: 1, marks: 1 },
    hasCallAsText: false,
    hasNamesAsText: false,
    repairs: ['x'],
    warnings: ['w'],
  } as const;
  const failed = { ok: false, error: { class: 'E', message: '' } } as const;
  const rename = (key: string) => key.toUpperCase();

  for (const [title, control, expected] of [
    ['the same', good, true],
    ['the keys renamed', { ...good, keys: ['A', 'B'] }, true],
    ['one key renamed', { ...good, keys: ['a', 'B'] }, true],
    ['another key', { ...good, keys: ['a', 'c'] }, false],
    ['keys that changed places', { ...good, keys: ['b', 'a'] }, false],
    ['fewer repairs and warnings', { ...good, repairs: [], warnings: [] }, true],
    ['as many other repairs', { ...good, repairs: ['y'] }, true],
    ['one repair more', { ...good, repairs: ['x', 'y'] }, false],
    ['one warning more', { ...good, warnings: ['w', 'v'] }, false],
    ['one item more', { ...good, size: 3 }, false],
    ['one item less', { ...good, size: 1 }, false],
    ['an error', failed, false],
    ['nothing', undefined, false],
  ] as const)
    test(title, () => assert.equal(isAsGood(control, good, rename), expected));

  test('of a response that is not read, none is', () => assert.equal(isAsGood(good, failed, rename), false));
});
