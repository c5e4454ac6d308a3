import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, activeTab, closeAll, lensTitles, openFile, until, workspaceFile } from './helpers.ts';

suite('new definition', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  const active = () => vscode.window.activeTextEditor?.document;
  const create = (type: string, name: string) =>
    vscode.commands.executeCommand('parserlens.newDefinition', { type, name });
  const exists = (uri: vscode.Uri) =>
    Promise.resolve(vscode.workspace.fs.stat(uri)).then(
      () => true,
      () => false,
    );

  test('opens the template as a document that is not saved, with its preview, and saves where it is meant to be @main', async () => {
    await create('MultiTaggedContentParser', 'vote');
    const file = workspaceFile('vote.parser.json');
    const document = await until('the document', () => active());
    assert.equal(document.uri.toString(), file.with({ scheme: 'untitled' }).toString());
    assert.match(document.getText(), /^\{\n {2}"type": "MultiTaggedContentParser"/);
    assert.equal(document.languageId, 'jsonc');
    // What its author writes anew first is selected.
    await until(
      'the selection',
      () => document.getText(vscode.window.activeTextEditor?.selection) === 'What the agent answers in each turn',
    );
    assert.equal(await exists(file), false);
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await until('the preview', () => labels().includes('Instruction: vote'));
    assert.equal(activeTab(), 'vote.parser.json');
    try {
      await vscode.commands.executeCommand('workbench.action.files.save');
      await until('the file', () => exists(file));
    } finally {
      await closeAll();
      await vscode.workspace.fs.delete(file);
    }
  });

  test('stands beside the file that is open, and is undone at once', async () => {
    await openFile('responses/wolf-discussion.md');
    await create('identity', 'undone');
    const document = await until('the document', () =>
      active()?.fileName.endsWith('undone.parser.json') ? active() : undefined,
    );
    assert.match(document.uri.path, /\/responses\/undone\.parser\.json$/);
    await vscode.commands.executeCommand('undo');
    await until('nothing', () => document.getText() === '');
  });

  test('never overwrites', async () => {
    const file = workspaceFile('coder.parser.json');
    const before = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    await create('identity', 'coder');
    assert.equal(active(), undefined);
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)), before);
  });

  test('an untitled document of the name is not taken for a new one', async () => {
    await create('identity', 'twice');
    const document = await until('the document', () => active());
    await create('action_only', 'twice');
    assert.match(document.getText(), /"identity"/);
    assert.doesNotMatch(document.getText(), /action_only/);
  });

  test('an example response is one that the definition reads', async () => {
    await openFile('werewolf.parser.json');
    const row = { uri: workspaceFile('werewolf.parser.json'), name: 'day discussion' };
    await vscode.commands.executeCommand('parserlens.openExampleResponse', row);
    const document = await until('the response', () => (active()?.isUntitled ? active() : undefined));
    await vscode.commands.executeCommand('parserlens.parseSelection', { parser: 'day discussion' });
    // Of the definition's own hints, which is told.
    await until(
      'lenses',
      async () =>
        assert.match((await lensTitles(document.uri)).join(), /^⚠ instruction echo,.*content "what you/) ?? true,
    );
  });

  test('a row of the Parsers view opens at its place', async () => {
    await vscode.commands.executeCommand(
      'parserlens.openParser',
      workspaceFile('werewolf.parser.json').toString(),
      [3, 2, 3, 2],
    );
    const editor = await until('the editor', () => vscode.window.activeTextEditor);
    assert.deepEqual([editor.selection.active.line, editor.selection.active.character], [3, 2]);
  });

  test('a row of the Parsers view names the definition of the preview and of the copy', async () => {
    const row = { kind: 'definition', uri: workspaceFile('werewolf.parser.json'), name: 'wolf vote' };
    await vscode.commands.executeCommand('parserlens.copyInstruction', row);
    const copied = await vscode.env.clipboard.readText();
    await vscode.commands.executeCommand('parserlens.copyInstruction', row.uri.toString(), row.name);
    assert.equal(await vscode.env.clipboard.readText(), copied);
    assert.ok(copied.length > 0);
    await vscode.commands.executeCommand('parserlens.previewInstruction', row);
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await until('the preview', () => labels().includes('Instruction: wolf vote'));
  });
});
