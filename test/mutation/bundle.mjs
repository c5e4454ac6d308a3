// @ts-check
// Bundles test files with all drawn mutants inside, once for all runs.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';

const asked = Symbol('asked');

/** @param {string} folder a package's */
function isForBundlers(folder) {
  try {
    const { module, exports, type } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return module !== undefined && exports === undefined && type !== 'module';
  } catch {
    return false;
  }
}

/** @typedef {{ file: string, path: string, mutated: readonly string[] }} Bundle of a test file, with the mutated files that it reaches */

/**
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.outdir inside the root, so that packages are found
 * @param {readonly string[]} options.tests paths in the root
 * @param {ReadonlyMap<string, string>} options.mutated path in the root → its code with mutants
 * @returns {Promise<Bundle[]>} of the tests that reach mutated code
 */
export async function bundleTests({ root, outdir, tests, mutated }) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...tests],
    outdir,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // A package in CommonJS that is bundled asks for Node's modules by `require`.
    banner: {
      js: "import { createRequire as bundledRequire } from 'node:module'; const require = bundledRequire(import.meta.url);",
    },
    mainFields: ['module', 'main'],
    // Takes out the switches of mutants that were not drawn: `false ? a : b`.
    minifySyntax: true,
    inject: [join(dirname(fileURLToPath(import.meta.url)), 'switch.mjs')],
    metafile: true,
    logLevel: 'error',
    plugins: [
      {
        name: 'mutants',
        setup({ onLoad, onResolve, resolve }) {
          // Of a package that is an ES module to bundlers alone, Node does not know the names.
          onResolve({ filter: /^[a-z@][^:]*$/ }, async ({ path, pluginData, ...where }) => {
            if (pluginData === asked || !isForBundlers(join(root, 'node_modules', path))) return undefined;
            return resolve(join(root, 'node_modules', path), { ...where, pluginData: asked });
          });
          onLoad({ filter: /\.(?:ts|js)$/ }, async ({ path }) => {
            if (path.includes('node_modules')) return undefined;
            const text = mutated.get(relative(root, path)) ?? (await readFile(path, 'utf8'));
            const loader = path.endsWith('.ts') ? 'ts' : 'js';
            if (!/import\.meta|__dirname|__filename/.test(text)) return { contents: text, loader };
            // A test finds its files beside itself, and so does a script of the build.
            const { code } = await transform(text, {
              loader,
              target: 'node20',
              define: {
                'import.meta.url': JSON.stringify(pathToFileURL(path).href),
                'import.meta.dirname': JSON.stringify(dirname(path)),
                'import.meta.filename': JSON.stringify(path),
                // What is bundled as CommonJS otherwise.
                __dirname: JSON.stringify(dirname(path)),
                __filename: JSON.stringify(path),
              },
            });
            return { contents: code, loader: 'js' };
          });
        },
      },
    ],
  });
  /** @type {Bundle[]} */
  const bundles = [];
  for (const [output, { entryPoint }] of Object.entries(metafile.outputs)) {
    // What is imported dynamically is an output with an entry point too.
    if (!entryPoint || !tests.includes(entryPoint)) continue;
    const found = reached(metafile.inputs, entryPoint).filter(file => mutated.has(file));
    if (found.length) bundles.push({ file: entryPoint, path: join(root, output), mutated: found });
  }
  return bundles;
}

/**
 * @param {import('esbuild').Metafile['inputs']} inputs
 * @param {string} entry
 */
function reached(inputs, entry) {
  const found = new Set([entry]);
  for (const file of found) for (const { path } of inputs[file]?.imports ?? []) found.add(path);
  return [...found];
}
