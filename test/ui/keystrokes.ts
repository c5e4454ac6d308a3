import { until, type Workbench } from './harness.ts';

/** What the benches type into: a definition with so many keys, and what its file is called. */
export function largeDefinition(keys: number, words: (key: number) => string) {
  const hint = Object.fromEntries(Array.from({ length: keys }, (_, i) => [`key_${i}`, words(i)]));
  return {
    file: 'large.parser.json',
    text: JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: hint }, null, 2),
  };
}

/** From each of so many keys pressed in a {@link largeDefinition} to the preview's page, in milliseconds, the shortest first. */
export async function keystrokesToPreview(
  workbench: Workbench,
  file: string,
  keys: number,
): Promise<readonly number[]> {
  const { page } = workbench;
  await workbench.openFile(file);
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
  const times: number[] = [];
  for (let i = 0; i < keys; i++) {
    await frame.evaluate('window.shown = undefined');
    await page.keyboard.press('x');
    const shown = await until('the letter', () => frame.evaluate<number | undefined>('window.shown'));
    times.push(shown - (await page.evaluate<number>('window.pressed')));
    // The pause of someone who types; without one VS Code would still be at what follows a keystroke.
    await until('a pause', () =>
      frame.evaluate<boolean>(`performance.timeOrigin + performance.now() > ${shown} + 300`),
    );
  }
  return times.sort((one, other) => one - other);
}
