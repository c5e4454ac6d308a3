import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  lenses,
  lensTitles,
  openFile,
  openText,
  select,
  until,
  verdicts,
  workspaceFile,
} from './helpers.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`parserlens.${command}`, ...args) as Promise<unknown>;

const first = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]Player 2 it is.[/SPEAK]\n[SUSPECTS]["Player 2"][/SUSPECTS]';
const second = '[THOUGHT]Well.[/THOUGHT]\n[SPEAK]Player 1.[/SPEAK]\n[SUSPECTS][][/SUSPECTS]';

suite('finding a parser', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await run('clearAllResults');
    await closeAll();
  });

  test('the first in the list is the parser that reads all selections, and parses them @main', async () => {
    const { document } = await openText(`one:\n${first}\ntwo:\n${second}\n`);
    const editor = vscode.window.activeTextEditor!;
    editor.selections = [first, second].map(text => select(editor, text));
    const done = run('findParser');
    await until('the picked parser', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return (await verdicts(document.uri)).length === 2;
    });
    await done;
    assert.equal((await verdicts(document.uri)).filter(title => title.startsWith('✓ ')).length, 2);
  });

  test('in a new file the parser is used that was used last; a log gives the string of its row, with its field', async () => {
    await openText(first);
    await run('parseSelection', { parser: 'day discussion' });
    const { document } = await openText(second);
    await run('parseSelectionAgain');
    assert.deepEqual(await verdicts(document.uri), ['✓ day discussion']);
    const row = { id: 'r1', choices: [{ message: { role: 'assistant', content: first } }] };
    const uri = workspaceFile('logs/rows.jsonl');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${JSON.stringify(row)}\n`));
    try {
      await openFile('logs/rows.jsonl');
      await run('parseSelectionAgain');
      const [verdict = ''] = await verdicts(uri);
      assert.match(verdict, /^✓/);
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });

  test('in a new file the previewed parser comes before the one used last', async () => {
    await openText(first);
    await run('parseSelection', { parser: 'day discussion' });
    await openFile('coder.parser.json');
    await run('previewInstruction');
    const { document } = await openText('```python\nx = 1\n```');
    await run('parseSelectionAgain');
    assert.deepEqual(await verdicts(document.uri), ['✓ coder']);
    assert.ok((await lensTitles(document.uri)).includes('"x = 1"'));
  });

  test('another field of a row can be picked, and is kept for the other rows of its log', async () => {
    const rows = [first, second].map(draft => JSON.stringify({ draft, content: 'Nothing.' }));
    const uri = workspaceFile('logs/fields.jsonl');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${rows.join('\n')}\n`));
    try {
      const editor = await openFile('logs/fields.jsonl');
      await run('parseSelection', { parser: 'day discussion' });
      const [verdict] = await lenses(uri);
      assert.match(verdict?.command?.tooltip ?? '', /^content$/m);
      const done = run('parseAnotherField', verdict?.command?.arguments?.[0]);
      await until('the other field', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return (await lenses(uri))[0]?.command?.tooltip?.split('\n').includes('draft');
      });
      await done;
      editor.selection = new vscode.Selection(1, 0, 1, 0);
      await run('parseSelectionAgain');
      assert.equal(
        (await lenses(uri)).filter(({ command }) => /^✓[\s\S]*\ndraft$/m.test(`${command?.title}${command?.tooltip}`))
          .length,
        2,
      );
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });

  test('a draft of a type opens beside the response, reads it, and follows', async () => {
    const { document } = await openFile('responses/wolf-discussion.md');
    const text = document.getText();
    select(vscode.window.activeTextEditor!, text.slice(text.indexOf('{'), text.indexOf('}') + 1));
    await run('findParser', { type: 'MarkdownJsonDictParser' });
    const draft = await until('the draft', () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('/responses/wolf-discussion.parser.json')),
    );
    assert.equal(draft.isUntitled, true);
    assert.equal(draft.languageId, 'jsonc');
    assert.equal(JSON.parse(draft.getText()).type, 'MarkdownJsonDictParser');
    assert.equal(JSON.parse(draft.getText()).samples.length, 1);
    assert.match((await verdicts(document.uri)).join(), /^✓ wolf-discussion/);
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.stat(workspaceFile('responses/wolf-discussion.parser.json'))),
    );
  });

  test('beside a preview a draft opens in its column, not in a third; the preview then opens on the other side', async () => {
    const columns = () => vscode.window.tabGroups.all.map(({ tabs }) => tabs.map(({ label }) => label));
    await openFile('coder.parser.json');
    await run('previewInstruction');
    await until('the preview', () => columns()[1]?.[0] === 'Instruction: coder');
    const { document } = await openFile('responses/wolf-discussion.md');
    const text = document.getText();
    select(vscode.window.activeTextEditor!, text.slice(text.indexOf('{'), text.indexOf('}') + 1));
    await run('findParser', { type: 'MarkdownJsonDictParser' });
    await until('the draft', () => columns()[1]?.includes('wolf-discussion.parser.json'));
    assert.equal(columns().length, 2);
    assert.equal(vscode.window.activeTextEditor?.document, document);
    const draft = vscode.workspace.textDocuments.find(({ isUntitled }) => isUntitled)!;
    await vscode.window.showTextDocument(draft, { viewColumn: vscode.ViewColumn.Two });
    await run('previewInstruction');
    await until('the preview', () => columns()[0]?.some(label => label.startsWith('Instruction: ')));
    assert.equal(columns().length, 2);
  });
});
