import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, closeAll, lenses, lensTitles, openFile, select, until, workspaceFile } from './helpers.ts';

suite('answers of conversations', () => {
  suiteSetup(activeExtension);
  const created: vscode.Uri[] = [];
  teardown(async () => {
    for (const { tabs } of vscode.window.tabGroups.all)
      for (const _ of tabs) await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await closeAll();
    for (const file of created) await vscode.workspace.fs.delete(file).then(undefined, () => undefined);
    created.length = 0;
  });

  const openNew = async (name: string, content: string) => {
    const uri = workspaceFile(name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
    created.push(uri);
    return openFile(name);
  };
  const raw = '```json\n{"thought": "Hm", "vote": "Ann"}\n```';
  const answer = { name: 'Bob', role: 'assistant', content: raw };
  const conversation = (parser: string, messages: unknown[] = [answer]) =>
    JSON.stringify({ parser, messages }, undefined, 2);
  const append = (uri: vscode.Uri, options: unknown) =>
    vscode.commands.executeCommand('parserlens.appendAnswer', uri, options);
  const at = ({ document }: vscode.TextEditor, text: string) =>
    document.positionAt(document.getText().indexOf(text) + 1);

  test('have lenses with what is remembered or the cause, in rows that are whole beside a preview @main', async () => {
    const { document } = await openFile('werewolf.messages.json');
    const all = await until('the lenses', async () => {
      const found = await lenses(document.uri);
      return found.some(({ command }) => command?.title.startsWith('✓')) ? found : undefined;
    });
    const titles = all.flatMap(({ command }) => command?.title ?? []);
    assert.ok(
      titles.some(title => title.startsWith('✓ toMemory "Pl')),
      titles.join('\n'),
    );
    assert.equal(titles.filter(title => title.startsWith('✗')).length, 1, titles.join('\n'));
    assert.equal(titles.filter(title => title === 'Append').length, 1);
    const rows = new Map<number, string[]>();
    for (const { range, command } of all)
      rows.set(range.start.line, [...(rows.get(range.start.line) ?? []), command?.title ?? '']);
    for (const [line, row] of rows)
      if (line > 0) assert.ok(document.lineAt(line).firstNonWhitespaceCharacterIndex + row.join(' | ').length <= 40);
  });

  test('have none without a parser', async () => {
    const { document } = await openFile('library.messages.json');
    await until('the lenses', async () => (await lensTitles(document.uri)).some(title => /^126/.test(title)));
    assert.ok(!(await lensTitles(document.uri)).includes('Append'));
  });

  test('follow a definition that is not open and changes on disk', async () => {
    const definition = (key: string) =>
      JSON.stringify({
        type: 'MarkdownJsonDictParser',
        content_hint: { thought: 'x', vote: 'y' },
        keys_to_memory: key,
      });
    const file = workspaceFile('elsewhere.parser.json');
    const write = (key: string) => vscode.workspace.fs.writeFile(file, new TextEncoder().encode(definition(key)));
    created.push(file);
    await write('vote');
    const { document } = await openNew('followed.messages.json', conversation('elsewhere.parser.json'));
    const says = (title: string) => async () => (await lensTitles(document.uri)).includes(title);
    await until('the vote', says('✓ toMemory "Ann"'));
    await write('thought');
    await until('the thought', says('✓ toMemory "Hm"'));
    assert.ok(!vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === file.toString()));
  });

  test('a click on the lens parses the answer in place', async () => {
    const { document } = await openNew('click.messages.json', conversation('werewolf.parser.json#wolf vote'));
    const lens = await until('the lens', async () =>
      (await lenses(document.uri)).find(({ command }) => command?.title === '✓ toMemory "Ann"'),
    );
    await vscode.commands.executeCommand(lens.command!.command, ...(lens.command!.arguments ?? []));
    await until('its result', async () =>
      (await lensTitles(document.uri)).some(title => /^✓/.test(title) && !title.startsWith('✓ toMemory')),
    );
  });

  test('are appended as the agent would remember them, and one Undo takes that back @main', async () => {
    const before = conversation('werewolf.parser.json#wolf vote');
    const { document } = await openNew('append.messages.json', before);
    await append(document.uri, { index: 0 });
    assert.deepEqual(JSON.parse(document.getText()).messages, [answer, { ...answer, content: 'Ann' }]);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
    await append(document.uri, { text: raw.replace('Ann', 'Cy') });
    assert.equal(JSON.parse(document.getText()).messages[1].content, 'Cy');
  });

  test('the selected text within a message is the answer', async () => {
    const editor = await openNew('selected.messages.json', conversation('werewolf.parser.json#wolf vote'));
    select(editor, JSON.stringify(raw).slice(1, -1));
    await append(editor.document.uri, undefined);
    assert.equal(JSON.parse(editor.document.getText()).messages[1].content, 'Ann');
  });

  test('the clipboard’s is picked in a conversation without answers', async () => {
    await vscode.env.clipboard.writeText(raw.replace('Ann', 'Dora'));
    const none = await openNew('empty.messages.json', conversation('werewolf.parser.json#wolf vote', []));
    const appending = append(none.document.uri, undefined);
    await until('the answer', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return none.document.getText().includes('Dora');
    });
    await appending;
    assert.equal(JSON.parse(none.document.getText()).messages[0].content, 'Dora');
  });

  test('beside one in the clipboard the last answer is the first choice', async () => {
    await vscode.env.clipboard.writeText(raw.replace('Ann', 'Dora'));
    const { document } = await openNew('both.messages.json', conversation('werewolf.parser.json#wolf vote'));
    const appending = append(document.uri, undefined);
    await until('the answer', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return JSON.parse(document.getText()).messages.length === 2;
    });
    await appending;
    assert.equal(JSON.parse(document.getText()).messages[1].content, 'Ann');
  });

  test('what cannot be read is not appended', async () => {
    const before = conversation('werewolf.parser.json#wolf vote');
    const { document } = await openNew('unread.messages.json', before);
    await append(document.uri, { text: 'Ann!' });
    assert.equal(document.getText(), before);
  });

  test('a line is added to a .messages.jsonl, read by the parser that is picked', async () => {
    const before = `${JSON.stringify(answer)}\n`;
    const { document } = await openNew('append.messages.jsonl', before);
    await append(document.uri, { index: 0, parser: 'wolf vote' });
    const lines = document.getText().trimEnd().split('\n');
    assert.deepEqual(JSON.parse(lines[1]!), { ...answer, content: 'Ann' });
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
  });

  test('the light bulb offers it', async () => {
    const editor = await openNew('bulb.messages.json', conversation('werewolf.parser.json#wolf vote'));
    const position = at(editor, '"role"');
    const range = new vscode.Range(position, position);
    const action = await until('the action', async () =>
      (
        await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          editor.document.uri,
          range,
        )
      ).find(({ title }) => title === 'Append Parsed Answer'),
    );
    assert.deepEqual(action.command?.arguments?.[1], { index: 0 });
  });

  test('the reference links, leads to the definition and completes', async () => {
    const editor = await openNew('reference.messages.json', conversation('werewolf.parser.json#wolf vote'));
    const { document } = editor;
    const file = workspaceFile('werewolf.parser.json').toString();
    await until('the link', async () =>
      (await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri)).some(
        ({ target, range }) => target?.toString() === file && document.getText(range) === 'werewolf.parser.json',
      ),
    );
    const found = await until('the definition', async () => {
      const [link] = await vscode.commands.executeCommand<vscode.LocationLink[]>(
        'vscode.executeDefinitionProvider',
        document.uri,
        at(editor, 'wolf vote'),
      );
      return link;
    });
    assert.equal(found.targetUri.toString(), file);
    const definitions = await vscode.workspace.openTextDocument(found.targetUri);
    assert.match(definitions.lineAt(found.targetRange.start.line).text, /"wolf vote"/);
    const complete = async (position: vscode.Position) =>
      (
        await vscode.commands.executeCommand<vscode.CompletionList>(
          'vscode.executeCompletionItemProvider',
          document.uri,
          position,
        )
      ).items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok((await complete(at(editor, '#wolf'))).includes('witch poison'));
    assert.ok((await complete(at(editor, '"werewolf.'))).includes('werewolf.parser.json'));
  });

  suite('rename', () => {
    const definitions = (name: string) =>
      JSON.stringify({ parsers: { [name]: { type: 'MarkdownJsonDictParser', content_hint: { vote: 'x' } } } });
    const rename = async (uri: vscode.Uri, position: vscode.Position, name: string) => {
      const edit = await until('the edit', () =>
        vscode.commands.executeCommand<vscode.WorkspaceEdit>(
          'vscode.executeDocumentRenameProvider',
          uri,
          position,
          name,
        ),
      );
      assert.ok(await vscode.workspace.applyEdit(edit));
    };

    test('of a definition’s key changes the references of conversations, open or not', async () => {
      const open = await openNew('open.messages.json', conversation('renamed.parser.json#old'));
      const closed = workspaceFile('closed.messages.json');
      created.push(closed);
      await vscode.workspace.fs.writeFile(closed, new TextEncoder().encode(conversation('renamed.parser.json#old')));
      const other = await openNew('other.messages.json', conversation('werewolf.parser.json#old'));
      const editor = await openNew('renamed.parser.json', definitions('old'));
      await until('all files', async () => (await vscode.workspace.findFiles('closed.messages.json')).length === 1);
      await rename(editor.document.uri, at(editor, 'old'), 'a "new" one');
      assert.equal(editor.document.getText(), definitions('a "new" one'));
      const wanted = conversation('renamed.parser.json#a "new" one');
      assert.equal(open.document.getText(), wanted);
      assert.equal((await vscode.workspace.openTextDocument(closed)).getText(), wanted);
      assert.equal(other.document.getText(), conversation('werewolf.parser.json#old'));
    });

    test('of the reference changes the definition as well', async () => {
      const editor = await openNew('named.parser.json', definitions('old'));
      const open = await openNew('naming.messages.json', conversation('named.parser.json#old'));
      await rename(open.document.uri, at(open, 'old'), 'new');
      assert.equal(editor.document.getText(), definitions('new'));
      assert.equal(open.document.getText(), conversation('named.parser.json#new'));
    });

    test('to a name that is taken is refused, from both ends, and changes nothing', async () => {
      const taken = JSON.stringify({
        parsers: {
          old: { type: 'MarkdownJsonDictParser', content_hint: { vote: 'x' } },
          new: { type: 'MarkdownJsonDictParser', content_hint: { vote: 'x' } },
        },
      });
      const editor = await openNew('taken.parser.json', taken);
      const open = await openNew('taken.messages.json', conversation('taken.parser.json#old'));
      for (const { document } of [editor, open]) {
        const position = document.positionAt(document.getText().indexOf('old') + 1);
        const asked = vscode.commands.executeCommand(
          'vscode.executeDocumentRenameProvider',
          document.uri,
          position,
          'new',
        );
        await assert.rejects(Promise.resolve(asked), /already has a definition new/);
      }
      assert.equal(editor.document.getText(), taken);
      assert.equal(open.document.getText(), conversation('taken.parser.json#old'));
    });

    test('of a key of the value still works', async () => {
      const editor = await openNew('keyed.parser.json', definitions('old'));
      await rename(editor.document.uri, at(editor, 'vote'), 'choice');
      assert.match(editor.document.getText(), /"choice"/);
    });
  });
});
