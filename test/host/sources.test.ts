import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  codeOf,
  diagnostics,
  lenses,
  lensTitles,
  makeFolder,
  openFile,
  openText,
  replaceAll,
  select,
  until,
  verdicts,
  workspaceFile,
} from './helpers.ts';
import { withUser } from './user.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`parserlens.${command}`, ...args) as Promise<unknown>;

const prompts = 'SPEAK = "what you say"\n';
const agent = `import os
from agentscope.parsers import MarkdownJsonDictParser
from .prompts import SPEAK


class Agent:
    def __init__(self):
        self.parser = MarkdownJsonDictParser(
            content_hint={"thought": "what you think", "speak": SPEAK},
            required_keys=["thought", "nobody"],
        )


part = MarkdownJsonDictParser({"team": os.environ["TEAM"]})
`;
const script = `import { CustomListOutputParser } from '@langchain/core/output_parsers';
export const list = new CustomListOutputParser({ length: 3, separator: ';' });
`;

const samples = JSON.stringify(
  {
    parsers: {
      agent: {
        source: 'agent.py#Agent.parser',
        samples: [{ name: 'first', text: '```json\n{"thought": "a", "nobody": 1}\n```' }],
      },
      gone: { source: 'agent.py#Agent.parsr' },
    },
  },
  undefined,
  2,
);

const cell = (source: string) => ({ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source });

/** Opens notebooks as VS Code's own extension does, which comes late, or not at all, where only tests run. */
function readNotebooks(): vscode.Disposable {
  return vscode.workspace.registerNotebookSerializer('jupyter-notebook', {
    deserializeNotebook: bytes => {
      const { cells } = JSON.parse(new TextDecoder().decode(bytes)) as { cells: ReturnType<typeof cell>[] };
      const { Code, Markup } = vscode.NotebookCellKind;
      return new vscode.NotebookData(
        cells.map(({ cell_type, source }) =>
          cell_type === 'code'
            ? new vscode.NotebookCellData(Code, source, 'python')
            : new vscode.NotebookCellData(Markup, source, 'markdown'),
        ),
      );
    },
    serializeNotebook: () => new Uint8Array(),
  });
}

