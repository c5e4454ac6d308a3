// The README's animations: the main job, and robustness, as they happen in the workbench.
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../run/process.mjs';
import { Animation } from './animation.ts';
import { openWorkbench, until, type Workbench } from './harness.ts';

const folder = join(root, 'media/animations');

/** Types as a user does, with a picture after every two characters. `seen` waits until what was typed has its effect. */
async function type(
  workbench: Workbench,
  animation: Animation,
  text: string,
  seen?: (typed: string) => Promise<unknown>,
) {
  for (let i = 0; i < text.length; i += 2) {
    await workbench.page.keyboard.type(text.slice(i, i + 2));
    await seen?.(text.slice(0, i + 2));
    await animation.show(140);
  }
}

/** Opens a file, and takes the mouse away from its tab, which would tell the file's path. */
async function openFile(workbench: Workbench, path: string): Promise<void> {
  await workbench.openFile(path);
  await workbench.page.mouse.move(550, 560);
}

/** A hint is written, the preview follows; an answer is parsed, broken and mended, the lenses follow. */
async function mainJob(workbench: Workbench): Promise<Animation> {
  const { page } = workbench;
  await openFile(workbench, 'werewolf.parser.json');
  await workbench.selectText('what you speak');
  await workbench.runCommand('ParserLens: Preview Format Instruction');
  const frame = await workbench.webview('Format Instruction');
  await frame.getByText('3 of 3 pass').waitFor();
  await workbench.selectText('what you speak');
  await until('the lens', async () => (await workbench.lenses()).flat().some(title => title.includes('3/3 pass')));
  const animation = new Animation(page);
  await animation.show(2200);
  await type(workbench, animation, 'one sentence to all', async typed => {
    await frame.locator('pre.instruction', { hasText: `"${typed}` }).waitFor();
  });
  await animation.show(2400);
  await page.keyboard.press('Control+S');
  await frame.locator('ins').first().waitFor({ state: 'detached' });
  await animation.show(900);

  await openFile(workbench, 'responses/wolf-discussion.md');
  await animation.show(1300);
  await page.keyboard.press('Control+Alt+Enter');
  const shows = (part: string) =>
    until(part, async () => (await workbench.lenses()).flat().some(title => title.includes(part)));
  await shows('metadata');
  await animation.show(3200);
  await workbench.selectText('"speak"');
  await animation.show(600);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await until('the error', async () => (await workbench.lenses()).flat().some(title => title.startsWith('✗')));
  await animation.show(3200);
  await page.keyboard.press('Control+Z');
  await until('the values again', async () => (await workbench.lenses()).flat().every(title => !title.startsWith('✗')));
  await animation.show(1000);
  await workbench.clickLens('content');
  await page.waitForTimeout(800);
  await animation.show(3200);
  return animation;
}

/** A definition's samples are mutated as models err; the mutations that change the value silently come first. */
async function robustness(workbench: Workbench): Promise<Animation> {
  const { page } = workbench;
  await workbench.runCommand('View: Close All Editors');
  await openFile(workbench, 'react.parser.json');
  await workbench.runCommand('ParserLens: Preview Format Instruction');
  const frame = await workbench.webview('Format Instruction');
  await frame.getByText('any other key').waitFor();
  const animation = new Animation(page);
  await animation.show(2000);
  await workbench.focusEditor();
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input[type=text]').first();
  await input.waitFor();
  await animation.show(400);
  await type(workbench, animation, 'Check Robustness');
  await animation.show(500);
  await workbench.pick('ParserLens: Check Robustness');
  const rows = frame.locator('.mutations tbody tr');
  await until('mutations', async () => (await rows.count()) > 3);
  await animation.show(5000);
  for (let i = 0; i < 6; i++) {
    await frame.evaluate('scrollBy(0, 60)');
    await animation.show(160);
  }
  await animation.show(3000);
  await rows.getByRole('button').first().click();
  await until('its lenses', async () => (await workbench.lenses()).length > 0);
  await animation.show(6000);
  return animation;
}

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const workbench = await openWorkbench({
    settings: {
      'editor.cursorBlinking': 'solid',
      '[jsonc]': { 'editor.quickSuggestions': { strings: 'off' } },
      'files.autoSave': 'off',
    },
  });
  try {
    await workbench.page.setViewportSize({ width: 1100, height: 620 });
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    for (const [name, play] of [
      ['main-job', mainJob],
      ['robustness', robustness],
    ] as const) {
      const animation = await play(workbench);
      const path = join(folder, `${name}.gif`);
      await animation.save(path);
      const { size } = await stat(path);
      console.log(`${name}: ${animation.duration / 1000} s, ${Math.round(size / 1024)} KB`);
    }
  } catch (error) {
    await workbench.screenshot('animations-failed');
    throw error;
  } finally {
    await workbench.close();
  }
}

main().then(
  () => process.exit(0),
  error => {
    console.error(error);
    process.exit(1);
  },
);
