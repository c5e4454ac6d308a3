import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench, until, type Workbench } from './harness.ts';

const source = `from agentscope.parsers import MarkdownJsonDictParser

parser = MarkdownJsonDictParser(
    content_hint={"thought": "what you thought", "vote": "whom you vote for"},
    required_keys=["thought", "vote"],
    keys_to_content="vote",
)
`;

suite('export and import in the workbench', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench();
    await writeFile(join(workbench.workspace, 'voting.py'), source);
  });
  suiteTeardown(() => workbench?.close());

  test('by keyboard alone: the definition, the form, what is lost, the new document', async () => {
    const { page } = workbench;
    await workbench.openFile('werewolf.parser.json');
    await workbench.runCommand('ParserLens: Export Definition As…');
    const list = page.locator('.quick-input-list');
    await list.getByText('wolf discussion').first().waitFor();
    await workbench.picture('export-definitions');
    await page.keyboard.press('Enter');
    await list.getByText('OpenAI Tools', { exact: true }).waitFor();
    await list.getByText('not possible').waitFor();
    await workbench.picture('export-forms');
    await page.keyboard.type('OpenAI Response');
    await page.keyboard.press('Enter');
    await list.getByText('Continue').waitFor();
    await list.getByText(/things are different/).waitFor();
    await workbench.picture('export-losses');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'response-format.json' }).waitFor();
    await workbench.picture('export-document');
  });

  test('a Python file becomes a definition beside its preview, in one tab, also after a reload; so does an export', async () => {
    const { page } = workbench;
    await workbench.openFile('voting.py');
    await workbench.runCommand('ParserLens: Import Parser Definition…');
    await page.locator('.quick-input-list').getByText('the active editor').waitFor();
    await page.keyboard.press('Enter');
    const tab = page.locator('.tab.active', { hasText: 'voting.parser.json' });
    await tab.waitFor();
    const preview = page.locator('.tab', { hasText: 'Instruction: voting' });
    await preview.waitFor();
    const instruction = await workbench.webview('Format Instruction');
    await instruction.getByText('whom you vote for').first().waitFor();
    await workbench.editor.locator('.view-line', { hasText: '"required_keys": ["thought", "vote"]' }).first().waitFor();
    await workbench.picture('import-preview');
    await workbench.runCommand('ParserLens: Export Definition As…');
    await workbench.pick('AgentScope');
    // It can go back to where it came from as well.
    await workbench.pick('New Document');
    const exported = page.locator('.tab', { hasText: /^voting(-\d)?\.py$/ });
    await exported.nth(1).waitFor();
    // Neither covers the preview: that is still on the screen, in a group of its own.
    await instruction.getByText('whom you vote for').first().waitFor();
    const groups = page.locator('.editor-group-container');
    const own = groups.filter({ has: preview });
    assert.equal(await own.locator('.tab').count(), 1);
    await groups
      .filter({ has: exported.filter({ hasText: '-2' }) })
      .filter({ has: page.locator('.tab', { hasText: 'voting.parser.json' }) })
      .waitFor();
    const tabs = async () => (await page.locator('.tab').allInnerTexts()).map(text => text.trim()).sort();
    const before = await tabs();
    assert.equal(new Set(before).size, before.length, before.join());
    await workbench.reload();
    await preview.first().click();
    await (await workbench.webview('Format Instruction')).getByText('whom you vote for').first().waitFor();
    await until('the tabs of before', async () => JSON.stringify(await tabs()) === JSON.stringify(before));
  });
});
