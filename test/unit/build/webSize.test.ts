import { deepEqual, ok } from 'node:assert/strict';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundles } from '../../../esbuild.js';

const KB = 1000;

/** A bundle of production, compressed as servers send it; and what it asks for at run time. */
async function bundled(outdir: string, name: string) {
  const bundle = bundles.find(each => (each.outdir ?? 'dist') === outdir && name in (each.entryPoints ?? {}));
  const { outputFiles, metafile } = await build({
    ...bundle,
    entryPoints: { [name]: (bundle!.entryPoints as Record<string, string>)[name]! },
    minify: true,
    sourcemap: false,
    write: false,
    metafile: true,
  });
  const size = outputFiles!.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
  const asked = Object.values(metafile!.outputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  return { size, asked: [...new Set(asked.map(({ path }) => path))], code: outputFiles![0]!.text };
}

suite('what a browser loads @slow', () => {
  test('the host is under 150 KB, and all of the first preview under 1 MB; nothing asks for Node, and workers start', async () => {
    const [host, worker, page, analysis, interchange] = await Promise.all([
      bundled('dist/web', 'extension'),
      bundled('dist/web', 'worker'),
      bundled('dist/webview', 'instruction'),
      bundled('dist', 'patternAnalysis'),
      bundled('dist/web', 'interchange'),
    ]);
    ok(host.size < 150 * KB, `the host has ${host.size} bytes`);
    const preview = host.size + worker.size + page.size;
    ok(preview < 1000 * KB, `the first preview loads ${preview} bytes: ${host.size}, ${worker.size}, ${page.size}`);
    deepEqual([host.asked, worker.asked, page.asked, interchange.asked], [['vscode'], [], [], []]);
    // The same file as Node's, which asks where there is no scope of a web worker.
    deepEqual(analysis.asked, ['node:worker_threads']);
    // A worker from a blob has an address of its own kind.
    for (const { code } of [worker, interchange]) {
      const location = { origin: 'https://a.b:1', pathname: 'https://a.b:1/1', search: '' };
      const scope = createContext({ location, URL, TextDecoder, TextEncoder, performance });
      runInContext('globalThis.self = globalThis', scope);
      runInContext(code, scope);
      ok('onmessage' in scope || 'parserlensInterchange' in scope);
    }
  }).timeout(60_000);
});
