import { deepEqual, equal } from 'node:assert/strict';
import { createParser, readDefinitions, type Splits } from '../../../src/engine/index.ts';
import { pageSize, ValueTree } from '../../../src/views/valueTree.ts';

async function treeOf(value: object, splits?: object): Promise<ValueTree> {
  const [definition] = readDefinitions('{"type": "MarkdownJsonDictParser"}', 'x.parser.json').definitions;
  const result = await createParser(definition!).parse(JSON.stringify(value));
  if (!result.ok) throw new Error(result.error.message);
  return new ValueTree(result, splits as Splits | undefined);
}

suite('the values of a result, page by page', () => {
  test('a path leads to an item, a part, a split, or nowhere', async () => {
    const splits = { content: { exact: 'c' }, memory: { error: { class: 'E', message: '' } } };
    const tree = await treeOf({ a: [1, { b: 'x' }], n: null }, splits);
    equal(tree.at(['value', 0, 1, 0]), 'x');
    equal(tree.at(['value', 1]), null);
    equal(tree.at(['value', 2]), undefined);
    equal(tree.at(['value', 1, 0]), undefined);
    equal(tree.at(['value', 2, 0]), undefined);
    equal(tree.at(['parts', 0, 1, 0]), 'x');
    equal(tree.at(['parts', 7]), undefined);
    equal(tree.at(['parts']), undefined);
    equal(tree.at(['content']), 'c');
    equal(tree.at(['memory']), undefined);
    equal(tree.at(['metadata']), undefined);
    deepEqual(tree.at(['extra']), new Map());
  });

  test('items have their keys or numbers, and paths of their own', async () => {
    const tree = await treeOf({ a: [1, 2.5], t: 'x', d: {}, n: null });
    const { items, total } = tree.page(['value'], 0);
    equal(total, 4);
    deepEqual(
      items.map(({ label, path, short, kind, size }) => [label, path.join(), short, kind, size]),
      [
        ['a', 'value,0', '[1, 2.5]', 'list', 2],
        ['t', 'value,1', '"x"', 'string', 0],
        ['d', 'value,2', '{}', 'dict', 0],
        ['n', 'value,3', 'null', 'null', 0],
      ],
    );
    deepEqual(
      tree.page(['value', 0], 1).items.map(({ label, path, kind }) => [label, path.join(), kind]),
      [['1', 'value,0,1', 'scalar']],
    );
    deepEqual(tree.page(['value', 1], 0), { items: [], total: 0 });
    deepEqual(tree.page(['value', 9], 0), { items: [], total: 0 });
  });

  test('a page has its size at most', async () => {
    const tree = await treeOf({ list: Array.from({ length: pageSize + 3 }, (_, i) => i) });
    equal(tree.page(['value', 0], 0).items.length, pageSize);
    deepEqual(
      tree.page(['value', 0], pageSize).items.map(({ label }) => label),
      ['100', '101', '102'],
    );
  });
});
