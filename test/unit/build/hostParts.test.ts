import { deepEqual, ok } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundles } from '../../../esbuild.js';

const kB = 1024;

/** The extension's bundle as it is shipped: its parts by name, and what each loads at once. */
suite('the bundle of the extension host', () => {
  let parts: ReadonlyMap<string, { readonly size: number; readonly loads: readonly string[]; readonly text: string }>;

  suiteSetup(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parserlens-host-'));
    try {
      const bundle = bundles.find(({ entryPoints = {} }) => 'extension' in entryPoints)!;
      const { metafile, warnings } = await build({
        ...bundle,
        minify: true,
        sourcemap: false,
        outdir: folder,
        metafile: true,
      });
      deepEqual(warnings, []);
      parts = new Map(
        Object.entries(metafile!.outputs).map(([path, { imports }]) => {
          const name = path.replace(/^.*\//, '');
          const text = readFileSync(join(folder, name), 'utf8');
          const static_ = imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
          return [name, { size: text.length, loads: static_.map(each => each.path.replace(/^.*\//, '')), text }];
        }),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** What is loaded with a part, itself included. */
  const loadedWith = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (!seen.has(name)) for (const other of parts.get(seen.add(name) && name)!.loads) loadedWith(other, seen);
    return seen;
  };

  test('what is loaded at the start has less than 200 KB', () => {
    const sizes = [...loadedWith('extension.js')].map(name => parts.get(name)!.size);
    const size = sizes.reduce((sum, one) => sum + one, 0);
    ok(size < 200 * kB, `${Math.round(size / kB)} KB`);
  });

  test('the panels are loaded later, and share what was loaded', () => {
    ok(!loadedWith('extension.js').has('panels.js'));
    deepEqual([...parts.keys()].sort(), ['chunk.js', 'extension.js', 'panels.js']);
    deepEqual(parts.get('panels.js')!.loads, ['chunk.js']);
    ok(parts.get('panels.js')!.size > 100 * kB);
  });

  test('every part is CommonJS that asks for vscode at most once', () => {
    for (const [name, { text }] of parts) {
      ok(!/^(?:import|export)\b/m.test(text) && !/\bimport\(/.test(text), name);
      ok((text.match(/["']vscode["']/g) ?? []).length <= 1, name);
    }
  });
});
