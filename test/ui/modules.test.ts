import assert from 'node:assert/strict';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('modules in Restricted Mode', () => {
  let workbench: Workbench;

  suiteSetup(async () => {
    workbench = await openWorkbench({ trust: false });
  });
  suiteTeardown(() => workbench?.close());

  test('in Restricted Mode samples run, and a run says what it needs', async () => {
    await workbench.openFile('werewolf.parser.json');
    await until('the samples', async () => (await workbench.lenses()).flat().includes('3/3 pass'));
    await workbench.clickLens('3/3 pass');
    const asks = workbench.page.locator('.monaco-dialog-box');
    assert.equal(await asks.count(), 0);
    // The samples that ran bring new lenses, and VS Code drops a click on one that is just being replaced.
    await workbench.untilNotified('Models are asked only in a trusted workspace', () => workbench.clickLens('Run…'));
    await workbench.picture('restricted-mode');
    await workbench.page.keyboard.press('Escape');
    await workbench.runCommand('ParserLens: Run Many Times');
    await workbench.page.keyboard.press('Escape');
  });

  test('a module waits for trust, says so, and runs as soon as it is granted', async () => {
    await workbench.openFile('custom.parser.json');
    await workbench.runCommand('ParserLens: Preview Format Instruction');
    const preview = await workbench.webview('Format Instruction');
    const shows = (part: string) =>
      until(part, async () => ((await preview.locator('body').textContent()) ?? '').includes(part));
    await shows('not run: this workspace is not trusted');
    await until('why', async () => (await workbench.notifications()).some(text => text.includes('Modules run only')));
    await workbench.page.keyboard.press('Escape');
    await preview.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await until('the instruction', async () => {
      const shown = await workbench.webview('Format Instruction');
      return ((await shown.locator('pre.instruction').textContent()) ?? '').includes('score: 1 to 10');
    });
  });
});
