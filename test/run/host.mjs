// @ts-check
// Runs the mocha suite of test/host inside the extension host: `node test/run/host.mjs [-g TITLE] [--desktop] [--main |
// --quick] [--again]`. With `--main`, as in `npm test`, only the tests with `@main` in their titles run; with `--quick`, as in
// a whole run, what rests on the engine alone is not run again in the oldest VS Code; with `--again`, suites that failed are
// run once more.
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quoted } from './only.mjs';
import { root } from './process.mjs';
import { resultsFile, runSuite, runSuiteAgain } from './results.mjs';
import { prepare } from './setup.mjs';
import { mainTag } from './uiQueue.mjs';
import { embeddable, oldest, versions } from './vscode.mjs';

/** The extensions that are loaded beside ours. */
const extensions = ['test/host/scriptedModels', 'test/host/fakePython'];

/**
 * Suites about the engine's threads, processes and files, or what it finds, which are the same in every VS Code. What they
 * use of VS Code itself (lenses, problems, previews, watchers, untitled documents) is in those that run in both.
 */
const engineSuites =
  'agentscope2|answers|confines|conversations|evaluation|find|interchange|models|modules|namedFiles|python|repairs|replay|robustness|runs|runtimes|samples|serving|thoughtAction|tokens';

const { values } = parseArgs({
  options: {
    grep: { type: 'string', short: 'g' },
    desktop: { type: 'boolean' },
    main: { type: 'boolean' },
    quick: { type: 'boolean' },
    again: { type: 'boolean' },
  },
});

await prepare();
const desktop = values.desktop || !embeddable;
const isWhole = !values.grep && !values.main && !process.env.PARSERLENS_ONLY;
let failed = false;
for (const version of versions()) {
  const name = `${desktop ? 'desktop' : 'host'}-${version}`;
  process.stdout.write(`\nExtension host, VS Code ${version}${desktop ? ', desktop' : ''}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'parserlens-host-'));
  try {
    const tests = await bundle(version);
    const workspace = join(folder, 'examples');
    /** @type {Record<string, string>} */
    const env = { PARSERLENS_RESULTS: resultsFile(name), PARSERLENS_REPORTER: 'spec' };
    env.PARSERLENS_SOCKETS = join(folder, 'sockets');
    env.NODE_OPTIONS = `--require ${join(root, 'test/run/socketSpy.cjs')}`;
    if (values.quick && version === oldest) env.PARSERLENS_SKIPPED = engineSuites;
    /** @param {import('./results.mjs').Record} [first] of which what failed is run; all without */
    const runParts = async first => {
      await rm(workspace, { recursive: true, force: true });
      await cp(join(root, 'examples'), workspace, { recursive: true });
      const wanted = values.main ? mainTag : values.grep;
      const again = first && `^(${first.failedSuites.map(quoted).join('|')}) `;
      const grep = again && values.main ? `${again}.*${mainTag}` : (again ?? wanted);
      if (grep) env.PARSERLENS_GREP = grep;
      return desktop ? runDesktop(version, workspace, folder, env, tests) : runEmbedded(version, workspace, env, tests);
    };
    const code = await (values.again ? runSuiteAgain : runSuite)(name, runParts);
    failed ||= code !== 0 || !(await onlyThisMachine(env.PARSERLENS_SOCKETS ?? '', version, isWhole && !desktop));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    failed = true;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
process.exit(failed ? 1 : 0);

/**
 * Whether the extension and its threads connected to this machine alone, whatever the suite did: to the servers of tests,
 * each behind a click. Newer VS Codes preload nothing into their extension hosts; in the oldest there must be connections
 * if the whole suite ran, or nobody looked.
 * @param {string} file what socketSpy.cjs wrote
 * @param {string} version
 * @param {boolean} isWhole
 */
async function onlyThisMachine(file, version, isWhole) {
  const targets = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  const outside = targets.filter(target => !/^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|localhost|::1):\d+$/.test(target));
  if (outside.length > 0) process.stdout.write(`The extension connected to ${[...new Set(outside)].join(', ')}\n`);
  if (targets.length > 0) process.stdout.write(`${targets.length} connections, ${outside.length} to other machines\n`);
  const isBlind = isWhole && version === oldest && targets.length === 0;
  if (isBlind) process.stdout.write('The spy on sockets saw none.\n');
  return outside.length === 0 && !isBlind;
}

/**
 * Every file of test/host becomes a script of its own in out/host, as the extension host loads CommonJS only.
 * @param {string} version of VS Code, two of which may run at once
 * @returns {Promise<string>} the script that runs them
 */
async function bundle(version) {
  const { build } = await import('esbuild');
  const source = join(root, 'test/host');
  const files = (await readdir(source)).filter(file => file === 'index.ts' || file.endsWith('.test.ts'));
  const outdir = join(root, 'out/host', version);
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: files.map(file => join(source, file)),
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    mainFields: ['module', 'main'],
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return join(outdir, 'index.js');
}

/** @type {(version: string, workspace: string, env: Record<string, string>, tests: string) => Promise<number>} */
async function runEmbedded(version, workspace, env, tests) {
  const { runInHost } = await import('./embedded.mjs');
  const logFile = join(root, `out/host-${version}.log`);
  return runInHost({ version, workspace, env, extensions, logFile, tests });
}

/** @type {(version: string, workspace: string, folder: string, env: Record<string, string>, tests: string) => Promise<number>} */
async function runDesktop(version, workspace, folder, env, tests) {
  const { runTests } = await import('@vscode/test-electron');
  return runTests({
    version,
    cachePath: join(root, '.vscode-test'),
    extensionDevelopmentPath: [root, ...extensions.map(path => join(root, path))],
    extensionTestsPath: tests,
    extensionTestsEnv: env,
    launchArgs: [
      workspace,
      '--disable-extensions',
      '--disable-workspace-trust',
      '--skip-welcome',
      `--user-data-dir=${join(folder, 'data')}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}
