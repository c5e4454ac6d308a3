import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  diagnostics,
  hovers,
  lenses,
  lensTitles,
  openFile,
  openText,
  replaceAll,
  select,
  until,
  verdicts,
  workspaceFile,
} from './helpers.ts';

/** Runs a command of ours. */
const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`parserlens.${command}`, ...args) as Promise<unknown>;

/** Parses the selection of the active editor, as a keybinding with the parser's name does. */
const parse = (parser: string) => run('parseSelection', { parser });

/** Clicks the lens whose title contains `part`. */
async function click(uri: vscode.Uri, part: string): Promise<void> {
  const command = await until(`a lens that says ${part}`, async () =>
    (await lenses(uri)).map(lens => lens.command).find(one => one?.title.includes(part)),
  );
  await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
}

/** The document of a value that is on the screen. */
function shownValue(): vscode.TextDocument {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'parserlens-value');
  assert.ok(editor, 'no value is shown');
  return editor.document;
}

/** Opens the document of a value, as *Open Full Value* does. */
async function opened(uri: vscode.Uri, path: readonly string[]): Promise<vscode.TextDocument> {
  const [lens] = await lenses(uri);
  await run('openValue', lens?.command?.arguments?.[0], path);
  return shownValue();
}

/** The titles of the tabs that hold values. */
function valueTabs(): string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === 'parserlens-value')
    .map(({ label }) => label);
}

const tagged = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]Player 2 it is.[/SPEAK]\n[SUSPECTS]["Player 2"][/SUSPECTS]';

/**
 * Shows a new document with nothing selected. VS Code uses the names of closed untitled documents again, and may give the
 * new one the selection and even the backup of the last.
 */
async function open(text: string): Promise<vscode.TextEditor> {
  const editor = await openText(text);
  if (editor.document.getText() !== text) await replaceAll(editor, text);
  editor.selection = new vscode.Selection(0, 0, 0, 0);
  return editor;
}

/** Edits a document as typing would. */
async function edit(editor: vscode.TextEditor, change: (edit: vscode.TextEditorEdit) => void): Promise<void> {
  assert.ok(await editor.edit(change), 'the edit was refused');
}

