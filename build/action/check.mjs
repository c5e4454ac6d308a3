// The action's first step: `parserlens check`, and `parserlens evaluate` as often as it is asked for, with annotations, and their
// summaries on the job's page.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const env = process.env;
/** @param {string | undefined} text */
const lines = (text = '') =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);

/** The words of a line, as a shell has them: quotes hold blanks together. @param {string} line */
const words = line =>
  (line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map(word => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));

/** GitHub drops a step's summary of more than 1,048,576 bytes whole. @param {string} text */
function shortened(text) {
  const bytes = Buffer.from(text);
  const limit = 1_000_000;
  if (bytes.length <= limit) return text;
  const kept = bytes.subarray(0, bytes.lastIndexOf('\n', limit));
  return `${kept}\n\n…and more that has no room here.\n`;
}

const folder = mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), 'parserlens-'));
const checked = ['check'];
for (const severity of lines(env.PARSERLENS_SEVERITY)) checked.push('--severity', severity);
if (env.PARSERLENS_RUN_MODULES === 'true') checked.push('--run-modules');
const runs = [
  { args: checked, paths: lines(env.PARSERLENS_PATHS) },
  ...lines(env.PARSERLENS_EVALUATE).map(line => ({ args: ['evaluate', ...words(line)], paths: [] })),
];

/** @type {string[]} */
const summaries = [];
let worst = 0;
for (const [i, { args, paths }] of runs.entries()) {
  const summary = join(folder, `${i}.md`);
  const reporters = ['--reporter', 'github', '--reporter', `markdown=${summary}`];
  const { status, error } = spawnSync(
    'npx',
    [
      ...['--yes', '--package', env.PARSERLENS_PACKAGE || 'parserlens', '--', 'parserlens'],
      ...[...args, ...reporters, ...(paths.length > 0 ? ['--', ...paths] : [])],
    ],
    // What checks definitions needs none of the job's secrets.
    { stdio: 'inherit', env: { ...env, GITHUB_TOKEN: undefined }, shell: process.platform === 'win32' },
  );
  if (error) throw error;
  worst = Math.max(worst, status ?? 2);
  // What did not come as far as a report has said why.
  if (existsSync(summary)) summaries.push(readFileSync(summary, 'utf8'));
}
if (summaries.length > 0) {
  const report = join(folder, 'summary.md');
  const text = summaries.join('\n');
  writeFileSync(report, text);
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, shortened(text));
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `report=${report}\n`);
}
process.exitCode = worst;
