import assert from 'node:assert/strict';
import { openWorkbench, until, type Workbench } from './harness.ts';

/** What `finding a parser` reads. */
const response = '[PLAN]Ask Player 2 again.[/PLAN]\n[VOTE]Player 2[/VOTE]';

suite('new definition, what one wants first', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench();
  });
  suiteTeardown(() => workbench?.close());

  const rows = () => workbench.page.locator('.quick-input-list .monaco-list-row');

  test('the list names what is wanted, with an answer, and the page below shows the type rendered', async () => {
    await workbench.runCommand('ParserLens: New Parser Definition…');
    const row = rows().filter({ hasText: 'A JSON object in a Markdown fence' }).first();
    await row.waitFor();
    const words = await rows().allInnerTexts();
    assert.ok(words.some(text => text.includes('{"thought"') && text.includes('AgentScope · MarkdownJsonDictParser')));
    const page = await workbench.webview('New Parser Definition');
    await page.getByRole('heading', { name: 'MarkdownJsonDictParser' }).waitFor();
    // Rendered: a list is one, and no character of Markdown is left.
    await page.locator('li code', { hasText: 'required_keys' }).first().waitFor();
    assert.doesNotMatch(await page.locator('body').innerText(), /^#|^- |\*\*/m);
    // The JSON is coloured.
    await page.locator('.hljs-attr').first().waitFor();
    await workbench.picture('new-definition');
  });

  for (const [typed, type] of [
    ['line of', 'AgentOutput'],
    ['command', 'thought_action'],
    ['langroid', 'ToolMessage'],
    ['MultiTagged', 'MultiTaggedContentParser'],
  ] as const)
    test(`“${typed}” finds ${type}`, async () => {
      await workbench.page.locator('.quick-input-widget input.input').fill(typed);
      await rows().filter({ hasText: type }).first().waitFor();
    });

  test('the page follows the list, and goes with it', async () => {
    await until('the page of the type', async () => {
      const page = await workbench.webview('New Parser Definition');
      return page.getByRole('heading', { name: 'MultiTaggedContentParser' }).isVisible();
    });
    await workbench.page.keyboard.press('Escape');
    await workbench.page.locator('.tab', { hasText: 'New Parser Definition' }).waitFor({ state: 'detached' });
  });

  // In the same window, as a window costs more than these tests.
  test('the workbench opens one of the examples', async () => {
    await workbench.openFile('werewolf.parser.json');
    assert.match((await workbench.editor.textContent()) ?? '', /keys_to_content/);
  });

  test('finding a parser: a type is picked for a selection, and its draft opens beside the response', async () => {
    await workbench.openFile('responses/wolf-discussion.md');
    await workbench.page.keyboard.press('ControlOrMeta+A');
    await workbench.page.keyboard.type(response);
    await workbench.selectText(response);
    await workbench.chooseForSelection('Parse Selection with Parser…');
    const list = workbench.page.locator('.quick-input-list');
    await list.getByText('draft a definition').waitFor();
    await list.getByText('Reads the response').first().waitFor();
    await workbench.picture('find-parser');
    const draft = workbench.page.locator('.tab', { hasText: 'wolf-discussion.parser.json' });
    await until('the draft', async () => {
      // A click is lost where the list is drawn anew between press and release, as it is while findings come in.
      if (!(await draft.isVisible())) await workbench.pick('MultiTaggedContentParser', 3000).catch(() => undefined);
      await draft.waitFor({ timeout: 3000 });
      return true;
    });
    await until('lenses', async () => (await workbench.lenses()).flat().some(title => title.startsWith('✓')));
    await workbench.picture('find-parser-draft');
  });
});