suite('responses', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await run('clearAllResults');
    await closeAll();
  });

  test('lenses show where the parts of a selection go, and go away when cleared @main', async () => {
    const { document } = await open(`before\n${tagged}\nafter`);
    select(vscode.window.activeTextEditor!, tagged);
    await parse('day discussion');
    assert.deepEqual(
      (await lenses(document.uri)).map(({ range, command }) => `${range.start.line} ${command?.title}`),
      [
        '1 ✓',
        '1 memory {thought: "Hm.", speak: "Player 2 it is."}',
        '1 day discussion',
        '1 Save as Sample',
        '1 Clear',
        '2 content "Player 2 it is."',
        '3 metadata ["Player 2"]',
      ],
    );
    await run('clearAllResults');
    assert.deepEqual(await lensTitles(document.uri), []);
  });

  test('a short value is shown in a hover at its part, and the editor keeps the focus', async () => {
    const { document } = await open(tagged);
    await parse('day discussion');
    await click(document.uri, 'content "');
    const editor = vscode.window.activeTextEditor!;
    assert.equal(editor.document, document);
    assert.equal(document.getText().slice(document.offsetAt(editor.selection.active)).indexOf('Player 2 it is.'), 0);
    const [text = ''] = await hovers(document.uri, editor.selection.active);
    assert.match(text, /\*\*toContent\*\*.*tokens[\s\S]*Player 2 it is\./);
    assert.deepEqual(valueTabs(), []);
  });

  test('long values share one tab, and the editor keeps the focus', async () => {
    const long = `x ${'y'.repeat(500)}`;
    const { document } = await open(tagged.replace('Hm.', long).replace('Player 2 it is.', long));
    await parse('day discussion');
    for (const [split, method] of [
      ['content "', 'toContent'],
      ['memory {', 'toMemory'],
    ] as const) {
      await click(document.uri, split);
      await until('its tab', () => valueTabs().join().includes(method));
      assert.equal(valueTabs().length, 1);
      assert.equal(vscode.window.activeTextEditor?.document, document);
    }
  });

  test('a filter that raises is a warning', async () => {
    const definition = {
      type: 'MarkdownJsonDictParser',
      content_hint: { speak: 'what you say' },
      keys_to_content: 'speek',
    };
    const source = await openText(JSON.stringify(definition), 'jsonc');
    const { document } = await open('```json\n{"speak": "Hi."}\n```');
    await parse(baseName(source.document.uri));
    assert.deepEqual(await verdicts(document.uri), ['⚠ KeyError']);
    const [found] = diagnostics(document.uri);
    assert.equal(found?.severity, vscode.DiagnosticSeverity.Warning);
    assert.match(found?.message ?? '', /^toContent: KeyError: 'speek'/);
  });

  test('the light bulb has everything on each line of a result', async () => {
    const { document } = await open(`before\n${tagged}\nafter`);
    select(vscode.window.activeTextEditor!, tagged);
    await parse('day discussion');
    const titles = async (line: number) =>
      (
        await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          new vscode.Range(line, 2, line, 2),
        )
      ).map(({ title }) => title);
    assert.deepEqual((await titles(3)).slice(0, 5), [
      'Show toContent',
      'Show toMemory',
      'Show toMetadata',
      'Save as Sample',
      'Replay as Stream',
    ]);
    for (const title of ['Show Parse Result', 'Clear Parse Result']) assert.ok((await titles(1)).includes(title));
    assert.equal((await titles(4)).includes('Clear Parse Result'), false);
  });

  test('a split opens as a read-only document that follows the response', async () => {
    const editor = await open(tagged);
    await parse('day discussion');
    const value = await opened(editor.document.uri, ['memory']);
    assert.equal(value.languageId, 'json');
    assert.deepEqual(JSON.parse(value.getText()), { thought: 'Hm.', speak: 'Player 2 it is.' });
    assert.match((await lensTitles(value.uri)).join(), /^\d+ tokens \(o200k_base\)$/);
    await edit(editor, one => one.insert(new vscode.Position(0, 9), 'So, h'));
    await until('the new value', () => value.getText().includes('So, hHm.'));
  });

  test('an error is underlined in place, and what the model is told can be read @main', async () => {
    const { document } = await open('[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]I say');
    await parse('day discussion');
    assert.match((await verdicts(document.uri)).join(), /^✗ .*TagNotFoundError/);
    const [found] = diagnostics(document.uri);
    assert.match(found?.message ?? '', /^(cut off, line 2 · )?TagNotFoundError: Missing tag/);
    assert.ok(
      ['y', '[SPEAK]'].includes(document.getText(found?.range)),
      'at the cut, or before its cause is known at the tag',
    );
    await click(document.uri, 'Feedback');
    assert.match(shownValue().getText(), /^TagNotFoundError: /);
    assert.match((await lensTitles(shownValue().uri)).join(), /^\d+ tokens \(o200k_base\)$/);
    await run('clearAllResults');
    assert.deepEqual(diagnostics(document.uri), []);
  });

  test('a hover says what a part is, where it goes and what it costs', async () => {
    const { document } = await open(tagged);
    await parse('day discussion');
    const [text = ''] = await hovers(document.uri, new vscode.Position(1, 10));
    assert.match(text, /\*\*speak\*\*.*content, memory · 6 tokens \(o200k_base\)/);
    assert.deepEqual(await hovers(document.uri, new vscode.Position(0, 0)).then(found => found.length), 1);
  });

  test('lenses follow the response @main', async () => {
    const editor = await open(`before\n${tagged}\nafter`);
    const { document } = editor;
    select(editor, tagged);
    await parse('day discussion');
    await edit(editor, one => one.insert(new vscode.Position(0, 0), 'a line\n'));
    await until('the lens to move', async () => (await lenses(document.uri))[0]?.range.start.line === 2);
    const end = document.positionAt(document.getText().indexOf('[/SPEAK]'));
    await edit(editor, one => one.delete(new vscode.Range(end, end.translate(0, 8))));
    await until('the error and its cause', async () => (await verdicts(document.uri))[0]?.includes('TagNotFoundError'));
    await edit(editor, one => one.insert(end, '[/SPEAK]'));
    await until('the result', async () => (await verdicts(document.uri))[0]?.startsWith('✓'));
    await edit(editor, one => one.delete(new vscode.Range(2, 0, document.lineCount, 0)));
    await until('no lens', async () => (await lensTitles(document.uri)).length === 0);
  });

  test('lenses follow the definition', async () => {
    const definition = { type: 'MarkdownCodeBlockParser', language_name: 'c' };
    const source = await openText(JSON.stringify(definition), 'jsonc');
    const name = baseName(source.document.uri);
    const { document } = await open('```c\nint x;\n```');
    await parse(name);
    assert.match((await verdicts(document.uri)).join(), /^✓/);
    const editor = await vscode.window.showTextDocument(source.document);
    await replaceAll(editor, JSON.stringify({ ...definition, language_name: 'rust' }));
    await until('the error and its cause', async () => (await verdicts(document.uri))[0]?.includes('TagNotFoundError'));
  });

  test('while the definition’s file is not JSON, responses are read as it last did, and the lens says so', async () => {
    const definition =
      '{ "type": "MarkdownJsonDictParser", "content_hint": { "a": "x", "b": "y" }, "keys_to_content": "a" }';
    const source = await openText(definition, 'jsonc');
    const response = await open('```json\n{"a": "one", "b": "two"}\n```');
    const { document } = response;
    await parse(baseName(source.document.uri));
    const asBefore = '$(history) as before';
    const others = async () => (await lensTitles(document.uri)).filter(title => title !== asBefore);
    const isKept = async () => (await lensTitles(document.uri)).includes(asBefore);
    const whole = await others();
    assert.ok(whole.length > 1 && !(await isKept()));
    await replaceAll(await vscode.window.showTextDocument(source.document), definition.replace('"keys', '""keys'));
    await until('as before', isKept);
    assert.deepEqual(await others(), whole);
    await edit(await vscode.window.showTextDocument(document), one =>
      one.replace(new vscode.Range(1, 7, 1, 10), 'six'),
    );
    await until('the edited response', async () => (await others()).some(title => title.includes('six')));
    assert.ok(await isKept());
    await replaceAll(await vscode.window.showTextDocument(source.document), definition);
    await until('whole again', async () => !(await isKept()));
  });

  test('every cursor has a result of its own', async () => {
    const block = '```python\nx\n```';
    const editor = await open(`${block}\n\n${block}`);
    const { document } = editor;
    editor.selections = [new vscode.Selection(0, 0, 2, 3), new vscode.Selection(4, 0, 6, 3)];
    await parse('coder');
    assert.deepEqual(await verdicts(document.uri), ['✓ coder', '✓ coder']);
    editor.selection = new vscode.Selection(0, 0, 6, 3);
    await run('parseSelectionAgain');
    assert.deepEqual(await verdicts(document.uri), ['✓ coder']);
  });

  test('a selection in a JSONL record is unescaped', async () => {
    const editor = await openFile('logs/agent.jsonl');
    const { document } = editor;
    const line = document.lineAt(0).text;
    const start = line.indexOf('```');
    editor.selection = new vscode.Selection(0, start, 0, line.lastIndexOf('```') + 3);
    await parse('wolf vote');
    assert.deepEqual(await verdicts(document.uri), ['✓ wolf vote']);
    const column = line.indexOf('Player 3 is the seer');
    const [text = ''] = await hovers(document.uri, new vscode.Position(0, column + 1));
    assert.match(text, /\*\*thought\*\*/);
  });

  test('big integers, floats and NaN stay as they were written', async () => {
    const { document } = await open('```json\n[9007199254740993, 1.0, NaN]\n```');
    await parse('numbers');
    const value = (await lensTitles(document.uri)).at(-1);
    assert.equal(value, '[9007199254740993, 1.0, NaN]');
    assert.equal((await opened(document.uri, ['value'])).getText(), '[\n  9007199254740993,\n  1.0,\n  NaN\n]');
  });

  test('a result outlives the switch to another editor, and goes with its document', async () => {
    // Of a name of its own: which of the names Untitled-1, Untitled-2 VS Code gives a second time depends on what was open.
    const address = workspaceFile('outlives.md').with({ scheme: 'untitled' });
    const show = async () => {
      const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(address));
      if (editor.document.getText() !== tagged) await replaceAll(editor, tagged);
      editor.selection = new vscode.Selection(0, 0, 0, 0);
      return editor.document;
    };
    const document = await show();
    await parse('day discussion');
    await openFile('responses/code.md');
    assert.deepEqual(await verdicts(document.uri), ['✓ day discussion']);
    await closeAll();
    await until('the document to close', () => document.isClosed);
    await show();
    assert.deepEqual(await lensTitles(address), []);
  });

  test('an empty document says that there is nothing to parse', async () => {
    const { document } = await open('');
    await parse('coder');
    assert.deepEqual(await lensTitles(document.uri), []);
  });

  test('lenses can be turned off', async () => {
    const { document } = await open(tagged);
    const settings = vscode.workspace.getConfiguration('parserlens');
    await settings.update('codeLens.enabled', false, vscode.ConfigurationTarget.Global);
    try {
      await parse('day discussion');
      assert.deepEqual(await lensTitles(document.uri), []);
    } finally {
      await settings.update('codeLens.enabled', undefined, vscode.ConfigurationTarget.Global);
    }
    await until('lenses', async () => (await lensTitles(document.uri)).length > 0);
  });

  test('a response of ten megabytes is parsed', async () => {
    const items = Array.from({ length: 100_000 }, (_, index) => ({ index, text: 'x'.repeat(80) }));
    const { document } = await open(`\`\`\`json\n${JSON.stringify({ items })}\n\`\`\``);
    await parse('numbers');
    assert.deepEqual(await verdicts(document.uri), ['✓ numbers']);
  });

  test('a file too large for a document is parsed all the same', async () => {
    const uri = workspaceFile('large.md');
    const text = `\`\`\`json\n["${'x'.repeat(52 * 1024 * 1024)}"]\n\`\`\``;
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    try {
      await run('parseFile', uri, { parser: 'numbers' });
      const value = vscode.window.activeTextEditor!.document;
      assert.equal(value.uri.scheme, 'parserlens-value');
      assert.match(value.getText().slice(0, 20), /^\[\n {2}"xxx/);
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });

  test('a pattern that backtracks for ever is ended and reported', async () => {
    const config = { type: 'RegexTaggedContentParser', tagged_content_pattern: '(?P<name>(a|aa)+)(?P<content>b)$' };
    const source = await openText(JSON.stringify(config), 'jsonc');
    const { document } = await open('a'.repeat(100));
    await parse(baseName(source.document.uri));
    assert.match((await verdicts(document.uri)).join(), /^✗ /);
    const code = await openFile('responses/code.md');
    await parse('coder');
    assert.deepEqual(await verdicts(code.document.uri), ['✓ coder']);
  });

  test('Save as Sample adds the response to the definition, and undo takes it away @main', async () => {
    const { document } = await open('```python\nx\n```');
    await parse('coder');
    const definition = await vscode.workspace.openTextDocument(workspaceFile('coder.parser.json'));
    const before = definition.getText();
    const saving = click(document.uri, 'Save as Sample');
    await until('the sample', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return definition.getText() !== before;
    });
    await saving;
    assert.match(definition.getText(), /"name": "sample 3",\s+"text": \[/);
    await vscode.window.showTextDocument(definition);
    await vscode.commands.executeCommand('undo');
    assert.equal(definition.getText(), before);
  });

  test('ten thousand brackets and binary text give an error, not a crash', async () => {
    for (const text of ['['.repeat(10_000), '\0\u0001\0']) {
      const { document } = await open(text);
      await parse('numbers');
      assert.match((await verdicts(document.uri)).join(), /^✗ \w+/);
    }
  });

  test('a binary file is refused, and the host lives', async () => {
    const uri = workspaceFile('binary.bin');
    await vscode.workspace.fs.writeFile(uri, new Uint8Array(1000));
    await run('parseFile', uri, { parser: 'numbers' });
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  test('a definition named by its address is read where it is, also where no search enters', async () => {
    const folder = workspaceFile('node_modules/agent');
    const uri = vscode.Uri.joinPath(folder, 'hidden.parser.json');
    await vscode.workspace.fs.createDirectory(folder);
    const config = { type: 'MarkdownCodeBlockParser', language_name: 'python' };
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(config)));
    try {
      const { document } = await open('```python\nx\n```');
      await run('parseSelection', { parser: 'hidden', definition: uri.toString() });
      assert.deepEqual(await verdicts(document.uri), ['✓ hidden']);
    } finally {
      await vscode.workspace.fs.delete(workspaceFile('node_modules'), { recursive: true });
    }
  });

  test('the clipboard is parsed in a new document', async () => {
    await vscode.env.clipboard.writeText('```python\nx\n```');
    await run('parseClipboard', { parser: 'coder' });
    const { document } = vscode.window.activeTextEditor!;
    assert.ok(document.isUntitled);
    assert.deepEqual(await verdicts(document.uri), ['✓ coder']);
  });
});

function baseName(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
