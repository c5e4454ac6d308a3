import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import { FolderWatchers } from '../../../src/extension/structure/folderWatchers.ts';

suite('FolderWatchers', () => {
  const folder = (name: string | number) => `file:///w/${name}` as unknown as Uri;
  const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => folder(from + i));

  /** The watchers and what they watch now, sorted; the workspace as `*`. */
  function watching() {
    const live: string[] = [];
    let started = 0;
    const watchers = new FolderWatchers(uri => {
      const name = uri ? String(uri).slice(10) : '*';
      live.push(name);
      started++;
      return { dispose: () => void live.splice(live.indexOf(name), 1) };
    });
    return { watchers, now: () => [...live].sort(), started: () => started };
  }

  test('one watcher for a folder, as long as a file names something in it', () => {
    const { watchers, now, started } = watching();
    watchers.follow('a', [folder('x'), folder('x'), folder('y')]);
    watchers.follow('b', [folder('x')]);
    assert.deepEqual(now(), ['x', 'y']);
    watchers.follow('a', [folder('x'), folder('z')]);
    assert.deepEqual(now(), ['x', 'z']);
    watchers.follow('a', []);
    assert.deepEqual(now(), ['x']);
    watchers.follow('b', []);
    assert.deepEqual([now(), started()], [[], 3]);
  });

  test('of five thousand folders fifty are watched, and the workspace', () => {
    const { watchers, now, started } = watching();
    for (let i = 0; i < 100; i++) watchers.follow(`d${i}`, names(50, 50 * i));
    assert.equal(now().length, 51);
    assert.ok(now().includes('*'));
    watchers.follow('d0', []);
    assert.equal(now().length, 51, 'others take the place of those that went');
    assert.ok(now().includes('50') && !now().includes('0'));
    for (let i = 1; i < 99; i++) watchers.follow(`d${i}`, []);
    assert.equal(now().length, 50);
    assert.ok(!now().includes('*'));
    assert.ok(started() < 5100);
    watchers.dispose();
    assert.deepEqual(now(), []);
  });
});
