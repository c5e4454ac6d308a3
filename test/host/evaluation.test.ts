import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { activeExtension, closeAll, lensTitles, openFile, until, workspaceFile } from './helpers.ts';
import { type User, withUser } from './user.ts';

const definition = {
  parsers: {
    triage: { type: 'MarkdownJsonDictParser', content_hint: { category: 'a or b' }, required_keys: ['category'] },
  },
};
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const rows = [fenced({ category: 'a' }), fenced({ other: 'a' }), 'nothing', fenced({ category: 'b' })];

suite('evaluation', () => {
  const file = workspaceFile('evaluated.parser.json');
  const log = workspaceFile('evaluated.jsonl');
  const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap(group => group.tabs)
      .filter(
        ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('parserlens.evaluation'),
      );

  suiteSetup(async () => {
    await activeExtension();
    await write(file, JSON.stringify(definition, null, 2));
    await write(log, rows.map(response => `${JSON.stringify({ response })}\n`).join(''));
  });
  teardown(closeAll);

  test('a definition’s lens leads to it; a log opens a tab, and the same log the same tab @main', async () => {
    const { document } = await openFile('evaluated.parser.json');
    await until('the lens', async () => (await lensTitles(document.uri)).includes('Evaluate…'));
    const args = { definition: file.toString(), name: 'triage', logs: [log.toString()] };
    for (let i = 0; i < 2; i++) await vscode.commands.executeCommand('parserlens.evaluate', args);
    await until('its title', () => tabs().length === 1 && tabs()[0]?.label === 'Evaluation: triage');
    // What it shows is the UI tests' affair; a log that grows meanwhile ends nothing.
    await appendFile(log.fsPath, `${JSON.stringify({ response: 'more' })}\n`);
    assert.equal(tabs().length, 1);
  });

  test('in a definition’s file it means the definition at the cursor, and asks for the log only', async () => {
    const { document } = await openFile('evaluated.parser.json');
    const editor = vscode.window.activeTextEditor!;
    const at = document.positionAt(document.getText().indexOf('"type"'));
    editor.selection = new vscode.Selection(at, at);
    for (const args of [[], [document.uri]]) {
      const who: User = { picks: ['$(list-flat) evaluated.jsonl'], typed: [], clicks: [], shown: [] };
      await withUser(who, () => vscode.commands.executeCommand('parserlens.evaluate', ...args));
      await until('its tab', () => tabs()[0]?.label === 'Evaluation: triage');
      assert.deepEqual(who.picks, []);
      await closeAll();
      await openFile('evaluated.parser.json');
    }
  });

  test('of all definitions the one that reads the first rows of a log comes first', async () => {
    await openFile('evaluated.jsonl');
    const done = vscode.commands.executeCommand('parserlens.evaluate');
    await until('the first of the list', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return tabs()[0];
    });
    await done;
    assert.deepEqual(
      tabs().map(({ label }) => label),
      ['Evaluation: triage'],
    );
  });

  test('an evaluation’s file opens in its own editor', async () => {
    const uri = workspaceFile('triage.evaluation.json');
    await write(uri, '{ "not": "an evaluation" }');
    await vscode.commands.executeCommand('vscode.open', uri);
    await until('the editor', () =>
      vscode.window.tabGroups.all
        .flatMap(group => group.tabs)
        .find(({ input }) => input instanceof vscode.TabInputCustom && input.viewType === 'parserlens.evaluationFile'),
    );
  });
});
