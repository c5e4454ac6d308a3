import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  diagnostics,
  lenses,
  lensTitles,
  makeFolder,
  openFile,
  openText,
  replaceAll,
  until,
  workspaceFile,
} from './helpers.ts';

const accept = () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');

/** Presses Enter in whatever list is open until something is there. */
const accepting = <T>(what: string, ask: () => T | undefined | Promise<T | undefined>) =>
  until(what, async () => {
    await accept();
    return ask();
  });

suite('the first minute @main', () => {
  suiteSetup(async () => {
    await activeExtension();
    await makeFolder('first');
  });
  teardown(closeAll);
  suiteTeardown(() => vscode.workspace.fs.delete(workspaceFile('first'), { recursive: true }));

  /** A definition file with a text. */
  const open = async (name: string, text: string) => {
    await vscode.workspace.fs.writeFile(workspaceFile(`first/${name}.parser.json`), new TextEncoder().encode(text));
    return openFile(`first/${name}.parser.json`);
  };
  const run = async (uri: vscode.Uri, title: string) => {
    const lens = await until(`the lens ${title}`, async () =>
      (await lenses(uri)).find(({ command }) => command?.title === title),
    );
    const { command = '', arguments: args = [] } = lens.command ?? {};
    return { done: vscode.commands.executeCommand(command, ...args) };
  };

  test('an empty file offers a type, an answer, an import; a text none of them', async () => {
    const editor = await open('empty', '\n');
    const { uri } = editor.document;
    await until('the lenses', async () => {
      assert.deepEqual(await lensTitles(uri), ['New…', 'Paste an Answer', 'Import…']);
      return true;
    });
    await replaceAll(editor, '{}');
    await until('none', async () => !(await lensTitles(uri)).includes('New…'));
  });

  test('New… writes the template of a type into the file, and is undone at once', async () => {
    const { document } = await open('new', '');
    const { done } = await run(document.uri, 'New…');
    await accepting('the template', () => document.getText().includes('"MarkdownJsonDictParser"'));
    await done;
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label));
    assert.ok(!tabs.includes('New Parser Definition'), tabs.join());
  });

  test('Paste an Answer drafts a definition that reads it', async () => {
    await vscode.env.clipboard.writeText('[PLAN]look around[/PLAN]\n[MOVE]north[/MOVE]');
    const { document } = await open('pasted', '');
    const { done } = await run(document.uri, 'Paste an Answer');
    await accepting('the draft', () => document.getText().includes('[MOVE]'));
    await done;
  });

  test('Add Sample parses an answer and saves it', async () => {
    await vscode.env.clipboard.writeText('');
    const text = '{ "type": "MarkdownJsonDictParser", "content_hint": { "vote": "who" }, "keys_to_content": "vote" }';
    const { document } = await open('sampled', text);
    const { done } = await run(document.uri, 'Add Sample');
    await accepting('the sample', () => document.getText().includes('"sample 1"'));
    await done;
    assert.match(document.getText(), /"content": "who"/);
    await until('another lens', async () => !(await lensTitles(document.uri)).includes('Add Sample'));
  });

  test('Fix All Problems in File fixes what is certain', async () => {
    const text = '{ "type": "MarkdownJsonDictParser", "content_hint": { "vote": "who" }, "keys_to_contnet": "vote" }';
    const { document } = await open('wrong', text);
    await until('the problem', () => diagnostics(document.uri).length > 0);
    await vscode.commands.executeCommand('parserlens.fixAll');
    await until('the fix', () => document.getText().includes('"keys_to_content"'));
  });

  test('an import that finds nothing says so, and marks nothing', async () => {
    const { document } = await openText('def main():\n    return 1\n', 'python');
    await vscode.commands.executeCommand('parserlens.importSelection');
    assert.deepEqual(diagnostics(document.uri), []);
  });
});
