import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, closeAll, openText } from './helpers.ts';

suite('tokens @main', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  test('Count Tokens answers for the selection, for the document, and for text that spells a special token', async () => {
    const { document } = await openText('Hello world\n<|endoftext|>');
    const messages: string[] = [];
    const show = vscode.window.showInformationMessage;
    const spy = (message: string) => {
      messages.push(message);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showInformationMessage: spy });
    try {
      await vscode.commands.executeCommand('parserlens.countTokens');
      vscode.window.activeTextEditor!.selection = new vscode.Selection(0, 0, 0, 11);
      await vscode.commands.executeCommand('parserlens.countTokens');
      vscode.window.activeTextEditor!.selection = new vscode.Selection(1, 0, 1, document.lineAt(1).text.length);
      await vscode.commands.executeCommand('parserlens.countTokens');
    } finally {
      Object.assign(vscode.window, { showInformationMessage: show });
    }
    assert.deepEqual(messages, [
      'The document has 10 tokens (o200k_base, exact).',
      'The selection has 2 tokens (o200k_base, exact).',
      'The selection has 7 tokens (o200k_base, exact).',
    ]);
  });
});
