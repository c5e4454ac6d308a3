// From a key pressed in a definition of 100 KB to the preview's page, in a whole VS Code: what a user waits for.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { quick } from './quick.mjs';

const { openWorkbench } = await tsImport('../ui/harness.ts', import.meta.url);
const { keystrokesToPreview, largeDefinition } = await tsImport('../ui/keystrokes.ts', import.meta.url);

const keys = quick(20, 2);
const limit = 100;
const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
const { file, text } = largeDefinition(
  1000,
  i => `what the model says about subject number ${i}, in words${'.'.repeat(30)}`,
);
await writeFile(join(folder, file), text);
const workbench = await openWorkbench({ folder });
try {
  const times = await keystrokesToPreview(workbench, file, keys);
  const [median, last] = [times[keys / 2], times.at(-1)];
  console.log(
    `${(text.length / 1000).toFixed(0)} KB: ${median.toFixed(0)} ms (limit ${limit} ms), median of ${keys}; slowest ${last.toFixed(0)} ms`,
  );
  if (median >= limit) process.exitCode = 1;
} finally {
  await workbench.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
