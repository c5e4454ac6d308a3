// In a browser alone: activation, and from a key pressed in a definition to the preview's page.
import { tsImport } from 'tsx/esm/api';
import { quick } from './quick.mjs';

const { until } = await tsImport('../ui/harness.ts', import.meta.url);
const { keystrokesToPreview, largeDefinition } = await tsImport('../ui/keystrokes.ts', import.meta.url);
const { openWebWorkbench } = await tsImport('../ui/webHarness.ts', import.meta.url);

const activationLimit = 100;
const keyLimit = 150;
const [runs, keys] = [quick(5, 1), quick(20, 2)];
const middle = numbers => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

const activations = [];
for (let i = 0; i < runs; i++) {
  const { workbench, server } = await openWebWorkbench({ files: { 'a.txt': 'nothing of ours' } });
  try {
    await workbench.runCommand('Activate ParserLens');
    const written = await until('the activation', async () => server.files.get('/activation'));
    activations.push(Number(new TextDecoder().decode(written)));
  } finally {
    await workbench.close();
  }
}
const activation = middle(activations);
console.log(
  `activation: ${activation.toFixed(1)} ms (limit ${activationLimit} ms), median of ${activations.map(ms => ms.toFixed(1)).join(', ')}`,
);

const { file, text } = largeDefinition(200, i => `what is said of subject number ${i},`);
const { workbench } = await openWebWorkbench({ files: { [file]: text } });
try {
  const times = await keystrokesToPreview(workbench, file, keys);
  const median = middle(times);
  console.log(
    `a keystroke in ${(text.length / 1000).toFixed(0)} KB: ${median.toFixed(0)} ms (limit ${keyLimit} ms), median of ${keys}`,
  );
  if (activation >= activationLimit || median >= keyLimit) process.exitCode = 1;
} finally {
  await workbench.close();
}
