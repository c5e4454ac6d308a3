import assert from 'node:assert/strict';
import { nearestFirst } from '../../../src/extension/definitions/nearestFirst.ts';

suite('nearest definitions', () => {
  const place = (path: string, scheme = 'file') => ({ scheme, authority: '', path });
  const items = ['/w/z.json', '/w/a/b/x.json', '/w/c/y.json', '/w/a/x.json', '/w/a/b/c/x.json'].map(path => ({
    uri: place(path),
  }));

  for (const [from, expected] of [
    ['/w/a/b/answer.md', ['/w/a/b/x.json', '/w/a/x.json', '/w/z.json', '/w/a/b/c/x.json', '/w/c/y.json']],
    [undefined, ['/w/a/b/c/x.json', '/w/a/b/x.json', '/w/a/x.json', '/w/c/y.json', '/w/z.json']],
    ['/w/ab/answer.md', ['/w/z.json', '/w/a/b/c/x.json', '/w/a/b/x.json', '/w/a/x.json', '/w/c/y.json']],
  ] as const) {
    test(`to ${from ?? 'nowhere'}`, () => {
      const found = nearestFirst(items, from === undefined ? undefined : place(from));
      assert.deepEqual(
        found.map(item => item.uri.path),
        expected,
      );
    });
  }

  test('files of another file system are not near', () => {
    const found = nearestFirst(
      [{ uri: place('/w/a.json', 'untitled') }, { uri: place('/w/b.json') }],
      place('/w/x.md'),
    );
    assert.deepEqual(
      found.map(item => item.uri.scheme),
      ['file', 'untitled'],
    );
  });

  test('definitions of one file keep their order', () => {
    const uri = place('/w/a.json');
    assert.deepEqual(
      nearestFirst(
        ['z', 'a', 'm'].map(name => ({ uri, name })),
        place('/w/x.md'),
      ).map(item => item.name),
      ['z', 'a', 'm'],
    );
  });
});
