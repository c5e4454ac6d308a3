// A log of a million rows in the evaluation's tab: first rows, memory, how long the extension host is blocked, and how soon the page answers.
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { openEmbedded } from '../run/embedded.mjs';
import { root } from '../run/process.mjs';
import { versions } from '../run/vscode.mjs';
import { quick } from './quick.mjs';

const rows = Number(process.env.PARSERLENS_ROWS ?? quick(1_000_000, 5000));
/** What is allowed, in milliseconds; a search as a share of the reading of all rows; `cpu`: of all threads, for each 100,000 rows; `memory` in MB. */
const limits = { first: 1000, blocked: 50, answer: 1000, cancel: 200, searched: 0.2, cpu: 10_000, memory: 500 };

/** A row with an answer of about 150 bytes; four of a hundred do not read. */
function row(i) {
  const value = { thought: `Row ${i}: the parcel of last week did not arrive.`, category: ['a', 'b', 'c'][i % 3] };
  const good = `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
  const bad = [good.replaceAll('"', "'"), good.slice(0, 60), good.replace(',"cat', ',,"cat'), value.thought];
  return { id: `r${i}`, model: `model-${i % 4}`, response: bad[i % 100] ?? good };
}

const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
try {
  const stop = join(folder, 'stop');
  const results = join(folder, 'results.json');
  const file = createWriteStream(join(folder, 'log.jsonl'));
  for (let i = 0; i < rows; i++)
    if (!file.write(`${JSON.stringify(row(i))}\n`)) await new Promise(resolve => file.once('drain', resolve));
  file.end();
  await finished(file);
  await writeFile(
    join(folder, 'triage.parser.json'),
    JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: { category: 'a or b' } }),
  );
  const env = { PARSERLENS_RESULTS: results, PARSERLENS_STOP: stop };
  const workbench = await openEmbedded({ version: versions()[0], settings: { 'files.autoSave': 'off' }, env });
  try {
    await measure(workbench, stop, results);
  } finally {
    await workbench.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();

async function measure(workbench, stop, results) {
  const { page } = workbench;
  page.setDefaultTimeout(240_000);
  const exit = new Promise(resolve => page.exposeFunction('codeAutomationExit', resolve));
  await page.exposeFunction('codeAutomationLog', () => {});
  const tests = join(root, 'test/bench/evaluationTabInHost.cjs');
  await workbench.open(folder, { development: root, tests });
  const frame = await evaluation(page);
  const { began, script, painted, first, done } = await begun(frame);
  const table = frame.locator('table[role=grid]');
  await table.focus();
  print(
    'the last row',
    await took(() => page.keyboard.press('End'), frame, '.row.active', `r${rows - 1}`),
    limits.answer,
  );
  const toCause = () => frame.locator('.causes tbody button').first().click();
  print(
    'filtered by cause',
    await took(toCause, frame, '.filters', `${(rows / 100).toLocaleString('en')} of`),
    limits.answer,
  );
  const clear = () => frame.getByRole('button', { name: 'Clear Filters' }).click();
  print('all listed again', await took(clear, frame, '.filters', `${rows.toLocaleString('en')} of`), limits.answer);
  await table.focus();
  await took(() => page.keyboard.press('Home'), frame, '.row.active', 'r0');
  // The first group has every fourth row: 96 is on the screen then.
  const byGroup = () => frame.locator('.order select').selectOption('group');
  print('all put in order', await took(byGroup, frame, '.grid tbody', 'Row 96:'), limits.answer);
  const search = () => frame.getByRole('searchbox').fill(`row ${rows - 877}:`);
  const searched = await took(search, frame, '.filters', ' 1 of ');
  // A search reads the log once more, and judges nothing.
  print('searched', searched, Math.max(limits.answer, (done - first) * limits.searched));
  const heap = await frame.evaluate('performance.memory?.usedJSHeapSize / 1048576');
  console.log(`  the page's memory: ${heap?.toFixed(0)} MB`);
  await frame.getByRole('button', { name: 'Evaluate Again' }).click();
  const cancel = frame.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  await frame.evaluate(watchCancel);
  print(
    'cancelled, with the time that the automation takes for its click',
    await took(() => cancel.click(), frame, '.actions', 'Evaluate Again'),
  );
  print('cancelled, from the click until it is drawn', await frame.evaluate('globalThis.cancelled'), limits.cancel);
  await writeFile(stop, '');
  await exit;
  const { command, blocked, busy, rss, used } = JSON.parse(await readFile(results, 'utf8'));
  print('from the command to the page', began - command);
  print('to its script', script - command);
  print('to its first paint', painted - command);
  print('to the first rows', first - command, limits.first);
  print('to all rows', done - command);
  // Five seconds of two cores that do nothing else: a busy machine tells it, too.
  const cpu = used.findLast(([time]) => time <= done)?.[1] ?? 0;
  print('the processor time of all threads until then', cpu, Math.max(1, rows / 100_000) * limits.cpu);
  print('the extension host computed without a pause for', busy, limits.blocked);
  print('the extension host was blocked, by whatever the machine does, for', blocked);
  console.log(`  the extension host's memory, all threads: ${rss.toFixed(0)} MB (limit ${limits.memory} MB)`);
  if (rss > limits.memory) process.exitCode = 1;
}

/** The page of the evaluation. */
async function evaluation(page) {
  for (;;) {
    for (const frame of page.frames())
      if (frame.url().includes('fake.html') && (await frame.title().catch(() => '')) === 'Evaluation') return frame;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** When the page began, its script was loaded, it was first drawn, its first rows were there, and all were: milliseconds since 1970. */
async function begun(frame) {
  const now = () => frame.evaluate('performance.timeOrigin + performance.now()');
  const first = await frame.evaluate(firstRow);
  await frame.getByRole('button', { name: 'Evaluate Again' }).waitFor();
  const done = await now();
  const [began, script, painted] = await frame.evaluate(() => {
    const { timeOrigin } = performance;
    const loaded = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.responseEnd;
    return [
      timeOrigin,
      timeOrigin + (loaded ?? Number.NaN),
      timeOrigin + performance.getEntriesByType('paint')[0]?.startTime,
    ];
  });
  return { began, script, painted, first, done };
}

/** Runs in the page: when a row is drawn, in milliseconds since 1970. Whoever waits outside looks again only after half a second. */
function firstRow() {
  return new Promise(resolve => {
    const look = () => {
      if ([...document.querySelectorAll('.row .preview')].some(row => row.textContent.includes('Row')))
        requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Runs in the page: measures from the next click until its button is drawn as *Evaluate Again*. */
function watchCancel() {
  globalThis.cancelled = new Promise(resolve => {
    const onClick = () => {
      const start = performance.now();
      const look = () => {
        if (document.querySelector('.actions')?.textContent.includes('Evaluate Again'))
          requestAnimationFrame(() => resolve(performance.now() - start));
        else requestAnimationFrame(look);
      };
      look();
    };
    addEventListener('click', onClick, { capture: true, once: true });
  });
}

/** How long the page takes from an act until an element has a text, in milliseconds. */
async function took(act, frame, selector, text) {
  const start = performance.now();
  await act();
  await frame.locator(selector, { hasText: text }).first().waitFor();
  return performance.now() - start;
}

function print(what, milliseconds, limit) {
  console.log(`  ${what}: ${milliseconds.toFixed(0)} ms${limit === undefined ? '' : ` (limit ${limit} ms)`}`);
  if (milliseconds > (limit ?? Number.POSITIVE_INFINITY)) process.exitCode = 1;
}
