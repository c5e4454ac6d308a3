import { deepEqual, ok } from 'node:assert/strict';
import { build } from 'esbuild';
import { bundles } from '../../../esbuild.js';

suite('the engine in a bundle', () => {
  test('asks for nothing that Node alone has, its packages neither @slow', async () => {
    const { entryPoints: _, ...options } = bundles.find(({ entryPoints }) => entryPoints && 'library' in entryPoints)!;
    const { metafile, outputFiles } = await build({
      ...options,
      entryPoints: ['src/engine/index.ts'],
      sourcemap: false,
      write: false,
      metafile: true,
    });
    const outside = Object.entries(metafile!.inputs).flatMap(([file, { imports }]) =>
      imports.filter(({ external }) => external).map(({ path }) => `${file}: ${path}`),
    );
    deepEqual(outside, []);
    // What a bundle cannot follow is not in its list.
    const text = outputFiles?.[0]?.text ?? '';
    ok(text.length > 1_000_000);
    deepEqual(text.match(/\brequire\([^)]*\)/g), null);
  });
});
