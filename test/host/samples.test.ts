import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  codeOf,
  diagnostics,
  lensTitles,
  makeFolder,
  openFile,
  openText,
  replaceAll,
  select,
  until,
  workspaceFile,
} from './helpers.ts';

const failingCode = 'sample-fails';

suite('samples', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  const text = (hint: string, sample: string) =>
    `{\n  "type": "MarkdownJsonObjectParser",\n  "content_hint": ${JSON.stringify(hint)},\n  "samples": [\n    ${sample} // kept\n  ]\n}\n`;
  const failing = (uri: vscode.Uri) => diagnostics(uri).filter(each => codeOf(each) === failingCode);
  const write = async (path: string, content: string) => {
    const uri = workspaceFile(path);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
    return uri;
  };
  const actions = (uri: vscode.Uri, range: vscode.Range) =>
    vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );

  test('a failing sample is underlined at what it expects, and updated by the fix; undo brings both back @main', async () => {
    const { document } = await openFile('coder.parser.json');
    const editor = vscode.window.activeTextEditor!;
    await replaceAll(
      editor,
      text('x', '{ "text": "```json\\n{\\"a\\": 1.0}\\n```", "expect": { "value": { "a": 2 } } }'),
    );
    const problem = await until('a problem', () => failing(document.uri)[0]);
    assert.equal(document.getText(problem.range), '"value"');
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Warning);
    const before = document.getText();
    const [fix] = (await actions(document.uri, problem.range)).filter(({ title }) => title.startsWith('Update Exp'));
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(document.getText(), /"expect": \{ "value": \{ "a": 1\.0 \} \} \} \/\/ kept/);
    await until('no problem', () => failing(document.uri).length === 0);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
    await until('the problem again', () => failing(document.uri).length === 1);
  });

  test('Update Expectation at the cursor, error for a value', async () => {
    const { document } = await openFile('coder.parser.json');
    const editor = vscode.window.activeTextEditor!;
    await replaceAll(editor, text('x', '{ "name": "n", "text": "no json", "expect": { "value": 1 } }'));
    const at = document.positionAt(document.getText().indexOf('no json'));
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('parserlens.updateExpectation');
    assert.match(document.getText(), /"expect": \{ "error": "\w+Error" \} \} \/\/ kept/);
    await vscode.commands.executeCommand('undo');
    assert.match(document.getText(), /"expect": \{ "value": 1 \}/);
  });

  test('a sample file is watched, its unsaved text counts', async () => {
    const uri = await write('watched.parser.json', text('x', '{ "file": "in/watched.md", "expect": { "value": 1 } }'));
    const response = workspaceFile('in/watched.md');
    try {
      await vscode.window.showTextDocument(uri);
      await until('no such file', () =>
        diagnostics(uri).some(({ message }) => message.includes('no file in/watched.md')),
      );
      assert.deepEqual(failing(uri), []);
      await write('in/watched.md', '```json\n1\n```');
      await until('passes', () => failing(uri).length === 0);
      await write('in/watched.md', '```json\n2\n```');
      await until('fails', () => failing(uri)[0]?.message.includes('value'));
      const editor = await vscode.window.showTextDocument(response);
      await replaceAll(editor, '```json\n1\n```');
      await until('passes as typed', () => failing(uri).length === 0);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await until('fails as saved', () => failing(uri).length === 1);
      await vscode.workspace.fs.delete(workspaceFile('in'), { recursive: true });
      await until('no such file', () => diagnostics(uri).some(({ message }) => message.includes('no file in/')));
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });

  test('all failing samples of a definition are updated at once, and undone at once', async () => {
    const { document } = await openFile('coder.parser.json');
    const editor = vscode.window.activeTextEditor!;
    const sample = (name: string, value: number) =>
      `{ "name": "${name}", "text": "\`\`\`json\\n${name}\\n\`\`\`", "expect": { "value": ${value} } }`;
    await replaceAll(editor, text('x', [sample('1', 2), sample('2', 2), sample('3', 4)].join(',\n    ')));
    const [problem] = await until('two problems', () => {
      const found = failing(document.uri);
      return found.length === 2 ? found : undefined;
    });
    const before = document.getText();
    const found = await actions(document.uri, problem!.range);
    const all = found.find(({ title }) => title === 'Update All Failing Expectations of coder');
    assert.ok(all?.command, found.map(({ title }) => title).join());
    await vscode.commands.executeCommand(all.command.command, ...(all.command.arguments ?? []));
    assert.deepEqual(document.getText().match(/"value": \d/g), ['"value": 1', '"value": 2', '"value": 3']);
    await until('no problem', () => failing(document.uri).length === 0);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
  });

  test('broken text: the samples are as they were, nothing is judged', async () => {
    const { document } = await openFile('coder.parser.json');
    const editor = vscode.window.activeTextEditor!;
    // What stood in the file before it was closed, unsaved, has gone.
    await until('the file as it is', () => failing(document.uri).length === 0);
    await replaceAll(editor, `${text('x', '{ "text": "", "expect": { "value": 1 } }')} ,`);
    await until('JSON speaks', () => vscode.languages.getDiagnostics(document.uri).length > 0);
    assert.deepEqual(failing(document.uri), []);
    await until('what its lens says', async () =>
      (await lensTitles(document.uri)).some(title => /^\d+\/\d+ pass, as before$/.test(title)),
    );
  });

  /** What the Test Explorer has of a file: the names from the definition on. */
  const inExplorer = async (uri: vscode.Uri) => {
    const ids = await vscode.commands.executeCommand<string[][]>('vscode.testing.getTestsInFile', uri);
    const from = Math.min(...ids.map(({ length }) => length));
    return ids
      .filter(({ length }) => length > from)
      .map(id => id.slice(from).join(' > '))
      .sort();
  };
  const shows = (uri: vscode.Uri, expected: readonly string[]) =>
    until(`${expected}`, async () => assert.deepEqual(await inExplorer(uri), expected) ?? true);

  /** Waits for a sample of a file that nobody has expanded. */
  const expanded = (uri: vscode.Uri, sample: string) =>
    until(sample, async () => {
      await vscode.commands.executeCommand('testing.refreshTests');
      const shown = await inExplorer(uri);
      assert.ok(shown.includes(sample), `${uri.path}: ${shown}`);
      return true;
    });

  test('the Test Explorer follows files and what is typed @main', async () => {
    await makeFolder('deep/er');
    const uri = await write('deep/er/seen.parser.json', text('x', '{ "text": "1" }, { "name": "b", "text": "2" }'));
    const hidden = await write('node_modules/hidden.parser.json', text('x', '{ "text": "1" }'));
    try {
      await expanded(uri, 'seen > b');
      await shows(uri, ['seen', 'seen > b', 'seen > sample 1']);
      assert.deepEqual(await inExplorer(hidden), []);
      await write('deep/er/seen.parser.json', text('x', '{ "text": "1" }, { "name": "c", "text": "2" }'));
      await shows(uri, ['seen', 'seen > c', 'seen > sample 1']);
      const editor = await vscode.window.showTextDocument(uri);
      await replaceAll(editor, text('x', '{ "name": "twice", "text": "1" }, { "name": "twice", "text": "2" }'));
      await shows(uri, ['seen', 'seen > twice', 'seen > twice (2)']);
      await replaceAll(editor, `{ "parsers": { "a": ${text('x', '{ "text": "1" }')}, "b": ${text('x', '')} } }`);
      await shows(uri, ['a', 'a > sample 1']);
      await closeAll();
      await shows(uri, ['seen', 'seen > c', 'seen > sample 1']);
      const other = await write('deep/er/other.parser.json', text('x', '{ "text": "1" }'));
      await expanded(other, 'other > sample 1');
      const moved = workspaceFile('deep/moved.parser.json');
      await vscode.workspace.fs.rename(other, moved);
      await shows(other, []);
      await expanded(moved, 'moved > sample 1');
      await vscode.workspace.fs.delete(moved);
      await shows(moved, []);
      // Of a folder that is moved as a whole VS Code names the folder alone.
      await vscode.workspace.fs.rename(workspaceFile('deep'), workspaceFile('depth'));
      await shows(uri, []);
      await expanded(workspaceFile('depth/er/seen.parser.json'), 'seen > c');
    } finally {
      await vscode.workspace.fs.delete(workspaceFile('depth'), { recursive: true });
      await vscode.workspace.fs.delete(workspaceFile('node_modules'), { recursive: true });
    }
  });

  test('what has no samples is not in the Test Explorer; an untitled definition that has some is', async () => {
    const { document } = await openFile('coder.parser.json');
    const editor = vscode.window.activeTextEditor!;
    await shows(document.uri, ['coder', 'coder > hello world', 'coder > no code']);
    const ids = () => vscode.commands.executeCommand<string[][]>('vscode.testing.getTestsInFile', document.uri);
    await replaceAll(editor, text('x', ''));
    await until('nothing', async () => (await ids()).length === 0);
    await vscode.commands.executeCommand('undo');
    await until('the samples again', async () => (await ids()).length > 0);
    const untitled = await openText(text('x', '{ "name": "new", "text": "1" }'), 'jsonc');
    const { label } = vscode.window.tabGroups.activeTabGroup.activeTab!;
    await shows(untitled.document.uri, [label, `${label} > new`]);
  });

  test('an untitled document is not taken for a closed one of the same name', async () => {
    const open = async (name: string) => {
      const { document } = await openText(text('x', `{ "name": "${name}", "text": "1" }`), 'jsonc');
      await vscode.commands.executeCommand('testing.refreshTests');
      await until(name, async () => (await inExplorer(document.uri)).some(id => id.endsWith(` > ${name}`)));
      return document.uri.toString();
    };
    const first = await open('first');
    await closeAll();
    // Which of its numbers VS Code gives a second time depends on what was open: it is asked until it gives the same.
    for (let i = 0; (await open(`second ${i}`)) !== first; i++) {
      assert(i < 5, `${first} does not come again`);
      await closeAll();
    }
  });

  test('Update Expectation on a row of the Parsers view means one of two samples of a name', async () => {
    const { document } = await openFile('coder.parser.json');
    const editor = vscode.window.activeTextEditor!;
    const twin = '{ "name": "twin", "text": "```json\\n1\\n```", "expect": { "value": 2 } }';
    await replaceAll(editor, text('x', `${twin}, ${twin}`));
    const row = { uri: document.uri, name: 'coder', sample: 'twin', before: 1 };
    await vscode.commands.executeCommand('parserlens.updateExpectation', row);
    assert.deepEqual(document.getText().match(/"value": \d/g), ['"value": 2', '"value": 1']);
  });

  test('a row that was replaced while its menu was open means nothing, rather than the cursor', async () => {
    const { document } = await openFile('coder.parser.json');
    const editor = vscode.window.activeTextEditor!;
    await replaceAll(editor, text('x', '{ "name": "one", "text": "```json\\n1\\n```", "expect": { "value": 2 } }'));
    const before = document.getText();
    select(editor, '"one"');
    await vscode.commands.executeCommand('parserlens.updateExpectation', undefined);
    assert.equal(document.getText(), before);
    await vscode.commands.executeCommand('parserlens.updateExpectation');
    assert.match(document.getText(), /"value": 1/);
  });

  test('a run that is cancelled ends at once, with the verdicts that there are', async () => {
    const slow =
      'export const formatInstruction = "";\nexport const parse = () => { for (const end = Date.now() + 50; Date.now() < end; ); return 1; };\n';
    await write('slow/slow.mjs', slow);
    const samples = Array.from({ length: 500 }, (_, i) => ({ name: `${i}`, text: 'x', expect: { value: 1 } }));
    const uri = await write('slow/slow.parser.json', JSON.stringify({ type: 'custom', module: 'slow.mjs', samples }));
    try {
      let words: string | undefined;
      const run = vscode.commands.executeCommand<string>('parserlens.runSamples', uri.toString());
      void run.then(answer => {
        words = answer;
      });
      await until(
        'the end',
        async () => {
          await vscode.commands.executeCommand('testing.cancelRun');
          return words;
        },
        { timeout: 15_000 },
      );
      assert.ok(Number(/^(\d+) passed/.exec(await run)?.[1]) < 500, words);
    } finally {
      await vscode.workspace.fs.delete(workspaceFile('slow'), { recursive: true });
      await vscode.commands.executeCommand('testing.clearTestResults');
    }
  });

  test('all samples of the workspace run in the Test Explorer', async () => {
    await vscode.commands.executeCommand('testing.runAll');
    // A row that was replaced while its menu was open.
    assert.equal(await vscode.commands.executeCommand('parserlens.runSamples', undefined), undefined);
    const run = (...args: unknown[]) => vscode.commands.executeCommand('parserlens.runSamples', ...args);
    assert.match(String(await run()), /^\d{2,} passed/);
    const werewolf = workspaceFile('werewolf.parser.json').toString();
    assert.match(String(await run(werewolf)), /^6 passed/);
    assert.match(String(await run(werewolf, 'wolf discussion', 'agreed')), /^1 passed/);
    await vscode.commands.executeCommand('testing.clearTestResults');
  });
});
