import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('problems', () => {
  let workbench: Workbench;

  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1500, height: 900 });
  });
  suiteTeardown(() => workbench?.close());

  test('from the Problems panel to the page of a problem, and to its fix by the keyboard', async () => {
    const { page } = workbench;
    const definition = '{ "type": "MarkdownCodeBlockParser", "language_name": "py" }';
    await writeFile(join(workbench.workspace, 'coder.parser.json'), definition);
    await workbench.openFile('coder.parser.json');
    await page.keyboard.press('Control+Shift+M');
    const row = page.locator('.markers-panel .monaco-list-row', { hasText: 'ambiguous-fence' }).first();
    await row.waitFor();
    await workbench.picture('problems');
    const openPage = async (from: Locator) => {
      await from.locator('a', { hasText: 'ambiguous-fence' }).first().click();
      await page.locator('.tab.active[data-resource-name="ambiguous-fence.md"]').waitFor();
      await until('the page', async () => {
        for (const frame of page.frames()) if (await frame.locator('h1#ambiguous-fence').isVisible()) return true;
        return false;
      });
    };
    await openPage(row);
    await workbench.picture('problem-page');
    await page.keyboard.press('Control+W');

    await workbench.selectText('"py"');
    await workbench.runCommand('Show or Focus Hover');
    await openPage(page.locator('.monaco-hover:visible'));
    await page.keyboard.press('Control+W');

    await row.click();
    await workbench.focusEditor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row', { hasText: 'Change to "python"' }).waitFor();
    await page.keyboard.press('Enter');
    await until('the fix', async () =>
      /"python"/.test((await workbench.editor.locator('.view-lines').textContent()) ?? ''),
    );
    await until('no problem', async () => (await row.count()) === 0);
  });
});
