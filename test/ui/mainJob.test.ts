import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openWorkbench, until, type Workbench } from './harness.ts';

/** Has no fence, and a comma too many. */
const broken =
  'I say this:\n{\n  "thought": "x",\n  "speak": "I say we eliminate Player 3.",\n  "finish_discussion": true,\n}\n';

suite('the main job by keyboard alone, in a small window', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1000, height: 700 });
    await writeFile(join(workbench.workspace, 'keys.md'), broken);
    const row = { response: `\`\`\`json\n${broken.slice(broken.indexOf('{')).replace('true,', 'true')}\`\`\`` };
    await writeFile(join(workbench.workspace, 'keys.jsonl'), `${JSON.stringify(row)}\n`.repeat(3));
  });
  suiteTeardown(() => workbench?.close());

  const open = async (name: string) => {
    const { page } = workbench;
    const row = page.locator(`.quick-input-list .monaco-list-row.focused[aria-label^="${name}"]`);
    await workbench.untilShown(row, async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+P');
      await page.keyboard.type(name);
    });
    await page.keyboard.press('Enter');
    await page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor();
    await page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
  };
  const inBulb = async (entry: string) => {
    const { keyboard } = workbench.page;
    const row = workbench.page.locator('.action-widget .monaco-list-row', { hasText: entry }).first();
    await workbench.untilShown(row, () => keyboard.press('Control+.'));
    const isFocused = async () => (await row.getAttribute('class'))?.split(' ').includes('focused');
    for (let i = 0; i < 20 && !(await isFocused()); i++) await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
  };
  /** Types into the list that opens with `prefix` until the entry has the focus, and takes it. */
  const take = async (label: string, prefix = '') => {
    const { page } = workbench;
    const widget = page.locator('.quick-input-widget:visible');
    await until(`the list with ${label}`, async () => {
      // The palette's own list may still be there.
      const value = await widget.locator('input[type=text]').first().inputValue({ timeout: 1000 });
      return value === prefix && (await widget.locator('.monaco-list-row').first().isVisible());
    });
    await page.keyboard.type(label);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: label }).first().waitFor();
    await page.keyboard.press('Enter');
  };
  const tabTo = (control: Locator) =>
    until('the control has the focus', async () => {
      await workbench.page.keyboard.press('Tab');
      return control.evaluate(element => element === element.ownerDocument.activeElement);
    });
  const lensStarts = (sign: string) =>
    until(`a lens with ${sign}`, async () => (await workbench.lenses()).flat()[0]?.startsWith(sign));

  test('preview, parse, repair, save as sample, evaluate, compare', async () => {
    const { page } = workbench;
    const { keyboard } = page;
    await open('werewolf.parser.json');
    await keyboard.press('Control+K');
    await keyboard.press('v');
    const preview = await workbench.webview('Format Instruction');
    await preview.getByText('3 of 3 pass').waitFor();
    await open('keys.md');
    await keyboard.press('Control+Alt+Enter');
    await lensStarts('✗');
    await workbench.picture('keys-parsed');
    await inBulb('Apply Repair');
    await lensStarts('✓');
    await workbench.picture('keys-repaired');
    await keyboard.press('Control+S');
    await inBulb('Save as Sample');
    await page.locator('.quick-input-widget', { hasText: 'Save as Sample of wolf discussion' }).waitFor();
    await keyboard.press('Enter');
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'As This File' }).waitFor();
    await keyboard.press('Enter');
    await preview.getByText('4 of 4 pass').waitFor();
    await workbench.picture('keys-saved');
    await open('keys.jsonl');
    await keyboard.press('F1');
    await take('ParserLens: Evaluate Definition over a Log', '>');
    await take('wolf discussion');
    const evaluation = await workbench.webview('Evaluation');
    await evaluation.getByText('3 ok').first().waitFor();
    await workbench.picture('keys-evaluated');
    await tabTo(evaluation.getByRole('button', { name: 'Compare with…', exact: true }));
    await keyboard.press('Enter');
    await take('day discussion');
    await until('the comparison', async () =>
      (await evaluation.locator('.comparison').innerText()).startsWith('Compared with day discussion'),
    );
    await workbench.picture('keys-compared');
  });
});
