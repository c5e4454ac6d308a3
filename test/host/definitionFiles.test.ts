import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DefinitionFiles } from '../../src/extension/definitions/definitionFiles.ts';
import { activeExtension, until, workspaceFile } from './helpers.ts';

suite('definition files', () => {
  suiteSetup(activeExtension);

  test('a search that a new file overtook is not kept', async () => {
    let searched = () => {};
    const isSearched = new Promise<void>(resolve => {
      searched = resolve;
    });
    let answer = () => {};
    const held = new Promise<void>(resolve => {
      answer = resolve;
    });
    const files = new DefinitionFiles(async (...args) => {
      const found = await vscode.workspace.findFiles(...args);
      searched();
      await held;
      return found;
    });
    const late = workspaceFile('late.parser.json');
    const heard = new Set<string>();
    files.onDidChange(uri => heard.add(uri.toString()));
    try {
      const before = files.list();
      await isSearched;
      await vscode.workspace.fs.writeFile(late, new TextEncoder().encode('{}'));
      await until('the change', () => heard.has(late.toString()));
      answer();
      await before;
      assert.ok((await files.list()).some(uri => uri.toString() === late.toString()));
    } finally {
      files.dispose();
      await vscode.workspace.fs.delete(late);
    }
  });

  test('a file that VS Code did not tell of is found by another search', async () => {
    const found: vscode.Uri[] = [];
    const files = new DefinitionFiles(async () => [...found]);
    const missed = vscode.Uri.file('/nowhere/missed.parser.json');
    const heard: string[] = [];
    files.onDidChange(uri => heard.push(uri.path));
    try {
      assert.deepEqual(await files.list(), []);
      found.push(missed);
      assert.deepEqual(await files.list(), []);
      await files.searchAgain();
      assert.deepEqual(heard, [missed.path]);
      assert.deepEqual((await files.list()).map(String), [String(missed)]);
    } finally {
      files.dispose();
    }
  });
});
