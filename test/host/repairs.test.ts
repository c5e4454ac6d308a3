import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, closeAll, diagnostics, lenses, lensTitles, openText, select, until } from './helpers.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`parserlens.${command}`, ...args) as Promise<unknown>;
const parse = (parser: string) => run('parseSelection', { parser });

const good = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]Player 2 it is.[/SPEAK]\n[SUSPECTS]["Player 2"][/SUSPECTS]';
const broken = good.replace('[SPEAK]', '[Speak]');
/** It can be closed in more than one way. */
const cut = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]I say[/SPEAK]\n[SUSPECTS]["Player';

/** The actions on a line, of one kind where it is given. */
async function actions(uri: vscode.Uri, line: number, kind?: vscode.CodeActionKind): Promise<vscode.CodeAction[]> {
  const range = new vscode.Range(line, 0, line, 0);
  return vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, range, kind?.value);
}

const repairs = async (uri: vscode.Uri, line = 0) =>
  (await actions(uri, line, vscode.CodeActionKind.QuickFix)).filter(({ title }) => title.startsWith('Apply Repair'));

/** Parses a text in a new document, and waits for its repairs. */
async function parsed(text: string, parser = 'day discussion'): Promise<vscode.TextEditor> {
  const editor = await openText(text);
  editor.selection = new vscode.Selection(0, 0, 0, 0);
  await parse(parser);
  await until('a repair', async () => (await repairs(editor.document.uri)).length > 0);
  return editor;
}

suite('repairs', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await run('clearAllResults');
    await closeAll();
  });

  test("the cause stands beside the framework's error: in the lens, and underlined in place with its page @main", async () => {
    const { document } = await parsed(broken);
    assert.deepEqual(await lensTitles(document.uri), [
      '✗ tag case, line 2 · TagNotFoundError · Missing tag [SPEAK] in response: [THOUGHT]Hm.[/THOU…',
      'Apply Repair (97 %)',
      'Feedback',
      'Show Repair',
      'Explain tag case',
    ]);
    const cause = await until('the one problem', () => {
      const [found, ...others] = diagnostics(document.uri);
      return found?.message.startsWith('tag case') && others.length === 0 ? found : undefined;
    });
    assert.match(cause.message, /^tag case, line 2 · TagNotFoundError: /);
    assert.equal(cause.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(document.getText(cause.range), '[Speak]');
    const { value, target } = cause.code as { value: string; target: vscode.Uri };
    assert.equal(value, 'tag-case');
    const page = (await vscode.workspace.openTextDocument(target)).getText();
    assert.match(page, /^# tag-case\n\nA tag is written in other letter case\./);
    assert.match(page, /A candidate with a confidence of 0\.9/);
  });

  test('a quick fix repairs the response, and undo takes it back @main', async () => {
    const { document } = await parsed(`${broken}\nafter`);
    const [fix] = await repairs(document.uri, 1);
    assert.equal(fix?.title, 'Apply Repair: tag case (97 %)');
    assert.equal(fix?.isPreferred, true);
    assert.ok(await vscode.workspace.applyEdit(fix!.edit!));
    assert.equal(document.getText(), `${good}\nafter`);
    await until('the tick', async () => (await lensTitles(document.uri))[0]?.startsWith('✓'));
    assert.deepEqual(await repairs(document.uri), []);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), `${broken}\nafter`);
  });

  test('one quick fix for each candidate; what is cut off is said to be, and is never the preferred fix', async () => {
    const tags = ['THOUGHT', 'SPEAK', 'SUSPECTS'].map(name => ({
      name,
      tag_begin: `[${name}]`,
      content_hint: 'x',
      tag_end: `[/${name}]`,
    }));
    const source = await openText(JSON.stringify({ type: 'MultiTaggedContentParser', tagged_contents: tags }), 'jsonc');
    const { document } = await parsed(cut, source.document.uri.path);
    const fixes = await repairs(document.uri);
    assert.ok(fixes.length >= 2, fixes.map(({ title }) => title).join());
    const lossy = fixes.filter(({ title }) => title.includes('part of the answer is missing'));
    assert.ok(lossy.length > 0);
    for (const fix of lossy) assert.ok(!fix.isPreferred);
    assert.ok((await lensTitles(document.uri)).some(title => /^\d Repairs \(\d+ %\)…$/.test(title)));
  });

  test('the lens applies the only repair', async () => {
    const { document } = await parsed(broken);
    await run('applyRepair');
    assert.equal(document.getText(), good);
    await until('the tick', async () => (await lensTitles(document.uri))[0]?.startsWith('✓'));
  });

  test('Show Repair is a diff of the whole document, and the repair can be made from there', async () => {
    const editor = await openText(`before\n${broken}\nafter`);
    const { document } = editor;
    select(editor, broken);
    await parse('day discussion');
    await until('a repair', async () => (await repairs(document.uri, 1)).length > 0);
    await run('showRepair');
    const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.original.toString(), document.uri.toString());
    assert.match(label ?? '', /: Repair \(97 %\)$/);
    const repaired = await vscode.workspace.openTextDocument(input.modified);
    assert.equal(repaired.getText(), `before\n${good}\nafter`);
    await run('applyRepair', input.modified);
    assert.equal(document.getText(), repaired.getText());
  });

  test('Explain opens the page of the cause', async () => {
    const { document } = await parsed(broken);
    const explain = (await actions(document.uri, 0)).find(({ title }) => title === 'Explain tag case');
    await vscode.commands.executeCommand(explain!.command!.command, ...(explain!.command!.arguments ?? []));
    await until('the page', () =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => /tag-case/.test(label))),
    );
  });

  test('what is typed has a diagnosis of its own', async () => {
    const editor = await parsed(broken);
    const { document } = editor;
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'Well:\n'));
    await until('the new line', async () =>
      (await lenses(document.uri)).some(({ command }) => command?.tooltip?.startsWith('tag case, line 3')),
    );
    await editor.edit(edit => edit.replace(new vscode.Range(2, 0, 2, 7), '[SPEAK]'));
    await until('the tick', async () => (await lensTitles(document.uri))[0]?.startsWith('✓'));
    assert.deepEqual(diagnostics(document.uri), []);
  });

  test('an answer in a JSON string is repaired there', async () => {
    const editor = await openText(`{"id": 1, "answer": ${JSON.stringify(broken)}}\n`, 'json');
    const { document } = editor;
    const inner = JSON.stringify(broken).slice(1, -1);
    select(editor, inner);
    await parse('day discussion');
    await until('a repair', async () => (await repairs(document.uri)).length > 0);
    await run('applyRepair');
    assert.equal((JSON.parse(document.getText()) as { answer: string }).answer, good);
  });
});
