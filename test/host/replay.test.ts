import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, closeAll, openText, until } from './helpers.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`parserlens.${command}`, ...args) as Promise<unknown>;

const answer = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]Player 2 it is.[/SPEAK]\n[SUSPECTS]["Player 2"][/SUSPECTS]';

/** The tabs that replay a response. */
const replays = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('parserlens.replay'));

suite('replaying a response', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await run('clearAllResults');
    await closeAll();
  });

  test('the light bulb of a result opens it beside the response, which keeps the focus; the next one takes its place @main', async () => {
    for (const text of [answer, answer.replace('Hm.', 'Well.')]) {
      const { document } = await openText(text);
      await run('parseSelection', { parser: 'day discussion' });
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        new vscode.Range(1, 0, 1, 0),
      );
      const { command } = actions.find(({ title }) => title === 'Replay as Stream') ?? {};
      assert.ok(command);
      await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
      const [tab] = await until('its tab', () => (replays().length > 0 ? replays() : undefined));
      await until(
        'its title',
        () => tab?.label === 'Replay: day discussion' || replays()[0]?.label.startsWith('Replay: '),
      );
      assert.equal(replays().length, 1);
      assert.equal(vscode.window.activeTextEditor?.document, document);
    }
  });
});