suite('sources', () => {
  const write = (path: string, text: string) =>
    vscode.workspace.fs.writeFile(workspaceFile(path), new TextEncoder().encode(text));

  suiteSetup(async () => {
    await activeExtension();
    await makeFolder('written');
    await write('written/prompts.py', prompts);
    await write('written/agent.py', agent);
    await write('written/plain.py', 'import os\nprint(os.environ)\n');
    await write('written/list.ts', script);
    await write('written/agent.parser.json', samples);
  });
  teardown(async () => {
    await run('clearAllResults');
    await closeAll();
  });
  suiteTeardown(() => vscode.workspace.fs.delete(workspaceFile('written'), { recursive: true }));

  const instruction = () => vscode.window.activeTextEditor?.document.getText() ?? '';

  test('lenses stand above each call, and tell what is unknown; a file without parsers has none @main', async () => {
    const { document } = await openFile('written/agent.py');
    const found = await until('the lenses', async () => {
      const all = await lenses(document.uri);
      return all.filter(each => each.command?.title === 'Preview').length === 2 ? all : undefined;
    });
    const at = (title: string) =>
      found.filter(each => each.command?.title === title).map(({ range }) => document.lineAt(range.start).text.trim());
    assert.deepEqual(at('Preview'), [
      'self.parser = MarkdownJsonDictParser(',
      'part = MarkdownJsonDictParser({"team": os.environ["TEAM"]})',
    ]);
    assert.deepEqual(at('partly known'), ['part = MarkdownJsonDictParser({"team": os.environ["TEAM"]})']);
    await openFile('written/plain.py');
    assert.deepEqual(await lensTitles(workspaceFile('written/plain.py')), []);
    await openFile('written/list.ts');
    await until('the lens of a script', async () =>
      (await lensTitles(workspaceFile('written/list.ts'))).includes('Preview'),
    );
  });

  test('the instruction follows the text that is typed, also in a file that it imports', async () => {
    const imported = await openFile('written/prompts.py');
    await openFile('written/agent.py');
    await run('openInstruction', workspaceFile('written/agent.py'), 'Agent.parser');
    await until('the instruction', () => instruction().includes('"speak": "what you say"'));
    const shown = vscode.window.activeTextEditor!.document;
    await vscode.window.showTextDocument(imported.document, { viewColumn: vscode.ViewColumn.Beside });
    await replaceAll(vscode.window.activeTextEditor!, 'SPEAK = "a reply"\n');
    await until('the text of the other file', () => shown.getText().includes('"speak": "a reply"'));
    const edit = new vscode.WorkspaceEdit();
    const own = await vscode.workspace.openTextDocument(workspaceFile('written/agent.py'));
    const start = own.getText().indexOf('what you think');
    edit.replace(own.uri, new vscode.Range(own.positionAt(start), own.positionAt(start + 4)), 'all that');
    await vscode.workspace.applyEdit(edit);
    await until('the text of its own', () => shown.getText().includes('"thought": "all that you think"'));
  });

  test('a definition names a source: lens, instruction and samples are of what the source says now', async () => {
    const own = await openFile('written/agent.py');
    await replaceAll(own, agent);
    const { document } = await openFile('written/agent.parser.json');
    await until('the sample passes', async () => (await lensTitles(document.uri)).includes('1/1 pass'));
    await run('openInstruction', document.uri, 'agent');
    await until('the instruction', () => instruction().includes('"thought": "what you think"'));
    await replaceAll(await openFile('written/agent.py'), agent.replace('"nobody"', '"somebody"'));
    await until('the sample fails', async () => (await lensTitles(document.uri)).includes('0/1 pass'));
    await replaceAll(await openFile('written/agent.py'), agent);
    await until('the sample passes again', async () => (await lensTitles(document.uri)).includes('1/1 pass'));
  });

  test('a name that the source does not have is told at `source`, with the nearest as the fix', async () => {
    const { document } = await openFile('written/agent.parser.json');
    const [problem] = await until('the problem', () => {
      const all = diagnostics(document.uri);
      return all.length > 0 ? all : undefined;
    });
    assert.deepEqual(
      [codeOf(problem!), document.getText(problem!.range)],
      ['unknown-source', '"agent.py#Agent.parsr"'],
    );
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problem!.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    assert.equal(fixes[0]?.title, 'Change to "agent.py#Agent.parser"');
  });

  test('inside `source` the files are offered, and behind `#` the parsers of one', async () => {
    const { document } = await openFile('written/agent.parser.json');
    const offered = async (before: string) => {
      const at = document.positionAt(document.getText().indexOf(before) + before.length);
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        at,
      );
      return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    const files = await offered('"source": "');
    assert.deepEqual(
      ['agent.py', 'list.ts', 'agent.parser.json'].map(name => files.includes(name)),
      [true, true, false],
    );
    const names = await offered('"source": "agent.py#');
    assert.deepEqual(
      ['Agent.parser', 'part'].map(name => names.includes(name)),
      [true, true],
    );
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    const [link] = links.filter(({ target }) => target?.path.endsWith('/agent.py'));
    assert.equal(link?.target?.fragment, 'L8');
  });

  test('the light bulb on a call leads to its preview and its samples, and Add Sample makes the file for them', async () => {
    const source = await openFile('written/list.ts');
    const { document } = source;
    const at = document.positionAt(document.getText().indexOf('new Custom') + 2);
    const actions = await until('the actions', async () => {
      const all = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        new vscode.Range(at, at),
        vscode.CodeActionKind.Refactor.value,
      );
      const ours = all.filter(({ command }) => command?.command.startsWith('parserlens.'));
      return ours.length > 0 ? ours : undefined;
    });
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Preview', 'Add Sample', 'Move Samples…', 'Import into a .parser.json'],
    );
    await until('the lens', async () => (await lensTitles(document.uri)).includes('Add Sample'));
    const answer = await openText('a; b; c');
    await run('parseAs', answer.document.uri.toString(), document.uri.toString(), 'list');
    const saving = run('saveAsSample');
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    saving.then(end, end);
    await until('the questions', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return isOver;
    });
    await saving;
    await openFile('written/list.ts');
    await until('the sample passes', async () => (await lensTitles(document.uri)).includes('1/1 pass'));
    assert.equal(document.getText(), script);
  });

  test('problems stand at the argument, in the source’s own words', async () => {
    const { document } = await openFile('written/agent.py');
    await until('the problems', () => diagnostics(document.uri).length === 2);
    assert.deepEqual(
      diagnostics(document.uri).map(each => [codeOf(each), document.getText(each.range)]),
      [
        ['unasked-key', '"nobody"'],
        ['unknown-argument', 'os.environ["TEAM"]'],
      ],
    );
  });

  test('a conversation names a parser of a source: its instruction is sent as it is typed, and what is unknown is told', async () => {
    const talk = (parser: string) =>
      JSON.stringify({
        formatter: 'OpenAIChatFormatter',
        parser,
        messages: [{ name: 'system', role: 'system', content: 'Be brief.' }],
      });
    await write('written/talk.messages.json', talk('agent.py#Agent.parser'));
    const own = await openFile('written/agent.py');
    await replaceAll(own, agent);
    await run('formatMessages', workspaceFile('written/talk.messages.json'), { counter: 'OpenAITokenCounter:gpt-4o' });
    const payload = () => vscode.window.activeTextEditor?.document;
    const shows = async (part: string) =>
      until(part, () => payload()?.uri.scheme === 'parserlens-payload' && payload()?.getText().includes(part));
    await shows('what you think');
    await replaceAll(await openFile('written/agent.py'), agent.replace('what you think', 'all you think'));
    await run('formatMessages', workspaceFile('written/talk.messages.json'), { counter: 'OpenAITokenCounter:gpt-4o' });
    await shows('all you think');
    await replaceAll(await openFile('written/agent.py'), agent);
    const { document } = await openFile('written/talk.messages.json');
    await replaceAll(vscode.window.activeTextEditor!, talk('agent.py#part'));
    const [problem] = await until('the problem', () => {
      const all = diagnostics(document.uri);
      return all.length > 0 ? all : undefined;
    });
    assert.deepEqual([codeOf(problem!), document.getText(problem!.range)], ['unknown-argument', 'part']);
    assert.match(problem!.message, /content_hint\.team.*\(agent\.py:14\)/);
    const places = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      problem!.range.start,
    );
    assert.deepEqual(
      places.map(({ targetUri, targetRange }) => [targetUri.path.endsWith('/agent.py'), targetRange.start.line]),
      [[true, 13]],
    );
  });

  test('the parsers of an open source read a selection, and its cursor names one', async () => {
    const source = await openFile('written/agent.py');
    select(source, 'what you think');
    await run('copyInstruction');
    assert.match(await vscode.env.clipboard.readText(), /"thought": "what you think"/);
    const { document } = await openText('```json\n{"thought": "a", "nobody": 1}\n```');
    await run('parseSelection', { parser: 'Agent.parser' });
    const [verdict = ''] = await until('a verdict', async () => {
      const all = await verdicts(document.uri);
      return all.length === 1 ? all : undefined;
    });
    assert.match(verdict, /^✓ Agent\.parser/);
    assert.ok(!(await lensTitles(document.uri)).includes('partly known'));
    // One with a hole reads as far as it is known, and says so.
    await run('parseSelection', { parser: 'part' });
    const lens = await until('what is not known', async () =>
      (await lenses(document.uri)).find(({ command }) => command?.title === 'partly known'),
    );
    assert.equal(
      lens.command?.tooltip,
      'part reads as far as it is known. Known only when the program runs: content_hint.team.',
    );
  });

  test('a rename inside `source` goes to the source’s own language, and to all that name it', async () => {
    await write('written/agent.parser.json', samples);
    const { document } = await openFile('written/agent.parser.json');
    await replaceAll(await openFile('written/agent.py'), agent);
    await openFile('written/agent.parser.json');
    const at = document.positionAt(document.getText().indexOf('Agent.parser"') + 8);
    const rename = () =>
      vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        'vscode.executeDocumentRenameProvider',
        document.uri,
        at,
        'voter',
      );
    const python = vscode.languages.registerRenameProvider(
      { pattern: '**/written/agent.py' },
      {
        provideRenameEdits(source, position, newName) {
          const range = source.getWordRangeAtPosition(position);
          const edit = new vscode.WorkspaceEdit();
          if (range && source.getText(range) === 'parser') edit.replace(source.uri, range, newName);
          return edit;
        },
      },
    );
    try {
      const edit = await until('the edits', rename);
      const edited = edit
        .entries()
        .map(([uri, edits]) => [
          uri.path.split('/').at(-1),
          edits.map(({ range, newText }) => [range.start.line, newText]),
        ]);
      assert.deepEqual(edited.sort(), [
        ['agent.parser.json', [[3, 'voter']]],
        ['agent.py', [[7, 'voter']]],
      ]);
    } finally {
      python.dispose();
    }
  });

  test('a notebook’s cells are one source: lenses and problems stand in them, and the instruction follows them', async () => {
    const cells = [
      cell('import os\nfrom agentscope.parsers import MarkdownJsonDictParser\nHINT = "say \\"whom\\""'),
      { cell_type: 'markdown', metadata: {}, source: '# MarkdownJsonDictParser' },
      cell('# "é"\nvote = MarkdownJsonDictParser({"vote": HINT, "at": os.environ["AT"]}, required_keys=["vote"])'),
    ];
    const metadata = { language_info: { name: 'python' } };
    await write('written/vote.ipynb', JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }));
    const serializer = readNotebooks();
    const notebook = await vscode.workspace.openNotebookDocument(workspaceFile('written/vote.ipynb'));
    await vscode.window.showNotebookDocument(notebook);
    const [first, , last] = notebook.getCells().map(({ document }) => document);
    const found = await until('the lenses in the cell', async () => {
      const all = await lenses(last!.uri);
      return all.some(({ command }) => command?.title === 'Preview') ? all : undefined;
    });
    assert.deepEqual(
      found.filter(({ command }) => command?.title === 'Preview').map(({ range }) => range.start.line),
      [1],
    );
    assert.deepEqual(await lensTitles(first!.uri), []);
    const [problem] = await until('the problem', () => {
      const all = diagnostics(last!.uri);
      return all.length === 1 ? all : undefined;
    });
    assert.equal(last!.getText(problem!.range), 'os.environ["AT"]');
    await run('openInstruction', notebook.uri, 'vote');
    await until('the instruction', () => instruction().includes('say \\"whom\\"'));
    const shown = vscode.window.activeTextEditor!.document;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(first!.uri, new vscode.Range(2, 8, 2, 11), 'name');
    await vscode.workspace.applyEdit(edit);
    await until('what is typed', () => shown.getText().includes('name \\"whom\\"'));
    // What is searched for is its cell, not the JSON of the file.
    await closeAll();
    await vscode.workspace.openNotebookDocument(notebook.uri);
    await withUser({ picks: ['vote.ipynb'], typed: [], clicks: [], shown: [] }, () => run('startFromSource'));
    const inCell = () => vscode.window.activeTextEditor;
    await until('the cell', () => inCell()?.document.uri.scheme === 'vscode-notebook-cell');
    assert.equal(inCell()!.document.lineAt(inCell()!.selection.active).text.slice(0, 7), 'vote = ');
    const opened = vscode.workspace.notebookDocuments.find(each => each.uri.path === notebook.uri.path)!;
    const cell3 = opened.cellAt(2).document.uri;
    await until('the problem again', () => diagnostics(cell3).length === 1);
    const without = new vscode.WorkspaceEdit();
    without.set(opened.uri, [vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(2, 3))]);
    await vscode.workspace.applyEdit(without);
    await until('no problem of a cell that is gone', () => diagnostics(cell3).length === 0);
    serializer.dispose();
  });

  test('the samples of a copy move to the file that names the source', async () => {
    await write(
      'written/copy.parser.json',
      JSON.stringify({
        type: 'CustomListOutputParser',
        length: 3,
        separator: ';',
        samples: [{ name: 'of the copy', text: '1; 2; 3' }],
      }),
    );
    const source = workspaceFile('written/list.ts');
    const copy = await openFile('written/copy.parser.json');
    await until('the copy is known', async () => (await lensTitles(copy.document.uri)).includes('1/1 pass'));
    const user = { picks: ['copy'], typed: [], clicks: [], shown: [] };
    await withUser(user, () => run('moveSamples', source.toString(), 'list'));
    const home = vscode.window.activeTextEditor!.document;
    assert.equal(JSON.parse(copy.document.getText()).samples, undefined);
    const { samples } = JSON.parse(home.getText()).parsers.list;
    assert.ok(
      samples.some(({ name }: { name: string }) => name === 'of the copy'),
      home.getText(),
    );
    const count = samples.length;
    await openFile('written/list.ts');
    await until('they pass', async () => (await lensTitles(source)).includes(`${count}/${count} pass`));
  });

  test('Python is asked for what is unknown, and the lens says so until the file changes', async function () {
    if (spawnSync('python3', ['--version']).status !== 0) return this.skip();
    // A framework of the test's own, for the Python that is chosen.
    await write('asked/lib/agentscope/__init__.py', '');
    await write(
      'asked/lib/agentscope/parsers.py',
      'class MarkdownJsonDictParser:\n    def __init__(self, content_hint=None, required_keys=None):\n        pass\n',
    );
    const python = workspaceFile('asked/python').fsPath;
    await write('asked/python', `#!/bin/sh\nPYTHONPATH='${workspaceFile('asked/lib').fsPath}' exec python3 "$@"\n`);
    await chmod(python, 0o755);
    const settings = vscode.workspace.getConfiguration('parserlens.python');
    await settings.update('interpreter', python, vscode.ConfigurationTarget.Workspace);
    try {
      const asked = `import os\nfrom agentscope.parsers import MarkdownJsonDictParser\npart = MarkdownJsonDictParser({"team": os.environ.get("NOBODY_SET_THIS", "north")})\n`;
      await write('asked/team.py', asked);
      const editor = await openFile('asked/team.py');
      const { uri } = editor.document;
      await until('the lens', async () => (await lensTitles(uri)).includes('Ask Python'));
      await run('openInstruction', uri, 'part');
      await until('the hole', () => instruction().includes('⟨content_hint.team⟩'));
      const shown = vscode.window.activeTextEditor!.document;
      await run('askPython', uri.toString());
      await until('what Python told', () => shown.getText().includes('"team": "north"'));
      const titles = await until('the lens', async () => {
        const all = await lensTitles(uri);
        return all.some(title => title.startsWith('asked Python ')) ? all : undefined;
      });
      assert.ok(!titles.includes('partly known') && titles.some(title => / tokens$/.test(title)), titles.join());
      assert.deepEqual(diagnostics(uri), []);
      await replaceAll(await openFile('asked/team.py'), asked.replace('north', 'south'));
      await until('the hole again', () => shown.getText().includes('⟨content_hint.team⟩'));
      await until('the lens again', async () => (await lensTitles(uri)).includes('partly known'));
      // What is not saved Python does not see.
      const user = { picks: [], typed: [], clicks: ['Save and Ask'], shown: [] as string[] };
      await withUser(user, () => run('askPython', uri.toString()));
      assert.deepEqual(user.shown, ['Python reads what is saved. Not saved: team.py.']);
      await until('what Python told then', () => shown.getText().includes('"team": "south"'));
      // A notebook's cells are run as they stand.
      const serializer = readNotebooks();
      await write('asked/team.ipynb', JSON.stringify({ cells: [cell(''), cell('raise KeyError')], metadata: {} }));
      const notebook = await vscode.workspace.openNotebookDocument(workspaceFile('asked/team.ipynb'));
      await vscode.window.showNotebookDocument(notebook);
      const [call] = notebook.getCells().map(({ document }) => document);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(call!.uri, new vscode.Position(0, 0), asked.replace('north', 'west'));
      await vscode.workspace.applyEdit(edit);
      await until('the lens in the cell', async () => (await lensTitles(call!.uri)).includes('Ask Python'));
      await run('askPython', notebook.uri.toString());
      await until('the cell is known', async () => (await lensTitles(call!.uri)).some(title => / tokens$/.test(title)));
      serializer.dispose();
    } finally {
      await settings.update('interpreter', undefined, vscode.ConfigurationTarget.Workspace);
      await vscode.workspace.fs.delete(workspaceFile('asked'), { recursive: true });
    }
  });

  test('the walkthrough’s first choice opens a source with its preview', async () => {
    const starting = run('startFromSource');
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    starting.then(end, end);
    await until('the file', async () => {
      if (!isOver) await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      // Other suites may have left sources of theirs, which come first.
      return isOver && /\.(?:py|ipynb|ts)$/.test(vscode.window.activeTextEditor?.document.uri.path ?? '');
    });
    await starting;
    await until('the preview', () =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).some(({ label }) => label.startsWith('Instruction')),
    );
  });
});
