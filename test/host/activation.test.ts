import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension } from './helpers.ts';

suite('activation @main', () => {
  test('the extension activates', async () => {
    assert.equal((await activeExtension()).isActive, true);
  });

  test('every command of the manifest is registered', async () => {
    const extension = await activeExtension();
    const registered = new Set(await vscode.commands.getCommands(true));
    const declared: { command: string }[] = extension.packageJSON.contributes?.commands ?? [];
    assert.deepEqual(
      declared.map(({ command }) => command).filter(command => !registered.has(command)),
      [],
    );
    assert.ok(declared.length > 0);
  });
});
