// The action's first step: `parserlens check` with annotations, and its summary on the job's page.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const env = process.env;
/** @param {string | undefined} text */
const lines = (text = '') =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);

const report = join(mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), 'parserlens-')), 'summary.md');
const args = ['check', '--reporter', 'github', '--reporter', `markdown=${report}`];
for (const severity of lines(env.PARSERLENS_SEVERITY)) args.push('--severity', severity);
if (env.PARSERLENS_RUN_MODULES === 'true') args.push('--run-modules');
args.push('--', ...lines(env.PARSERLENS_PATHS));

const { status, error } = spawnSync(
  'npx',
  ['--yes', '--package', env.PARSERLENS_PACKAGE || 'parserlens', '--', 'parserlens', ...args],
  // What checks definitions needs none of the job's secrets.
  { stdio: 'inherit', env: { ...env, GITHUB_TOKEN: undefined }, shell: process.platform === 'win32' },
);
if (error) throw error;
try {
  const summary = readFileSync(report, 'utf8');
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, summary);
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `report=${report}\n`);
} catch {
  // The check did not come as far as a report, and has said why.
}
process.exitCode = status ?? 2;
