import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import * as vscode from 'vscode';
import { activeExtension, closeAll, codeOf, diagnostics, openFile, until, workspaceFile } from './helpers.ts';

suite('files that a definition names', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  test('odd paths and odd files are problems of their own, and the rest of the file stays', async () => {
    const names = ['odd.parser.json', 'pipe.md', 'zero.md'];
    const [definition, pipe, zero] = names.map(workspaceFile) as [vscode.Uri, vscode.Uri, vscode.Uri];
    const files = [
      '\\\\server\\share\\x',
      '//server/share/x',
      '//',
      '///etc/passwd',
      'pipe.md',
      'zero.md',
      'C:\\x',
      '..',
    ];
    const samples = [...files.map(file => ({ name: file, file })), { text: '```json\n1\n```', expect: { value: 2 } }];
    const own = { type: 'MarkdownJsonObjectParser', content_hint: 'x', samples };
    try {
      assert.equal(spawnSync('mkfifo', [pipe.fsPath]).status, 0);
      symlinkSync('/dev/zero', zero.fsPath);
      await vscode.workspace.fs.writeFile(definition, new TextEncoder().encode(JSON.stringify(own, null, 1)));
      const { document } = await openFile('odd.parser.json');
      const ofCode = (code: string) => diagnostics(document.uri).filter(each => codeOf(each) === code);
      const named = () => [...ofCode('missing-file'), ...ofCode('file-outside')];
      await until('a problem for every path', () => named().length === files.length);
      await until('the failing sample', () => ofCode('sample-fails').length > 0);
      const lenses = await until('lenses', async () => {
        const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
          'vscode.executeCodeLensProvider',
          document.uri,
          100,
        );
        return found.length > 0 ? found : undefined;
      });
      assert.ok(lenses.length > 0);
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        document.uri,
      );
      assert.ok(links.length >= files.length, `${links.length}`);
    } finally {
      for (const uri of [definition, pipe, zero]) await vscode.workspace.fs.delete(uri).then(undefined, () => {});
    }
  });
});
