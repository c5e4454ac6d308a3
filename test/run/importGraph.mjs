// @ts-check
// Which modules import which, from the words of their imports alone, and what a file reaches.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The relative paths that a module imports, in whatever form, or finds by `import.meta.url`. */
const imports = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*|\bnew URL\(\s*)(['"`])(\.{1,2}\/[^'"`$]+)\1/g;
const isModule = (/** @type {string} */ path) => /\.(?:[cm]?[jt]s|tsx)$/.test(path);

/**
 * The modules of folders, each with what it imports and its text.
 * @param {string} root
 * @param {readonly string[]} folders
 * @returns {ReadonlyMap<string, { readonly imports: readonly string[], readonly text: string }>} by path in the root, with slashes
 */
export function importGraph(root, folders) {
  const graph = new Map();
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      if (!isModule(path)) continue;
      const text = readFileSync(join(root, path), 'utf8');
      const found = [...text.matchAll(imports)].map(([, , to = '']) => join(dirname(path), to).replaceAll('\\', '/'));
      graph.set(path, { imports: found.flatMap(to => resolved(root, to)), text });
    }
  return graph;
}

/** @type {(root: string, path: string) => string[]} */
function resolved(root, path) {
  const found = [path, `${path}.ts`, `${path}.js`, `${path}/index.ts`].find(
    each => isModule(each) && existsSync(join(root, each)),
  );
  return found ? [found] : [];
}

/**
 * The tests that may notice that files changed: those that reach a changed module, or whose modules mention the name of
 * another changed file, or of a folder that it is in.
 * @param {ReturnType<typeof importGraph>} graph
 * @param {readonly string[]} tests paths, keys of the graph
 * @param {readonly string[]} changed paths
 */
export function testsOf(graph, tests, changed) {
  const modules = new Set(changed.filter(path => isModule(path)));
  const mentions = changed.filter(path => !isModule(path)).flatMap(namesOf);
  return tests.filter(test => {
    const reached = reach(graph, test);
    if ([...reached].some(path => modules.has(path))) return true;
    // What a test reads is named in the test, or in a helper of tests.
    return [...reached].some(
      path => path.startsWith('test/') && mentions.some(name => graph.get(path)?.text.includes(name)),
    );
  });
}

/** What a file may be called where it is read: its name, and the folders of tests' data that it is in. */
const namesOf = (/** @type {string} */ path) => {
  const [name = '', ...folders] = path.split('/').reverse();
  return [name, ...folders.filter(folder => !/^(?:test|src|unit|docs|build|media|engine|cli|run)$/.test(folder))];
};

/**
 * The modules that a module imports, and those that they do.
 * @param {ReturnType<typeof importGraph>} graph
 * @param {string} from
 * @returns {Set<string>} itself included
 */
export function reach(graph, from) {
  const seen = new Set([from]);
  for (const path of seen) for (const next of graph.get(path)?.imports ?? []) seen.add(next);
  return seen;
}
