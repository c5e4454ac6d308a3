import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('the first screen of npm start', () => {
  test('is a definition with its preview @main', async () => {
    const env = { PARSERLENS_FIRST_FILE: 'WORKSPACE/werewolf.parser.json' };
    const workbench = await openWorkbench({ trust: false, env });
    try {
      await workbench.page.locator('.tab', { hasText: 'werewolf.parser.json' }).first().waitFor();
      const preview = await workbench.webview('Format Instruction');
      await preview.getByText('what you thought').first().waitFor();
      // The message of `npm start` names this entry of the status bar.
      await workbench.page
        .getByRole('button', { name: /Restricted Mode/ })
        .first()
        .waitFor();
      await workbench.picture('first-screen');
    } finally {
      await workbench.close();
    }
  });
});

suite('another folder than that of npm start', () => {
  test('opens nothing, and its palette has what can be done there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parserlens-other-'));
    let workbench: Workbench | undefined;
    try {
      await writeFile(join(folder, 'notes.md'), 'Some notes.\n');
      workbench = await openWorkbench({ folder, env: { PARSERLENS_FIRST_FILE: '/elsewhere/werewolf.parser.json' } });
      const { page } = workbench;
      await workbench.openFile('notes.md');
      assert.equal(await page.locator('.tab').count(), 1);
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget input[type=text]').first().fill('>ParserLens: ');
      const labels = page.locator('.quick-input-list .monaco-list-row .label-name');
      await labels.filter({ hasText: 'New Parser Definition' }).first().waitFor();
      const all = (await labels.allTextContents()).join('\n');
      for (const away of [
        'Copy Format',
        'Robustness',
        'Export Definition',
        'Run with Model',
        'Run Many',
        'Run Samples',
      ])
        assert.ok(!all.includes(away), `${away} in\n${all}`);
      await workbench.picture('palette');
    } finally {
      await workbench?.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

suite('the context menu of editors', () => {
  let workbench: Workbench | undefined;
  teardown(() => workbench?.close());

  /** The entries of the menu of a text in a folder. */
  const entries = async (folder: string | undefined, file: string) => {
    workbench = await openWorkbench(folder === undefined ? {} : { folder });
    const { page } = workbench;
    // Definitions are looked for when the extension starts.
    if (folder === undefined) {
      await workbench.openFile('werewolf.parser.json');
      await until('the lenses', async () => (await workbench!.lenses()).flat().includes('3/3 pass'));
    }
    await workbench.openFile(file);
    await workbench.editor.locator('.view-line').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Command Palette' }).first().waitFor();
    await workbench.picture(`context-menu-${folder === undefined ? 'definitions' : 'none'}`);
    return page.getByRole('menuitem').allTextContents();
  };
  const has = (texts: readonly string[], word: string) => texts.some(text => text.includes(word));

  test('has one submenu of ours where there is no definition', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parserlens-none-'));
    try {
      await writeFile(join(folder, 'notes.md'), 'Some notes.\n');
      const texts = await entries(folder, 'notes.md');
      assert.ok(has(texts, 'ParserLens'), texts.join());
      assert.ok(!has(texts, 'Parse Selection'), texts.join());
      await workbench!.page.getByRole('menuitem', { name: 'ParserLens' }).first().hover();
      await workbench!.page.getByRole('menuitem', { name: 'Parse Selection with Parser' }).first().waitFor();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('has the entries themselves where there are definitions', async () => {
    const texts = await entries(undefined, 'responses/wolf-discussion.md');
    assert.ok(has(texts, 'Parse Selection'), texts.join());
    assert.ok(!texts.some(text => text.trim() === 'ParserLens'), texts.join());
  });
});

suite('an empty definition file', () => {
  test('offers how to begin', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parserlens-empty-file-'));
    let workbench: Workbench | undefined;
    try {
      await writeFile(join(folder, 'vote.parser.json'), '');
      workbench = await openWorkbench({ folder });
      const { page } = workbench;
      await workbench.openFile('vote.parser.json');
      await until('the lenses', async () => {
        assert.deepEqual((await workbench!.lenses()).flat(), ['New…', 'Paste an Answer', 'Import…']);
        return true;
      });
      await workbench.picture('empty-file');
      await workbench.clickLens('New…');
      await workbench.pick('A JSON object in a Markdown fence');
      await workbench.editor.locator('.view-line', { hasText: 'keys_to_content' }).first().waitFor();
      await until('the lens of samples', async () => (await workbench!.lenses()).flat().includes('Add Sample'));
      await page.locator('.tab', { hasText: 'New Parser Definition' }).waitFor({ state: 'detached' });
      await workbench.picture('filled-file');
    } finally {
      await workbench?.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
