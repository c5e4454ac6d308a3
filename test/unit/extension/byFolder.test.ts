import assert from 'node:assert/strict';
import { byFolder, type Folder, type PlacedFile } from '../../../src/extension/parsersView/byFolder.ts';

suite('files by folder', () => {
  /** A path with an optional workspace folder: `root:a/b/c.parser.json`. */
  const place = (path: string): PlacedFile<string> => {
    const [, root, folder = '', name = ''] = /^(?:(\w+):)?(?:(.*)\/)?([^/]*)$/.exec(path) ?? [];
    return { file: name, name, folder, ...(root !== undefined && { root }) };
  };
  const shown = ({ folders, files }: Omit<Folder<string>, 'name'>): unknown[] => [
    ...folders.map(folder => ({ [folder.name]: shown(folder) })),
    ...files,
  ];
  for (const [what, paths, expected] of [
    ['nothing', [], []],
    ['one folder', ['b', 'a'], ['a', 'b']],
    [
      'folders first, each in one row',
      ['z', 'p/q/r/b', 'p/a', 'p/q/r/a'],
      [{ p: ['a'] }, { 'p/q/r': ['a', 'b'] }, 'z'],
    ],
    ['numbers as numbers', ['a10', 'a9'], ['a9', 'a10']],
    [
      'several workspace folders, and files outside of all',
      ['two:a', 'one:x/b', '/elsewhere/c', 'one:a'],
      [{ one: [{ x: ['b'] }, 'a'] }, { two: ['a'] }, { '/elsewhere': ['c'] }],
    ],
  ] as const)
    test(what, () => assert.deepEqual(shown(byFolder(paths.map(place))), expected));

  test('five thousand files are little work', () => {
    const { folders, files } = byFolder(Array.from({ length: 5000 }, (_, i) => place(`f${i % 50}/a${i}`)));
    assert.equal(folders.length, 50);
    assert.equal(files.length + folders.reduce((sum, each) => sum + each.files.length, 0), 5000);
  });
});
