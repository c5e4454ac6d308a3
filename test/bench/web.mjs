// In a browser alone: activation, and from a key pressed in a definition to the preview's page.
import { tsImport } from 'tsx/esm/api';

const { until } = await tsImport('../ui/harness.ts', import.meta.url);
const { openWebWorkbench } = await tsImport('../ui/webHarness.ts', import.meta.url);

const activationLimit = 100;
const keyLimit = 150;
const [runs, keys] = [5, 20];
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

const hint = Object.fromEntries(
  Array.from({ length: 200 }, (_, i) => [`key_${i}`, `what is said of subject number ${i},`]),
);
const text = JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: hint }, null, 2);
const { workbench } = await openWebWorkbench({ files: { 'large.parser.json': text } });
try {
  const { page } = workbench;
  await workbench.openFile('large.parser.json');
  await workbench.runCommand('ParserLens: Preview Format Instruction');
  const frame = await workbench.webview('Format Instruction');
  const pre = frame.locator('pre.instruction');
  await until('the instruction', async () => ((await pre.textContent()) ?? '').length > 1000);
  await workbench.selectText('subject number 7,');
  await page.keyboard.press('ArrowRight');
  await page.evaluate(
    `addEventListener('keydown', () => (window.pressed = performance.timeOrigin + performance.now()), true)`,
  );
  await frame.evaluate(`new MutationObserver(() => (window.shown ??= performance.timeOrigin + performance.now()))
    .observe(document.querySelector('pre.instruction'), { childList: true, characterData: true, subtree: true })`);
  const times = [];
  for (let i = 0; i < keys; i++) {
    await frame.evaluate('window.shown = undefined');
    await page.keyboard.press('x');
    const shown = await until('the letter', () => frame.evaluate('window.shown'));
    times.push(shown - (await page.evaluate('window.pressed')));
    // A person's pause; without one VS Code would still be at what follows a keystroke.
    await until('a pause', () => frame.evaluate(`performance.timeOrigin + performance.now() > ${shown} + 300`));
  }
  const median = middle(times);
  console.log(
    `a keystroke in ${(text.length / 1000).toFixed(0)} KB: ${median.toFixed(0)} ms (limit ${keyLimit} ms), median of ${keys}`,
  );
  if (activation >= activationLimit || median >= keyLimit) process.exitCode = 1;
} finally {
  await workbench.close();
}
