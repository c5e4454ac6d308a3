import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, closeAll, codeOf, diagnostics, lenses, lensTitles, until } from './helpers.ts';

/** A file system in memory, as those of GitHub Repositories and of remote hosts: its addresses are not paths. */
class Memory implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #files = new Map<string, Uint8Array>();
  readonly onDidChangeFile = this.#changed.event;

  watch = () => new vscode.Disposable(() => {});
  readDirectory = () => [];
  createDirectory = () => {};
  delete = ({ path }: vscode.Uri) => void this.#files.delete(path);
  rename = () => assert.fail('nothing is renamed');
  readFile = (uri: vscode.Uri) => this.#file(uri);
  writeFile = ({ path }: vscode.Uri, content: Uint8Array) => void this.#files.set(path, content);
  stat = (uri: vscode.Uri) => ({ type: vscode.FileType.File, ctime: 0, mtime: 1, size: this.#file(uri).length });

  #file(uri: vscode.Uri): Uint8Array {
    const file = this.#files.get(uri.path);
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }
}

suite('files that are not on disk @main', () => {
  let registered: vscode.Disposable;

  suiteSetup(async () => {
    await activeExtension();
    registered = vscode.workspace.registerFileSystemProvider('memory', new Memory());
  });
  suiteTeardown(() => registered.dispose());
  teardown(async () => {
    await vscode.commands.executeCommand('parserlens.clearAllResults');
    await closeAll();
  });

  test('a definition, its sample’s file and a response', async () => {
    const uri = vscode.Uri.parse('memory:/agent/x.parser.json');
    const response = vscode.Uri.parse('memory:/agent/answer.md');
    const definition = {
      type: 'MarkdownJsonDictParser',
      content_hint: { a: 'x' },
      keys_to_content: 'b',
      samples: [{ name: 's', file: 'answer.md', expect: { value: { a: 3 } } }],
    };
    const write = (file: vscode.Uri, text: string) =>
      vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    await write(response, '```json\n{"a": 2}\n```');
    await write(uri, JSON.stringify(definition, null, 2));
    const { document } = await vscode.window.showTextDocument(uri);
    const codes = ['sample-fails', 'unknown-value-key'];
    await until(`${codes}`, () => assert.deepEqual(diagnostics(uri).map(codeOf).sort(), codes) ?? true);
    await until('the lens', async () => (await lensTitles(uri)).includes('0/1 pass'));
    await vscode.commands.executeCommand('parserlens.updateAllExpectations');
    assert.match(document.getText(), /"expect": \{\s*"value": \{\s*"a": 2\s*\}/);
    await vscode.window.showTextDocument(response);
    await vscode.commands.executeCommand('parserlens.parseAs', response.toString(), uri.toString(), 'x');
    await until(
      'the result',
      async () =>
        assert.deepEqual((await lensTitles(response)).slice(0, 2), ['⚠ KeyError', "content ✗ KeyError · 'b'"]) ?? true,
    );
    const [verdict] = await lenses(response);
    assert.ok(verdict?.command?.tooltip?.split('\n').includes("toContent: KeyError: 'b'"), verdict?.command?.tooltip);
  });
});
