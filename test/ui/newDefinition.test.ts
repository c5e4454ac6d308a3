import assert from 'node:assert/strict';
import { openWorkbench, until, type Workbench } from './harness.ts';

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
});
