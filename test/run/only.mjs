// @ts-check
// `npm test -- --only TEXT`: the tests whose title or path has a text, of every suite.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './process.mjs';
import { countsOf, sum } from './results.mjs';
import { newest } from './vscode.mjs';

/**
 * The files of a folder's tests whose paths have a text, which run whole, and the others, of which titles are searched.
 * @param {readonly string[]} folders
 * @param {string} text
 */
export function split(folders, text) {
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.test.ts'))
      .map(file => join(folder, file).replaceAll('\\', '/')),
  );
  const named = files.filter(file => file.includes(text));
  return { named, others: files.filter(file => !named.includes(file)) };
}

/** @param {string} text to be found as it is by a regular expression */
export const quoted = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Runs the tests whose title or path has a text.
 * @param {string} text
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} canShow whether windows of VS Code open on this machine
 */
export async function runOnly(text, env, canShow) {
  /** @type {import('./results.mjs').Counts[]} */
  const counts = [];
  const suites = /** @type {const} */ ([
    ['unit.mjs', ['test/unit', 'test/conformance']],
    ...(canShow ? [/** @type {const} */ (['ui.mjs', ['test/ui']])] : []),
  ]);
  for (const [script, folders] of suites) {
    const { named, others } = split(folders, text);
    for (const [name, args] of /** @type {const} */ ([
      ['path', ['-g', '', ...named]],
      ['title', ['-g', quoted(text), ...others]],
    ])) {
      if (name === 'path' && named.length === 0) continue;
      const result = `${script.replace('.mjs', '')}-${name}`;
      const options = { ...env, PARSERLENS_NAME: result, PARSERLENS_NO_TEST: 'fine' };
      counts.push(countsOf([result], await run(process.execPath, [`test/run/${script}`, ...args], { env: options })));
    }
  }
  if (canShow) {
    const options = { ...env, PARSERLENS_VSCODE: newest, PARSERLENS_ONLY: text, PARSERLENS_NO_TEST: 'fine' };
    const code = await run(process.execPath, ['test/run/host.mjs'], { env: options });
    counts.push(countsOf([`host-${newest}`], code));
  }
  const total = sum(counts);
  return total.passed + total.failed + total.skipped > 0 ? total : { ...total, failed: 1 };
}
