import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, closeAll, closeTexts, lensTitles, openFile, until, workspaceFile } from './helpers.ts';

suite('robustness', () => {
  suiteSetup(activeExtension);
  teardown(closeTexts);
  suiteTeardown(closeAll);

  const uri = () => workspaceFile('coder.parser.json');
  const request = (document: vscode.TextDocument, operator: string) => ({
    text: document.getText(),
    fileName: document.uri.toString(),
    name: 'coder',
    sample: 1,
    operator,
  });

  test('a mutated response opens as a document, parsed with its definition @main', async () => {
    const editor = await openFile('werewolf.parser.json');
    const mutation = { ...request(editor.document, 'trailing-comma'), name: 'witch poison', sample: 0 };
    await vscode.commands.executeCommand('parserlens.openMutation', editor.document.uri.toString(), mutation);
    const opened = vscode.window.activeTextEditor!.document;
    assert.ok(opened.isUntitled);
    assert.match(opened.getText(), /"eliminate": "yes",}/);
    await until(
      'the result',
      async () => (await lensTitles(opened.uri)).some(title => title.startsWith('✗ ')) || undefined,
    );
  });

  test('a failing mutation becomes a sample by one edit, which undo takes back', async () => {
    const { document } = await openFile('react.parser.json');
    const before = document.getText();
    const mutation = { ...request(document, 'prose-before'), name: 'react', sample: 0 };
    const response = new TextDecoder().decode(await vscode.workspace.fs.readFile(workspaceFile('responses/react.md')));
    const save = (operator: string, text = document.getText()) =>
      vscode.commands.executeCommand('parserlens.saveMutation', document.uri.toString(), {
        ...mutation,
        response,
        operator,
        text,
      });
    await save('tag-case');
    assert.match(document.getText(), /"name": "weather, tags in another case"/);
    assert.match(document.getText(), /<THOUGHT>/);
    assert.match(document.getText().slice(before.length - 10), /"content": "get_weather"/);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
    // What was mutated is no longer what the file says.
    await save('tag-case', `${before} `);
    assert.equal(document.getText(), before);
  });

  test('Check Robustness opens the preview', async () => {
    await vscode.commands.executeCommand('parserlens.checkRobustness', uri().toString(), 'coder');
    await until(
      'the preview',
      () =>
        vscode.window.tabGroups.all.flatMap(group => group.tabs).some(tab => tab.label === 'Instruction: coder') ||
        undefined,
    );
  });
});
