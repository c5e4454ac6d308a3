// Ten thousand samples in the extension host: finding them for the Test Explorer, and running them all.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInHost } from '../run/embedded.mjs';
import { root } from '../run/process.mjs';
import { versions } from '../run/vscode.mjs';
import { quick } from './quick.mjs';

const limit = 5000;
/** How long the host may be blocked, in milliseconds. At the end of a run VS Code itself reads all results at once. */
const blockLimits = { found: 50, ran: 100 };

/** Definitions with samples of an ordinary size, one in ten of them in a file and one in a hundred failing. */
const layouts = [
  { name: '1,000 files of 10 samples', files: quick(1000, 10), samples: 10 },
  { name: 'one file of 10,000 samples', files: 1, samples: quick(10_000, 100) },
];

function definition(count, file) {
  const response = i => ({
    thought: `what I think of question ${i} of file ${file}, at some length`,
    speak: `I say ${i}`,
  });
  const samples = Array.from({ length: count }, (_, i) => ({
    name: `sample ${i}`,
    ...(i % 10 === 5 ? { file: 'response.md' } : { text: ['```json', JSON.stringify(response(i), null, 2), '```'] }),
    expect: i % 10 === 5 ? { content: 'from a file' } : { content: i % 100 === 99 ? 'other' : `I say ${i}` },
  }));
  return JSON.stringify(
    { type: 'MarkdownJsonDictParser', content_hint: response(0), keys_to_content: 'speak', samples },
    null,
    2,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
try {
  for (const layout of layouts) {
    const workspace = join(folder, `${layout.files}`);
    for (let i = 0; i < layout.files; i++) {
      const place = join(workspace, `folder${i % 20}`);
      await mkdir(place, { recursive: true });
      await writeFile(join(place, `agent${i}.parser.json`), definition(layout.samples, i));
      await writeFile(join(place, 'response.md'), '```json\n{"thought": "t", "speak": "from a file"}\n```\n');
    }
    for (const version of versions()) {
      const results = join(folder, `${version}-${layout.files}.json`);
      const logFile = join(folder, 'console.log');
      const tests = join(root, 'test/bench/samplesInHost.cjs');
      const code = await runInHost({ version, workspace, tests, logFile, env: { PARSERLENS_RESULTS: results } });
      if (code !== 0) throw new Error(await readFile(logFile, 'utf8'));
      const { found, ran } = JSON.parse(await readFile(results, 'utf8'));
      const words = ({ milliseconds, blocked }) =>
        `${(milliseconds / 1000).toFixed(2)} s, the host blocked for ${blocked.toFixed(0)} ms at most`;
      console.log(`VS Code ${version}, ${layout.name}`);
      console.log(`  found: ${words(found)} (limits ${limit / 1000} s, ${blockLimits.found} ms)`);
      console.log(`  run:   ${words(ran)} (limit ${blockLimits.ran} ms)`);
      if (found.milliseconds > limit || found.blocked > blockLimits.found || ran.blocked > blockLimits.ran)
        process.exitCode = 1;
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
