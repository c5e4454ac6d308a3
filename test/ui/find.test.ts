import { openWorkbench, until, type Workbench } from './harness.ts';

const response = '[PLAN]Ask Player 2 again.[/PLAN]\n[VOTE]Player 2[/VOTE]';

suite('finding a parser in the workbench', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench();
  });
  suiteTeardown(() => workbench?.close());

  test('a type is picked for a selection, and its draft opens beside the response', async () => {
    await workbench.openFile('responses/wolf-discussion.md');
    await workbench.page.keyboard.press('ControlOrMeta+A');
    await workbench.page.keyboard.type(response);
    await workbench.selectText(response);
    await workbench.chooseForSelection('Parse Selection with Parser…');
    const list = workbench.page.locator('.quick-input-list');
    await list.getByText('draft a definition').waitFor();
    await list.getByText('Reads the response').first().waitFor();
    await workbench.picture('find-parser');
    await workbench.pick('MultiTaggedContentParser');
    await workbench.page.locator('.tab', { hasText: 'wolf-discussion.parser.json' }).waitFor();
    await until('lenses', async () => (await workbench.lenses()).flat().some(title => title.startsWith('✓')));
    await workbench.picture('find-parser-draft');
  });
});
