import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  codeOf,
  diagnostics,
  openFile,
  replaceAll,
  until,
  workspaceFile,
} from './helpers.ts';

const failingCode = 'sample-fails';

suite('samples', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  const text = (hint: string, sample: string) =>
    `{\n  "type": "MarkdownJsonObjectParser",\n  "content_hint": ${JSON.stringify(hint)},\n  "samples": [\n    ${sample} // kept\n  ]\n}\n`;
  const failing = (uri: vscode.Uri) => diagnostics(uri).filter(each => codeOf(each) === failingCode);
  const write = async (path: string, content: string) => {
    const uri = workspaceFile(path);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
    return uri;
  };
  const actions = (uri: vscode.Uri, range: vscode.Range) =>
    vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );

  test('a failing sample is underlined at what it expects, and updated by the fix; undo brings both back', async () => {
    const { document } = await openFile('coder.parser.json');
    const editor = vscode.window.activeTextEditor!;
    await replaceAll(
      editor,
      text('x', '{ "text": "```json\\n{\\"a\\": 1.0}\\n```", "expect": { "value": { "a": 2 } } }'),
    );
    const problem = await until('a problem', () => failing(document.uri)[0]);
    assert.equal(document.getText(problem.range), '"value"');
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Warning);
    const before = document.getText();
    const [fix] = (await actions(document.uri, problem.range)).filter(({ title }) => title.startsWith('Update Exp'));
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(document.getText(), /"expect": \{ "value": \{ "a": 1\.0 \} \} \} \/\/ kept/);
    await until('no problem', () => failing(document.uri).length === 0);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
    await until('the problem again', () => failing(document.uri).length === 1);
  });

  test('Update Expectation at the cursor, error for a value', async () => {
    const { document } = await openFile('coder.parser.json');
    const editor = vscode.window.activeTextEditor!;
    await replaceAll(editor, text('x', '{ "name": "n", "text": "no json", "expect": { "value": 1 } }'));
    const at = document.positionAt(document.getText().indexOf('no json'));
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('parserlens.updateExpectation');
    assert.match(document.getText(), /"expect": \{ "error": "\w+Error" \} \} \/\/ kept/);
    await vscode.commands.executeCommand('undo');
    assert.match(document.getText(), /"expect": \{ "value": 1 \}/);
  });

  test('a sample file is watched, its unsaved text counts', async () => {
    const uri = await write('watched.parser.json', text('x', '{ "file": "watched.md", "expect": { "value": 1 } }'));
    const response = workspaceFile('watched.md');
    try {
      await vscode.window.showTextDocument(uri);
      await until('no such file', () => diagnostics(uri).some(({ message }) => message.includes('no file watched.md')));
      assert.deepEqual(failing(uri), []);
      await write('watched.md', '```json\n1\n```');
      await until('passes', () => failing(uri).length === 0);
      await write('watched.md', '```json\n2\n```');
      await until('fails', () => failing(uri)[0]?.message.includes('value'));
      const editor = await vscode.window.showTextDocument(response);
      await replaceAll(editor, '```json\n1\n```');
      await until('passes as typed', () => failing(uri).length === 0);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await until('fails as saved', () => failing(uri).length === 1);
    } finally {
      await vscode.workspace.fs.delete(uri);
      await vscode.workspace.fs.delete(response);
    }
  });

  test('broken text: the samples are as they were, nothing is judged', async () => {
    const { document } = await openFile('coder.parser.json');
    const editor = vscode.window.activeTextEditor!;
    await replaceAll(editor, `${text('x', '{ "text": "", "expect": { "value": 1 } }')} ,`);
    await until('JSON speaks', () => vscode.languages.getDiagnostics(document.uri).length > 0);
    assert.deepEqual(failing(document.uri), []);
  });

  test('all samples of the workspace run in the Test Explorer', async () => {
    await vscode.commands.executeCommand('testing.runAll');
    await vscode.commands.executeCommand('parserlens.runSamples', workspaceFile('werewolf.parser.json').toString());
    await vscode.commands.executeCommand('testing.clearTestResults');
  });
});
