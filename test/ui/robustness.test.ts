import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { openWorkbench, type Theme, until, type Workbench } from './harness.ts';

const textOf = async (element: Locator) => (await element.allInnerTexts()).join('\n');

suite('robustness', () => {
  let workbench: Workbench;
  let frame: Frame;
  const row = (text: string) => frame.locator('.mutations tbody tr', { hasText: text });
  const summary = () => textOf(frame.locator('.robustness > summary'));
  const score = () => until('a score', async () => /(\d+) of 100/.exec(await summary())?.[1]);

  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1600, height: 1000 });
    await workbench.openFile('werewolf.parser.json');
    await workbench.selectText('what you speak');
    await workbench.runCommand('ParserLens: Check Robustness');
    frame = await workbench.webview('Format Instruction');
    await frame.locator('.mutations').first().waitFor();
  });
  suiteTeardown(() => workbench?.close());

  test('a score, and each failing mutation with what came out', async () => {
    assert.ok(Number(await score()) < 60);
    const failing = row('a trailing comma in the JSON');
    assert.match(await textOf(failing), /^a trailing comma in the JSON\s+trailing comma JsonParsingError\s*$/);
    await failing.locator('summary').click();
    assert.match(await textOf(failing), /JsonParsingError\s+The content .* … /);
    await failing.locator('summary').click();
    const high = await failing.evaluate(element => element.getBoundingClientRect().height);
    assert.ok(high < 32, `${high}`);
    const silent = frame.locator('.mutations tbody', { hasText: 'silently different' }).first();
    assert.match(await textOf(silent), /a draft of the same form before the answer\s+thought: "\.\.\."/);
    assert.match(await textOf(frame.locator('.robustness')), /forgot a key\s+not mutated: It expects an error/);
    await workbench.picture('robustness');
    assert.equal(await frame.locator('.mutations button:not([aria-label])').count(), 0);
  });

  test('all of it by keyboard: a failing mutation is opened and parsed', async () => {
    await row('a trailing comma in the JSON').getByRole('button', { name: 'Open' }).press('Enter');
    await until('the mutated text', async () => /true,/.test(await textOf(workbench.editor)));
    await until('the result', async () => (await workbench.lenses()).flat().some(title => title.startsWith('✗ ')));
    await workbench.picture('robustness-opened');
    await workbench.page.locator('.tab', { hasText: 'werewolf.parser.json' }).click();
  });

  test('a failing mutation becomes a sample with the good value, and undo takes it back', async () => {
    const path = join(workbench.workspace, 'werewolf.parser.json');
    const before = await readFile(path, 'utf8');
    await row('a trailing comma in the JSON').getByRole('button', { name: 'Save as Sample' }).click();
    const added = frame.locator('h2#samples ~ ul li', { hasText: 'agreed, a trailing comma in the JSON' });
    await added.waitFor();
    assert.equal(await added.getByRole('img').getAttribute('aria-label'), 'Failed');
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+S');
    // While it is written, the file is empty.
    await until('the sample', async () => ![before, ''].includes(await readFile(path, 'utf8')));
    const saved = await readFile(path, 'utf8');
    assert.match(saved, /agreed, a trailing comma in the JSON/);
    assert.match(saved, /"metadata": \{\s*"finish_discussion": true/);
    await workbench.page.keyboard.press('Control+Z');
    await added.waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('Control+S');
    await until('as before', async () => (await readFile(path, 'utf8')) === before);
  });

  test('follows the definition, and stays open through a reload', async () => {
    await frame.getByRole('combobox', { name: 'Definition' }).selectOption('wolf vote');
    await until('no samples', async () => /needs a sample/.test(await textOf(frame.locator('.robustness'))));
    await frame.getByRole('combobox', { name: 'Definition' }).selectOption('day discussion');
    await row('tags in another case').first().waitFor();
    await workbench.reload();
    frame = await workbench.webview('Format Instruction');
    await row('tags in another case').first().waitFor();
  });

  test('another seed in the settings: other mutations, shown and opened', async () => {
    const seven = '"Player 2", // as you asked';
    const rows = async () => (await frame.locator('.mutations').allTextContents()).join('\n');
    const before = await rows();
    assert.ok(!before.includes(seven));
    const settings = join(workbench.workspace, '.vscode');
    await mkdir(settings, { recursive: true });
    await until('other mutations', async () => {
      // VS Code may not hear of the first file in a folder that is new.
      await writeFile(join(settings, 'settings.json'), '{ "parserlens.robustness.seed": 7 }');
      return (await rows()).includes(seven);
    });
    await row(seven).getByRole('button', { name: 'Open' }).press('Enter');
    await until('the mutated text', async () => (await textOf(workbench.editor)).replace(/\s/g, ' ').includes(seven));
    await workbench.picture('robustness-seed');
    await workbench.page.locator('.tab', { hasText: 'werewolf.parser.json' }).click();
  });

  const looks: readonly (readonly [name: string, theme: Theme, width: number])[] = [
    ['light', 'Light Modern', 1600],
    ['narrow', 'Dark Modern', 1000],
    ['contrast', 'Default High Contrast', 1600],
  ];
  for (const [name, theme, width] of looks)
    test(`fits its column: ${name}`, async () => {
      await workbench.page.setViewportSize({ width, height: 1000 });
      await workbench.chooseTheme(theme);
      await frame.evaluate(`document.querySelector('.robustness').scrollIntoView()`);
      await workbench.picture(`robustness-${name}`);
      const page = 'document.documentElement';
      assert.ok(await frame.evaluate(`${page}.scrollWidth <= ${page}.clientWidth`));
    });
});
