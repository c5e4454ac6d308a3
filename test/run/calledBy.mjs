// @ts-check
// Which tests called the functions that changed, by what coverage.cjs kept of the last run of each file of tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@lezer/javascript';

/** @typedef {{ test: string, milliseconds: number, functions: Readonly<Record<string, readonly string[]>> }} Coverage */
/** Lines of a file that changed, from 1, both ends included. @typedef {readonly [first: number, last: number]} Lines */

/**
 * What was kept of each file of tests.
 * @param {string} folder
 * @returns {Coverage[]}
 */
export function keptCoverage(folder) {
  const files = existsSync(folder) ? readdirSync(folder).filter(file => file.endsWith('.json')) : [];
  return files.map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

const typeScript = parser.configure({ dialect: 'ts jsx' });
const plainTypeScript = parser.configure({ dialect: 'ts' });

/**
 * The names of the functions that lines of a module stand in, the innermost that has one.
 * @param {string} path of the module
 * @param {string} text
 * @param {readonly Lines[]} lines
 * @returns {string[] | undefined} `undefined` where a line stands in none: then any function may be concerned
 */
export function functionsAt(path, text, lines) {
  const tree = (path.endsWith('x') ? typeScript : plainTypeScript).parse(text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1), text.length + 1];
  /** @type {Set<string>} */
  const names = new Set();
  for (const [first, last] of lines)
    for (let line = first; line <= last; line++) {
      const start = starts[line - 1] ?? 0;
      const content = text.slice(start, (starts[line] ?? text.length + 1) - 1);
      if (/^\s*(?:\/\/.*|\/?\*.*|[)}\]]*[;,]?)?$/.test(content)) continue;
      // A line may begin before the function that it gives a name.
      const name =
        nameAround(tree.resolveInner(start + content.search(/\S/), 1), text) ??
        nameAround(tree.resolveInner(start + content.replace(/[\s;,]+$/, '').length, -1), text);
      if (name === undefined) return undefined;
      names.add(name);
    }
  return [...names];
}

/**
 * @param {import('@lezer/common').SyntaxNode | null} node
 * @param {string} text
 */
function nameAround(node, text) {
  const definitions = ['VariableDefinition', 'PropertyDefinition', 'PrivatePropertyDefinition'];
  const nameOf = (/** @type {import('@lezer/common').SyntaxNode | null} */ of) =>
    definitions.map(definition => of?.getChild(definition)).find(Boolean);
  for (; node; node = node.parent) {
    if (!node.getChild('ParamList')) continue;
    // A function without a name of its own has that to which it is given.
    const isGiven = /^(?:VariableDeclaration|Property|PropertyDeclaration)$/.test(node.parent?.name ?? '');
    const name = nameOf(node) ?? (isGiven ? nameOf(node.parent) : undefined);
    if (name) return text.slice(name.from, name.to);
  }
  return undefined;
}

/**
 * The files of tests that called any of the functions of a module, or used it at all.
 * @param {readonly Coverage[]} kept
 * @param {string} path
 * @param {readonly string[]} [names] of functions; without, or where none of them was called by anybody: all of the module
 * @returns {Coverage[]}
 */
export function testsThatCall(kept, path, names) {
  const users = kept.filter(({ functions }) => functions[path]);
  const callers = names && users.filter(({ functions }) => names.some(name => functions[path]?.includes(name)));
  return callers && callers.length > 0 ? callers : users;
}

/**
 * Of many tests those that tell most of a change: that are named for what changed, then those that call little else, until
 * there are as many as may run.
 * @param {readonly Coverage[]} tests
 * @param {readonly string[]} changed paths
 * @param {{ files: number, milliseconds: number }} limit
 * @returns {Coverage[]}
 */
export function tellingMost(tests, changed, limit) {
  const stems = new Set(changed.map(path => path.replace(/^src\//, '').replace(/\.tsx?$/, '')));
  const isOwn = (/** @type {Coverage} */ { test }) =>
    stems.has(test.replace(/^test\/unit\//, '').replace(/\.test\.ts$/, ''));
  const breadth = (/** @type {Coverage} */ { functions }) => Object.keys(functions).length;
  const sorted = [...tests].sort(
    (one, other) => Number(isOwn(other)) - Number(isOwn(one)) || breadth(one) - breadth(other),
  );
  let taken = 0;
  const within = sorted.filter(test => {
    taken += test.milliseconds;
    return isOwn(test) || taken <= limit.milliseconds;
  });
  return within.slice(0, limit.files);
}
