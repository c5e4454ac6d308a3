import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('problems', () => {
  let workbench: Workbench;

  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1500, height: 900 });
  });
  suiteTeardown(() => workbench?.close());
  teardown(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('failed-problems');
  });

  test('from the Problems panel to the page of a problem, and to its fix by the keyboard', async () => {
    const { page } = workbench;
    const definition = '{ "type": "MarkdownCodeBlockParser", "language_name": "py" }';
    await writeFile(join(workbench.workspace, 'coder.parser.json'), definition);
    await workbench.openFile('coder.parser.json');
    await page.keyboard.press('Control+Shift+M');
    const row = page.locator('.markers-panel .monaco-list-row', { hasText: 'ambiguous-fence' }).first();
    await row.waitFor();
    await workbench.screenshot('problems');
    await row.locator('a', { hasText: 'ambiguous-fence' }).click();
    const frame = await until('the page', async () => page.frames().find(each => each.url().includes('fake.html')));
    const heading = frame.locator('#ambiguous-fence');
    await heading.waitFor();
    // The page has scrolled to the very section.
    await until('the section', async () => {
      const box = await heading.boundingBox();
      return box && box.y > 0 && box.y < 500;
    });
    await workbench.screenshot('problem-page');

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
