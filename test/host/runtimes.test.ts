import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, closeAll, lenses, openFile, openText, select, until } from './helpers.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`parserlens.${command}`, ...args) as Promise<unknown>;

/** The texts that are compared, the left one first. */
const compared = async () => {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  if (!(input instanceof vscode.TabInputTextDiff) || input.original.scheme !== 'parserlens-runtime') return undefined;
  const open = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
  return [await open(input.original), await open(input.modified)] as const;
};

suite('comparing runtimes', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await run('clearAllResults');
    await closeAll();
  });

  test('the lens of a definition shows both, with its first sample; they follow the definition', async () => {
    const editor = await openFile('langchain.parser.json');
    const all = await until('the lenses', async () => {
      const found = (await lenses(editor.document.uri)).filter(({ command }) => command?.title === 'Compare…');
      return found.length > 0 ? found : undefined;
    });
    const { command } = all[0]!;
    await vscode.commands.executeCommand(command!.command, ...(command!.arguments ?? []));
    const [python, js] = await until('both', compared);
    for (const text of [python, js]) assert.match(text, /══ Answer ══\n\n"red, light", blue\n/);
    assert.match(python, /^CommaSeparatedListOutputParser · Python\n/);
    assert.match(js, /^CommaSeparatedListOutputParser · JavaScript\n/);
    const { label } = vscode.window.tabGroups.activeTabGroup.activeTab!;
    assert.equal(label, 'colours in Python: Python ↔ JavaScript');
    const { uri } = editor.document;
    const written = (await vscode.workspace.openTextDocument(uri)).getText();
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, 10_000, 0), written.replace('red, light', 'pale, green'));
    try {
      await vscode.workspace.applyEdit(edit);
      await until('the new sample', async () => (await compared())?.every(text => text.includes('pale, green')));
    } finally {
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
      await vscode.commands.executeCommand('workbench.action.files.revert');
    }
  });

  test('from a response: its answer, read by both; from a class of one runtime: why not', async () => {
    const { document } = await openText('"red, light", blue');
    await run('parseSelection', { parser: 'colours in Python' });
    const action = await until('the action', async () =>
      (
        await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          new vscode.Range(0, 0, 0, 0),
        )
      ).find(({ title }) => title === 'Compare Runtimes'),
    );
    await vscode.commands.executeCommand(action.command!.command, ...(action.command!.arguments ?? []));
    const [python, js] = await until('both', compared);
    assert.match(python, /══ Answer ══\n\n"red, light", blue\n\n══ Value ══\n\n\[\n {2}"red, light",\n {2}"blue"\n\]/);
    assert.match(js, /══ Value ══\n\n\[\n {2}"\\"red",/);
    const editor = await openFile('langchain.parser.json');
    select(editor, '"answer with source": {');
    await closeDiffs();
    await run('compareRuntimes');
    assert.equal(await compared(), undefined);
  });
});

async function closeDiffs(): Promise<void> {
  const diffs = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff);
  await vscode.window.tabGroups.close(diffs);
}
