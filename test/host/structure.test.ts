import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  diagnostics,
  lenses,
  lensTitles,
  openFile,
  openText,
  replaceAll,
  select,
  until,
  workspaceFile,
} from './helpers.ts';

suite('structure of definitions', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await closeAll();
    await vscode.workspace.getConfiguration('parserlens').update('tokens.counters', undefined, true);
  });

  /** The lenses of a file by the text of their lines: those that are resolved come last here, whatever their order on the screen. */
  const lensLines = async (document: vscode.TextDocument) => {
    const lines: Record<string, string> = {};
    for (const { range, command } of await lenses(document.uri)) {
      const line = document.lineAt(range.start).text.trim();
      lines[line] = [lines[line], command?.title.replace(/^\d+ tokens$/, 'tokens')].filter(Boolean).join(' · ');
    }
    return lines;
  };

  test('the lens of each definition: preview, tokens, samples @main', async () => {
    const { document } = await openFile('werewolf.parser.json');
    await until('all lenses', async () => {
      assert.deepEqual(await lensLines(document), {
        '"wolf discussion": {': 'Preview · Run… · tokens',
        '"wolf vote": {': 'Preview · Run… · tokens',
        '"witch resurrect": {': 'Preview · Run… · tokens',
        '"witch poison": {': 'Preview · Run… · tokens',
        '"day discussion": {': 'Preview · Run… · tokens',
        '"type": "MarkdownJsonDictParser",':
          '3/3 pass · Evaluate… · Add Sample · Evaluate… · Add Sample · Evaluate… · 2/2 pass · Evaluate…',
        '"type": "MultiTaggedContentParser",': '1/1 pass · Evaluate…',
      });
      return true;
    });
  });

  test('the tokens’ tooltip has the count under every chosen counter', async () => {
    const configuration = vscode.workspace.getConfiguration('parserlens');
    await configuration.update('tokens.counters', ['o200k_base', 'cl100k_base', 'no such'], true);
    const { document } = await openFile('coder.parser.json');
    await until('three counters', async () => {
      const command = (await lenses(document.uri)).find(lens => lens.command?.title.endsWith(' tokens'))?.command;
      const tooltip = command?.tooltip ?? '';
      assert.equal(command?.command, 'parserlens.pickCounter');
      assert.match(tooltip, /^\d+ tokens: o200k_base.* \(exact\)$/m);
      assert.match(tooltip, /^\d+ tokens: cl100k_base.* \(exact\)$/m);
      assert.match(tooltip, /Tokens cannot be counted with "no such"/);
      return true;
    });
  });

  test('an instruction that the framework refuses: its error in place of the tokens', async () => {
    const editor = await openFile('coder.parser.json');
    await replaceAll(editor, '{ "type": "MultiTaggedContentParser", "tagged_contents": [{ "name": "a" }] }');
    await until('the error', async () =>
      Object.values(await lensLines(editor.document))[0]?.includes('✗ TypeError · TaggedContent'),
    );
  });

  test('while the text is not JSON the lenses stay where they were, and move with it', async () => {
    const editor = await openFile('werewolf.parser.json');
    const { uri } = editor.document;
    const before = await until('all counted', async () => {
      const all = await lenses(uri);
      return all.length === 25 && all.every(({ command }) => command?.title) ? all : undefined;
    });
    const vote = editor.document.positionAt(editor.document.getText().indexOf('"wolf vote"'));
    await editor.edit(edit => edit.insert(vote, '"new": {\n'));
    const after = await lenses(uri);
    const shown = (all: readonly vscode.CodeLens[], by: number) =>
      all.map(({ range, command }) => [
        range.start.line + (range.start.line >= vote.line ? by : 0),
        // Samples say so as soon as they are known to be those of the last whole text.
        command?.title.replace(', as before', ''),
      ]);
    assert.deepEqual(shown(after, 0), shown(before, 1));
  });

  test('a text that was never JSON has lenses where it can be read', async () => {
    const { document } = await openText('{ "type": "MarkdownJsonObjectParser" "description": "x" }', 'jsonc');
    await until('its tokens', async () => /^Preview,\d+ tokens$/.test(String(await lensTitles(document.uri))));
  });

  test('links lead to the files of samples and to modules', async () => {
    const { document } = await openFile('custom.parser.json');
    const links = await until('two links', async () => {
      const all = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        document.uri,
        10,
      );
      return all.length === 2 ? all : undefined;
    });
    assert.deepEqual(
      links.map(({ range, target, tooltip }) => [document.getText(range), String(target), tooltip]),
      [
        ['modules/review.mjs', String(workspaceFile('modules/review.mjs')), 'Open the module of custom'],
        ['responses/review.md', String(workspaceFile('responses/review.md')), 'Open the response of this sample'],
      ],
    );
  });

  test('a path that leads nowhere is a problem, and its fix creates the file', async () => {
    const editor = await openFile('coder.parser.json');
    const { uri } = editor.document;
    await replaceAll(
      editor,
      '{ "type": "MarkdownJsonObjectParser", "samples": [{ "file": "new folder/a.md" }, { "file": "responses" }] }',
    );
    const missing = () => diagnostics(uri).filter(({ message }) => message.includes('There is no file'));
    const [problem, folder] = await until('two problems', () => (missing().length === 2 ? missing() : undefined));
    assert.deepEqual(
      [problem, folder].map(one => editor.document.getText(one?.range)),
      ['new folder/a.md', 'responses'],
    );
    const fixes = async (range: vscode.Range) =>
      (
        await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range)
      ).filter(({ title }) => title.startsWith('Create '));
    assert.deepEqual(await fixes(folder!.range), []);
    const [fix] = await fixes(problem!.range);
    assert.ok(fix?.edit);
    const created = workspaceFile('new folder/a.md');
    try {
      await vscode.workspace.applyEdit(fix.edit);
      await until('the file', () => vscode.workspace.fs.stat(created));
      await until('one problem', () => missing().length === 1);
    } finally {
      await vscode.workspace.fs.delete(workspaceFile('new folder'), { recursive: true });
    }
  });

  test('paths complete folder by folder', async () => {
    const editor = await openFile('coder.parser.json');
    const complete = async (text: string) => {
      const at = text.indexOf('|');
      await replaceAll(editor, text.replace('|', ''));
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        editor.document.uri,
        editor.document.positionAt(at),
      );
      return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    const inFile = await complete('{ "type": "MarkdownJsonObjectParser", "samples": [{ "file": "responses/|" }] }');
    assert.ok(inFile.includes('wolf-discussion.md'), inFile.join());
    const inOpen = await complete('{ "samples": [{ "file": "responses/wolf|\n "type": "MarkdownJsonObjectParser" }');
    assert.ok(inOpen.includes('wolf-discussion.md'), inOpen.join());
    const inModule = await complete('{ "type": "custom", "module": "|" }');
    assert.ok(inModule.includes('modules') && !inModule.includes('README.md'), inModule.join());
  });

  test('Go to Symbol in Workspace finds definitions and samples by name', async () => {
    const search = async (query: string) =>
      (await vscode.commands.executeCommand<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', query))
        .filter(({ location }) => location.uri.path.endsWith('.parser.json'))
        .map(({ name, containerName }) => [name, containerName]);
    assert.deepEqual(await search('wolf disc'), [['wolf discussion', 'MarkdownJsonDictParser']]);
    assert.deepEqual(await search('forgot a key'), [['forgot a key', 'wolf discussion']]);
    const editor = await openFile('coder.parser.json');
    await replaceAll(editor, '{ "parsers": { "unsaved one": { "type": "identity" } } }');
    assert.deepEqual(await search('unsaved one'), [['unsaved one', 'identity']]);
  });

  test('a definition becomes another type, and one undo brings it back', async () => {
    const editor = await openFile('werewolf.parser.json');
    const { document } = editor;
    const before = document.getText();
    const type = select(editor, '"MarkdownJsonDictParser"');
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      type,
      vscode.CodeActionKind.RefactorRewrite.value,
    );
    const action = actions.find(({ title }) => title === 'Convert to MultiTaggedContentParser');
    assert.ok(action?.edit, actions.map(({ title }) => title).join());
    assert.equal(action.kind?.value, 'refactor.rewrite.parserlens');
    await vscode.workspace.applyEdit(action.edit);
    assert.match(document.getText(), /"wolf discussion": \{\s+"type": "MultiTaggedContentParser"/);
    await until('all samples pass', async () =>
      (await lensLines(document))['"type": "MultiTaggedContentParser",']?.startsWith('3/3 pass · Evaluate…'),
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
  });

  test('the built-in server folds all that can be folded, and outlines once', async () => {
    const { document } = await openFile('werewolf.parser.json');
    const folds = await until('ranges', () =>
      vscode.commands.executeCommand<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', document.uri),
    );
    const starts = folds.map(({ start }) => start);
    assert.equal(new Set(starts).size, starts.length);
    const lines = document.getText().split('\n');
    const open = lines.flatMap((line, i) => (/[[{]$/.test(line) ? [i] : []));
    assert.deepEqual(
      open.filter(line => !starts.includes(line)),
      [],
    );
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['parsers'],
    );
  });
});
