import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { oldest } from '../run/vscode.mjs';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('the Parsers view in the workbench', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench();
    // The rows of an opened file are on the screen.
    await workbench.page.setViewportSize({ width: 1280, height: 1200 });
  });
  suiteTeardown(() => workbench?.close());

  const pane = () =>
    workbench.page.locator('.pane', { has: workbench.page.locator('.pane-header[aria-label^="Parsers"]') });
  /** A row by what a screen reader says of it. */
  const row = (label: string): Locator => pane().locator(`.monaco-list-row[aria-label^="${label}"]`).first();

  test('shows definitions by file with what their samples come to', async () => {
    await workbench.runCommand('View: Show ParserLens');
    await row('coder, MarkdownCodeBlockParser, 2 of 2 samples pass').waitFor();
    await row('werewolf.parser.json, 5 definitions').waitFor();
    // What all names end in would push the counts out of a narrow side bar.
    await row('werewolf.parser.json').getByText('werewolf', { exact: true }).waitFor();
    const header = pane().locator('.pane-header');
    await until('the sum', async () => /(\d+)\/\1 samples/.test((await header.textContent()) ?? ''));
  });

  test('opens by keyboard: definitions, samples, their place', async () => {
    const tab = workbench.page.locator('.tab.active', { hasText: 'werewolf.parser.json' }).first();
    await workbench.untilShown(tab, () => row('werewolf.parser.json').click());
    await workbench.runCommand('ParserLens: Focus on Parsers View');
    await pane().locator('.monaco-list:focus-within').waitFor();
    await workbench.page.keyboard.press('ArrowRight');
    await row('wolf discussion').waitFor();
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('ArrowRight');
    const sample = pane().locator('.monaco-list-row[aria-label^="Sample "]').first();
    await sample.waitFor();
    assert.match((await sample.getAttribute('aria-label')) ?? '', /passed/);
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.tab.active', { hasText: 'werewolf.parser.json' }).first().waitFor();
    const status = workbench.page.locator('[id="status.editor.selection"]');
    await until('the place', async () => !/Ln 1,/.test((await status.textContent()) ?? 'Ln 1,'));
    await workbench.picture('parsers-view');
  });

  test('a sample that fails after an edit that is not saved is red, counted, and still where it was', async () => {
    await workbench.openFile('coder.parser.json');
    await workbench.selectText('TagNotFoundError');
    await workbench.page.keyboard.type('JsonParsingError');
    await row('coder, MarkdownCodeBlockParser, 1 of 2 samples pass, 1 fail').waitFor();
    await workbench.page.locator('.activitybar .action-item', { hasText: '1' }).first().waitFor();
    await workbench.picture('parsers-view-failed');
    await workbench.page.keyboard.press('Control+Z');
    await row('coder, MarkdownCodeBlockParser, 2 of 2 samples pass').waitFor();
  });

  test('a name turns the direction of nothing beside it, and one of 300 letters is cut', async () => {
    const long = 'n'.repeat(300);
    const definition = { type: 'MarkdownJsonDictParser', content_hint: { vote: 'a name' } };
    const text = JSON.stringify({ parsers: { 'turned \u202e name': definition, [long]: definition } });
    await writeFile(join(workbench.workspace, 'turned.parser.json'), text);
    await workbench.openFile('turned.parser.json');
    // A selector of CSS has escapes of its own.
    await workbench.untilShown(row('turned \\\\u202e name'), () =>
      row('turned.parser.json').locator('.monaco-tl-twistie').click(),
    );
    await row(`${'n'.repeat(199)}…`).waitFor();
    await workbench.runCommand('ParserLens: Preview Format Instruction');
    const frame = await workbench.webview('Format Instruction');
    await frame.getByLabel('Definition').selectOption(long);
    await until('no sideways scrolling', () =>
      frame.evaluate<boolean>('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    );
    await workbench.runCommand('View: Close All Editors');
  });

  test('files come and go', async () => {
    const file = join(workbench.workspace, 'modules', 'late.parser.json');
    await writeFile(file, '{ "type": "identity", "samples": [{ "name": "a", "text": "b" }] }');
    await row('Folder modules').waitFor();
    await row('late, identity, 1 of 1 samples pass').waitFor();
    await writeFile(file, (await readFile(file, 'utf8')).replace('identity', 'json'));
    await row('late, json, 0 of 1 samples pass, 1 fail').waitFor();
  });

  test('its menu previews, runs, parses', async () => {
    await row('late').click({ button: 'right' });
    const menu = workbench.page.locator('.context-view .monaco-menu, .monaco-menu-container').first();
    await menu.getByText('Run Samples').waitFor();
    const entries = (await menu.locator('.action-label').allInnerTexts()).map(text => text.trim()).filter(Boolean);
    for (const entry of ['Preview Format Instruction', 'Open Example Response', 'Copy Format Instruction'])
      assert.ok(entries.includes(entry), entries.join());
    await workbench.picture('parsers-view-menu');
    await workbench.page.keyboard.press('Escape');
    await workbench.choose(row('coder'), 'Preview Format Instruction');
    await workbench.page.locator('.tab', { hasText: 'Instruction: coder' }).waitFor();
  });
});

// Newer ones have all icons in line whatever opens.
suite('the Parsers view in the oldest VS Code', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench({ version: oldest });
    await workbench.page.setViewportSize({ width: 1280, height: 1200 });
  });
  suiteTeardown(() => workbench?.close());

  const row = (label: string): Locator =>
    workbench.page.locator(`.pane .monaco-list-row[aria-label^="${label}"]`).first();

  test('rows that stand together keep their icons in line when one of them opens', async () => {
    await workbench.runCommand('View: Show ParserLens');
    const folder = join(workbench.workspace, 'even');
    await mkdir(folder);
    const names = ['even a', 'even b', 'even c'];
    const pathOf = (name: string) => join(folder, `${name}.parser.json`);
    for (const name of names) await writeFile(pathOf(name), '{ "type": "identity" }');
    const inLine = (what: string) =>
      until(what, async () => {
        const icons = names.map(name => row(name).locator('.custom-view-tree-node-item-icon').first());
        const boxes = await Promise.all(icons.map(icon => icon.boundingBox({ timeout: 1000 })));
        return new Set(boxes.map(box => box?.x)).size === 1 && boxes[0];
      });
    for (const name of names) await row(`${name}, identity, no samples`).waitFor();
    await inLine('icons in line');
    await writeFile(pathOf('even b'), '{ "type": "identity", "samples": [{ "name": "a", "text": "b" }] }');
    await row('even b, identity, 1 of 1 samples pass').waitFor();
    await inLine('icons in line where one opens');
    await workbench.reload();
    await row('even b, identity, 1 of 1 samples pass').waitFor();
    await inLine('icons in line after a reload');
    await writeFile(pathOf('even b'), '{ "type": "identity" }');
    await row('even b, identity, no samples').waitFor();
    await inLine('icons in line where none opens');
  });
});
