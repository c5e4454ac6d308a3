import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { activeExtension, closeAll, diagnostics, openFile, replaceAll, until, workspaceFile } from './helpers.ts';

suite('definitions', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  /** Every diagnostic in short: who says it, and the text that is underlined. */
  const underlined = (document: vscode.TextDocument) =>
    vscode.languages
      .getDiagnostics(document.uri)
      .map(({ source, code, range }) => `${source === 'ParserLens' ? code : 'JSON'} ${document.getText(range)}`)
      .sort();

  test('the examples have no problems, comments and trailing commas included', async () => {
    const { document } = await openFile('werewolf.parser.json');
    assert.match(document.getText(), /^\{\s*\/\//);
    assert.equal(document.languageId, 'jsonc');
    // A problem made on purpose shows that both servers have looked.
    const editor = await openFile('coder.parser.json');
    await replaceAll(editor, '{ "type": "MarkdownCodeBlockParser", "description": 3, "language_nam": "python" }');
    await until('both speak', () => underlined(editor.document).length === 3);
    assert.deepEqual(underlined(document), []);
  });

  const block = '"type": "MarkdownCodeBlockParser", "language_name": "python"';
  for (const [name, text, expected] of [
    ['a wrong name of a type', '{ "type": "MarkdownCodeBlockParse" }', ['unknown-type "MarkdownCodeBlockParse"']],
    ['a missing key', '{ "type": "MarkdownCodeBlockParser" }', ['missing-key "MarkdownCodeBlockParser"']],
    ['an unknown key', `{ ${block}, "samplez": [] }`, ['unknown-key "samplez"']],
    ['a value of the wrong type', `{ ${block}, "description": 3 }`, ['JSON 3']],
    ['an odd value of a filter', '{ "type": "MarkdownJsonDictParser", "keys_to_content": 3 }', ['odd-value 3']],
    ['no comma', `{ ${block} "samples": [] }`, ['JSON "samples"']],
    ['both of two', `{ ${block}, "samples": [{ "text": "", "file": "" }] }`, ['conflicting-keys {']],
  ] as const) {
    test(`underlines once: ${name}`, async () => {
      const editor = await openFile('coder.parser.json');
      await replaceAll(editor, text);
      await until(`${expected}`, () => assert.deepEqual(underlined(editor.document), expected) ?? true);
    });
  }

  test('a fix repairs the text, and the problem goes', async () => {
    const editor = await openFile('coder.parser.json');
    await replaceAll(editor, `{ "type": "MarkdownCodeBlockParse", "language_name": "python" }`);
    const problem = await until('a problem', () => diagnostics(editor.document.uri)[0]);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      editor.document.uri,
      problem.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const fix = actions.find(({ title }) => title === 'Change to "MarkdownCodeBlockParser"');
    assert.ok(fix?.edit, actions.map(({ title }) => title).join());
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(editor.document.getText(), /"MarkdownCodeBlockParser"/);
    await until('no problem', () => diagnostics(editor.document.uri).length === 0);
  });

  test('the problems of a closed file go away', async () => {
    const editor = await openFile('coder.parser.json');
    const { uri } = editor.document;
    await replaceAll(editor, '{}');
    await until('a problem', () => diagnostics(uri).length > 0);
    await closeAll();
    await until('no problem', () => diagnostics(uri).length === 0);
  });

  test('a lone file outside every folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parserlens-lone-'));
    try {
      const uri = vscode.Uri.file(join(folder, 'lone.parser.json'));
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('{ "type": "Nothing" }'));
      await vscode.window.showTextDocument(uri);
      await until('a problem', () => diagnostics(uri).length > 0);
    } finally {
      await closeAll();
      await rm(folder, { recursive: true });
    }
  });

  test('a file that is not open is read, and read again when it changes', async () => {
    const uri = workspaceFile('closed.parser.json');
    const write = (hint: string) => {
      const definition = { type: 'MarkdownCodeBlockParser', language_name: 'python', content_hint: hint };
      return vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(definition)));
    };
    const instruction = () => vscode.window.activeTextEditor?.document.getText() ?? '';
    await write('first hint');
    try {
      await vscode.commands.executeCommand('parserlens.openInstruction', uri);
      await until('the first', () => instruction().includes('first hint'));
      await write('another hint');
      await vscode.commands.executeCommand('parserlens.openInstruction', uri);
      await until('the second', () => instruction().includes('another hint'));
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });
});
