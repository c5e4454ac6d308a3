import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench, until, type Workbench } from './harness.ts';

const response = `{
  "thought": "Player 3 asked Player 1 about the night twice. That is what a seer would do.",
  "speak": "I say we eliminate \\"Player 3\\" tonight.",
  "finish_discussion": true
}`;
const broken = '[THOUGHT]Who could it be?[/THOUGHT]\n[SPEAK]I have no idea.\n[SUSPECTS][][/SUSPECTS]';

suite('responses in the workbench', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench();
  });
  suiteTeardown(() => workbench?.close());

  const lenses = (mark: string) =>
    until('lenses', async () => {
      const [line] = await workbench.lenses();
      return line?.[0]?.startsWith(mark) ? line : undefined;
    });
  const rows = () => workbench.page.locator('.pane-body .monaco-list-row');

  test('a selection is parsed from the context menu, and its lenses open what goes where @main', async () => {
    await workbench.openFile('responses/wolf-discussion.md');
    await workbench.selectText(response);
    await workbench.page.getByRole('button', { name: /^53 tokens/ }).waitFor();
    await workbench.chooseForSelection('Parse Selection with Parser…');
    await workbench.pick('wolf discussion');
    // Each split above the first part that feeds it: the line of "speak", and that of "finish_discussion".
    assert.deepEqual(await lenses('✓'), ['✓ wolf discussion · repaired', 'Save as Sample', 'Clear']);
    const [, speak, finish] = await workbench.lenses();
    assert.match(speak?.join(' | ') ?? '', /^content, memory "I say we eliminate /);
    assert.deepEqual(finish, ['metadata true']);
    // The side bar stays what it is.
    await workbench.explorerEntry('wolf-discussion.md').waitFor();
    await workbench.clickLens('content, memory');
    const hover = workbench.page.locator('.monaco-hover:not(.hidden)', { hasText: 'toContent' });
    await hover.getByText('11 tokens (o200k_base)').waitFor();
    await workbench.picture('responses-hover');
    await hover.getByText('Open Full Value').click();
    await workbench.page.locator('.tab', { hasText: 'wolf discussion · toContent.txt' }).waitFor();
    const value = workbench.page.locator('.monaco-editor .view-lines', {
      hasText: /^I\ssay\swe\seliminate\s"Player\s3"\stonight\.$/,
    });
    await value.waitFor();
    await workbench.picture('responses-lenses');
  });

  test('the result view lists the parts with where they go and their tokens', async () => {
    await workbench.runCommand('ParserLens: Focus on Parse Result View');
    await rows()
      .filter({ hasText: /^thoughtgoes nowhere\s+\d+ tokens/ })
      .waitFor();
    await rows()
      .filter({ hasText: /^finish_discussionmetadata\s+1 token\s+true/ })
      .waitFor();
    await workbench.picture('responses-result');
  });

  test('an error says what the model is told @main', async () => {
    await workbench.openFile('responses/broken.md');
    await workbench.selectText(broken);
    await workbench.chooseForSelection('Parse Selection with Parser…');
    await workbench.pick('day discussion');
    assert.match(
      (await lenses('✗ missing tag')).join(),
      /^✗ missing tag after idea\., line 12 · TagNotFoundError · Missing tag/,
    );
    await workbench.page.locator('.squiggly-error').first().waitFor();
    await workbench.clickLens('Feedback');
    await workbench.page.locator('.tab', { hasText: 'what the model is told' }).waitFor();
    // Beside, wrapped, with the error on the screen in both.
    const told = workbench.page.locator('.editor-group-container').nth(1).locator('.editor-instance');
    await told.locator('.view-line', { hasText: 'TagNotFoundError' }).first().waitFor();
    assert.ok(await workbench.page.locator('.squiggly-error').first().isVisible());
    const [lines] = await told.locator('.view-lines').all();
    const room = await lines!.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.ok(room <= 0, String(room));
    await workbench.picture('responses-error');
  });

  test('a file is parsed from the Explorer', async () => {
    await workbench.runCommand('File: Focus on Files Explorer');
    await workbench.choose(workbench.explorerEntry('code.md'), 'Parse File with Parser…');
    await workbench.pick('coder');
    assert.match((await lenses('✓')).join(), /^✓ coder,Save as Sample,Clear/);
    // Only the first parse shows the Parse Result: who went to the Explorer stays there.
    assert.ok(await workbench.explorerEntry('code.md').isVisible());
  });

  test('parsing keeps the tab of a single click; the result comes back after a reload, but not of another text', async () => {
    const { page } = workbench;
    await workbench.runCommand('View: Close All Editors');
    await workbench.explorerEntry('wolf-discussion.md').click();
    const tab = page.locator('.tab.active[data-resource-name="wolf-discussion.md"]');
    // VS Code writes the names of previews in italics.
    await tab.locator('.label-name.italic, .italic').first().waitFor();
    await workbench.runCommand('View: Focus Active Editor Group');
    await workbench.selectText(response);
    await workbench.chooseForSelection('Parse Selection with Parser…');
    await workbench.pick('wolf discussion');
    await lenses('✓');
    await until('a tab that stays', async () => (await tab.locator('.italic').count()) === 0);
    await workbench.choose(workbench.explorerEntry('code.md'), 'Parse File with Parser…');
    await workbench.pick('coder');
    await lenses('✓ coder');
    await page.locator('.tab[data-resource-name="wolf-discussion.md"]').click();
    await lenses('✓ wolf discussion');
    await workbench.reload();
    await lenses('✓ wolf discussion');
    await writeFile(join(workbench.workspace, 'responses', 'wolf-discussion.md'), 'Another text altogether.\n');
    await workbench.reload();
    await page.locator('.view-line', { hasText: 'Another' }).first().waitFor();
    // Its result is not there when that of another file is.
    await page.locator('.tab[data-resource-name="code.md"]').click();
    await lenses('✓ coder');
    await page.locator('.tab[data-resource-name="wolf-discussion.md"]').click();
    await page.locator('.view-line', { hasText: 'Another' }).first().waitFor();
    assert.deepEqual(
      (await workbench.lenses()).flat().filter(title => title.startsWith('✓')),
      [],
    );
  });
});
