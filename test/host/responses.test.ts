import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, closeAll, lensTitles, openFile, openText, select, until } from './helpers.ts';

/** Parses the selection of the active editor, as a keybinding with the parser's name does. */
async function parse(parser: string): Promise<void> {
  await vscode.commands.executeCommand('parserlens.parseSelection', { parser });
}

const tagged = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]Player 2 it is.[/SPEAK]\n[SUSPECTS]["Player 2"][/SUSPECTS]';

suite('responses', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await vscode.commands.executeCommand('parserlens.clearAllResults');
    await closeAll();
  });

  test('lenses show where the parts of a response go', async () => {
    const editor = await openText(`before\n${tagged}\nafter`);
    select(editor, tagged);
    await parse('day discussion');
    assert.deepEqual(await lensTitles(editor.document.uri), [
      '✓ day discussion',
      'Save',
      'Clear',
      'toContent "Player 2 it is."',
      'toMemory {thought, speak}',
      'toMetadata {suspects}',
    ]);
  });
});
