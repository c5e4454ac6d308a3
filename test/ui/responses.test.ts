import assert from 'node:assert/strict';
import { openWorkbench, until, type Workbench } from './harness.ts';

const response = `{
  "thought": "Player 3 asked Player 1 about the night twice. That is what a seer would do.",
  "speak": "I say we eliminate \\"Player 3\\" tonight.",
  "finish_discussion": true
}`;

suite('responses in the workbench', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench();
  });
  suiteTeardown(() => workbench?.close());

  const lenses = () =>
    until('lenses', async () => {
      const [line] = await workbench.lenses();
      return line?.[0]?.startsWith('✓') ? line : undefined;
    });

  test('a selection is parsed from the context menu; its lenses, a split and the result view show it', async () => {
    await workbench.openFile('responses/wolf-discussion.md');
    await workbench.selectText(response);
    await workbench.chooseForSelection('Parse Selection with Parser…');
    await workbench.pick('wolf discussion');
    assert.deepEqual(await lenses(), [
      '✓ wolf discussion · repaired',
      'Save',
      'Clear',
      'toContent "I say we eliminate "P…"',
      'toMemory "I say we eliminate "P…"',
      'toMetadata {finish_discussion}',
    ]);

    await workbench.screenshot('responses-lenses');
    await workbench.clickLens('toMetadata');
    await workbench.page.locator('.tab', { hasText: 'wolf discussion · toMetadata.json' }).waitFor();
    const value = await until('the value', async () => {
      const text = await workbench.editor.locator('.view-lines').innerText();
      return text.includes('finish_discussion') ? text : undefined;
    });
    assert.match(value.replaceAll('\u00a0', ' '), /"finish_discussion": true/);

    await workbench.runCommand('ParserLens: Focus on Parse Result View');
    const tree = workbench.page.locator('.pane-body .monaco-list-row');
    await tree.filter({ hasText: 'finish_discussion' }).first().waitFor();
    await tree.filter({ hasText: 'tokens' }).first().waitFor();
    await workbench.screenshot('responses-result');
  });
});
