import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  closeTexts,
  lenses,
  openFile,
  replaceAll,
  select,
  until,
  workspaceFile,
} from './helpers.ts';

suite('preview', () => {
  suiteSetup(activeExtension);
  // The preview stays, as it does for people: VS Code 1.100 is slow to load a page after another was closed.
  teardown(closeTexts);
  suiteTeardown(closeAll);

  const previews = () =>
    vscode.window.tabGroups.all
      .flatMap(group => group.tabs)
      .filter(
        tab => tab.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith('parserlens.instruction'),
      )
      .map(tab => tab.label);
  const shows = (name: string) =>
    until(`Instruction: ${name}`, () => assert.deepEqual(previews(), [`Instruction: ${name}`]) ?? true);
  const preview = (...args: unknown[]) => vscode.commands.executeCommand('parserlens.previewInstruction', ...args);

  test('opens beside the editor, which keeps the focus @main', async () => {
    const editor = await openFile('coder.parser.json');
    await preview();
    await shows('coder');
    assert.equal(vscode.window.activeTextEditor, editor);
    assert.notEqual(
      vscode.window.tabGroups.all.find(group => group.tabs.some(tab => tab.label === 'Instruction: coder'))?.viewColumn,
      editor.viewColumn,
    );
  });

  test('its group is locked: a file opens beside it, also where it stands alone', async () => {
    await openFile('coder.parser.json');
    await preview();
    await shows('coder');
    await closeTexts();
    const { all } = vscode.window.tabGroups;
    assert.deepEqual(
      all.map(group => group.tabs.map(({ label }) => label)),
      [['Instruction: coder']],
    );
    await openFile('responses/code.md');
    const tabs = () => vscode.window.tabGroups.all.map(group => group.tabs.map(({ label }) => label));
    await until('the file in a group of its own', () => tabs().some(([one, other]) => one === 'code.md' && !other));
    await shows('coder');
  });

  test('follows the cursor through the definitions of a file, and to another file @main', async () => {
    const editor = await openFile('werewolf.parser.json');
    select(editor, 'player_name');
    await preview();
    await shows('wolf vote');
    select(editor, 'what you speak');
    await shows('wolf discussion');
    await openFile('coder.parser.json');
    await shows('coder');
  });

  test('keeps the last good version while the file is broken', async () => {
    const editor = await openFile('coder.parser.json');
    await preview();
    await shows('coder');
    await replaceAll(editor, '{ "type": ');
    await replaceAll(editor, '{ "parsers": { "a": { "type": "MarkdownCodeBlockParser", "language_name": "c" } } }');
    await shows('a');
  });

  test('opens from the Explorer without opening the file', async () => {
    await preview(workspaceFile('numbers.parser.json'));
    await shows('numbers');
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  test('a lens above each definition opens its preview', async () => {
    const { document } = await openFile('werewolf.parser.json');
    const found = await until('five lenses', async () => {
      const all = (await lenses(document.uri)).filter(lens => lens.command?.title === 'Preview');
      return all.length === 5 ? all : undefined;
    });
    assert.deepEqual(
      found.map(({ range }) => document.lineAt(range.start).text.trim()),
      ['wolf discussion', 'wolf vote', 'witch resurrect', 'witch poison', 'day discussion'].map(name => `"${name}": {`),
    );
    const { command, arguments: args } = found[3]!.command!;
    await vscode.commands.executeCommand(command, ...args!);
    await shows('witch poison');
  });

  test('one preview serves all', async () => {
    await preview(workspaceFile('numbers.parser.json'));
    await shows('numbers');
    await preview(workspaceFile('werewolf.parser.json'), 'wolf vote');
    await shows('wolf vote');
  });

  test('the instruction as a document is exact and follows the definition', async () => {
    const editor = await openFile('coder.parser.json');
    await replaceAll(
      editor,
      '{ "type": "MarkdownCodeBlockParser", "language_name": "c", "format_instruction": "a </script>\\n b " }',
    );
    await vscode.commands.executeCommand('parserlens.openInstruction');
    const text = () => vscode.window.activeTextEditor?.document.getText();
    await until('the text', () => text() === 'a </script>\n b ');
    const { document } = vscode.window.activeTextEditor!;
    const edit = new vscode.WorkspaceEdit();
    const at = editor.document.getText().indexOf('b ');
    edit.insert(editor.document.uri, editor.document.positionAt(at), 'c');
    await vscode.workspace.applyEdit(edit);
    await until('the change', () => document.getText() === 'a </script>\n cb ');
  });
});
