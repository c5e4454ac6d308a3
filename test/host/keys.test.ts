import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  codeOf,
  diagnostics,
  hovers,
  lensTitles,
  openFile,
  openText,
  replaceAll,
  until,
} from './helpers.ts';

const definition = `{
  // thought and speak
  "type": "MarkdownJsonDictParser",
  "content_hint": { "thought": "what you thought", "speak": "what you speak" },
  "required_keys": ["speak"],
  "keys_to_content": "speak",
  "keys_to_memory": ["speak"],
  "samples": [{ "text": "{\\"speak\\": \\"x\\"}", "expect": { "value": { "speak": "x" }, "content": "x" } }]
}
`;

suite('keys of definitions in the editor', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  /** A definition file with this text, in which `|` marks the place; and that place. */
  async function open(marked: string) {
    const editor = await openFile('coder.parser.json');
    return { editor, ...(await place(editor, marked)) };
  }

  async function place(editor: vscode.TextEditor, marked: string) {
    const offset = marked.indexOf('|');
    await replaceAll(editor, marked.slice(0, offset) + marked.slice(offset + 1));
    const { document } = editor;
    return { document, uri: document.uri, position: document.positionAt(offset) };
  }

  /** What is offered, each with the text that it replaces and the text that takes its place; of one label each. */
  async function completions(uri: vscode.Uri, position: vscode.Position) {
    const document = await vscode.workspace.openTextDocument(uri);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri,
      position,
    );
    return list.items.map(({ label, range, insertText, kind }) => {
      const replaced = range instanceof vscode.Range ? range : range?.replacing;
      const text = insertText instanceof vscode.SnippetString ? insertText.value : insertText;
      return {
        label: typeof label === 'string' ? label : label.label,
        kind,
        text,
        replaces: document.getText(replaced),
      };
    });
  }

  test('names complete inside quotes, without those that are listed, and none twice @main', async () => {
    const { uri, position } = await open(
      definition.replace('"keys_to_memory": ["speak"]', '"keys_to_memory": ["speak", "|"]'),
    );
    const keys = await until('a key', async () => {
      const found = await completions(uri, position);
      return found.some(({ label }) => label === 'thought') ? found : undefined;
    });
    assert.deepEqual(
      keys.filter(({ label }) => label === 'thought'),
      [{ label: 'thought', kind: vscode.CompletionItemKind.Property, text: '"thought"', replaces: '""' }],
    );
    assert.ok(!keys.some(({ label }) => label === 'speak' || label === '"speak"'));
  });

  test('a value completes with names from us and true and false from the schema, each once', async () => {
    const { uri, position } = await open(definition.replace('"keys_to_content": "speak"', '"keys_to_content": |'));
    const labels = await until('both', async () => {
      const found = (await completions(uri, position)).map(({ label }) => label);
      return found.includes('speak') && found.includes('false') ? found : undefined;
    });
    for (const label of ['true', 'false', 'speak', 'thought'])
      assert.equal(labels.filter(one => one === label || one === `"${label}"`).length, 1, `${label} in ${labels}`);
  });

  for (const [name, text, wanted] of [
    [
      'a schema’s properties complete in its required keys',
      '{ "type": "ToolMessage", "tools": [{ "request": "r", "schema": { "properties": { "a": {}, "b": {} }, "required": ["a", "|"] } }] }',
      ['b'],
    ],
    [
      'a fallback completes with the allowed kinds',
      '{ "type": "AgentOutput", "allowed_kinds": ["a", "b"], "fallback_kind": | }',
      ['a', 'b'],
    ],
  ] as const)
    test(`${name}, each once and nothing else`, async () => {
      const { uri, position } = await open(text);
      const labels = await until('names', async () => {
        const found = (await completions(uri, position)).map(({ label }) => label);
        return found.includes('b') ? found : undefined;
      });
      assert.deepEqual(labels, wanted);
    });

  test('expectations complete as properties', async () => {
    const { uri, position } = await open(
      definition.replace('"value": { "speak": "x" }', '"value": { "speak": "x", | }'),
    );
    const keys = await until('a key', async () => {
      const found = await completions(uri, position);
      return found.some(({ label }) => label === 'thought') ? found : undefined;
    });
    assert.equal(keys.find(({ label }) => label === 'thought')?.text, '"thought": $1');
    assert.ok(!keys.some(({ label }) => label === 'speak'));
  });

  test('an untitled document completes too, with true and false', async () => {
    const editor = await openText('', 'jsonc');
    const { uri, position } = await place(
      editor,
      definition.replace('"keys_to_content": "speak"', '"keys_to_content": |'),
    );
    const labels = await until('keys', async () => {
      const found = (await completions(uri, position)).map(({ label }) => label);
      return found.includes('thought') ? found : undefined;
    });
    for (const label of ['true', 'false', 'speak', 'thought'])
      assert.equal(labels.filter(one => one === label || one === `"${label}"`).length, 1, `${label} in ${labels}`);
  });

  test('an untitled document is underlined, mended, and has a lens, once it holds a definition', async () => {
    const { document } = await openText('{ "name": "x", "type": "module" }', 'json');
    const { uri } = document;
    const editor = vscode.window.activeTextEditor!;
    await replaceAll(
      editor,
      '{ "type": "MarkdownJsonDictParser", "content_hint": { "speak": "x" }, "keys_to_content": "spaek", "description": 3 }',
    );
    const problems = await until('problems', () => (diagnostics(uri).length > 1 ? diagnostics(uri) : undefined));
    assert.deepEqual(problems.map(codeOf).sort(), ['unknown-value-key', 'wrong-shape']);
    const [action] = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      problems.find(problem => codeOf(problem) === 'unknown-value-key')!.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    assert.deepEqual([action?.title, action?.isPreferred], ['Change to "speak"', true]);
    assert.deepEqual((await lensTitles(uri)).slice(0, 1), ['Preview']);
    await replaceAll(editor, '{ "name": "x", "type": "module" }');
    await until('no problem', () => diagnostics(uri).length === 0);
    assert.deepEqual(await lensTitles(uri), []);
  });

  test('leads to the hint, and finds all places', async () => {
    const { document, uri, position } = await open(
      definition.replace('"keys_to_content": "speak"', '"keys_to_content": "sp|eak"'),
    );
    const [link] = await vscode.commands.executeCommand<(vscode.LocationLink & vscode.Location)[]>(
      'vscode.executeDefinitionProvider',
      uri,
      position,
    );
    const target = link?.targetRange ?? link?.range;
    const start = document.positionAt(document.getText().indexOf('"speak": "what') + 1);
    assert.deepEqual(target?.start, start);
    const references = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      uri,
      position,
    );
    assert.deepEqual(
      references.map(({ range }) => document.getText(range)),
      Array(5).fill('speak'),
    );
    const highlights = await vscode.commands.executeCommand<vscode.DocumentHighlight[]>(
      'vscode.executeDocumentHighlights',
      uri,
      position,
    );
    assert.deepEqual(highlights.map(({ range, kind }) => [range.start.line, kind]).sort(), [
      [3, vscode.DocumentHighlightKind.Write],
      [4, vscode.DocumentHighlightKind.Read],
      [5, vscode.DocumentHighlightKind.Read],
      [6, vscode.DocumentHighlightKind.Read],
      [7, vscode.DocumentHighlightKind.Read],
    ]);
  });

  for (const eol of ['\n', '\r\n'])
    test(`renames everywhere as one step, with ${JSON.stringify(eol)}`, async () => {
      const { document, uri, position } = await open(
        definition.replaceAll('\n', eol).replace('["speak"]', '["|speak"]'),
      );
      const before = document.getText();
      const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        'vscode.executeDocumentRenameProvider',
        uri,
        position,
        'say "😀"',
      );
      assert.ok(await vscode.workspace.applyEdit(edit));
      const after = document.getText();
      const inDefinition = before.replace(/(?<!\\|: |and )"speak"|(?<="keys_to_content": )"speak"/g, '"say \\"😀\\""');
      // The sample's answer has it as well, a JSON string in a JSON string.
      assert.equal(after, inDefinition.replace('\\"speak\\"', String.raw`\"say \\\"😀\\\"\"`));
      assert.equal(after.split('😀').length, 7);
      const entries = edit.entries().flatMap(([, edits]) => edits);
      assert.equal(entries.length, 6);
      assert.match(after, /\/\/ thought and speak/);
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), before);
    });

  for (const [name, marked, newName, reason] of [
    ['a name that is taken', definition.replace('["speak"]', '["|speak"]'), 'thought', /has a key "thought" already/],
    ['a key of the type', '{ "type": "thought_action", "keys_to_content": "|action" }', 'x', /cannot be renamed/],
    ['a broken file', definition.replace('["speak"]', '["|speak"').trimEnd(), 'x', /is not JSON/],
  ] as const)
    test(`refuses ${name}`, async () => {
      const { document, uri, position } = await open(marked);
      const before = document.getText();
      await assert.rejects(
        async () => vscode.commands.executeCommand('vscode.executeDocumentRenameProvider', uri, position, newName),
        reason,
      );
      assert.equal(document.getText(), before);
    });

  test('what can be renamed', async () => {
    const prepare = (uri: vscode.Uri, position: vscode.Position) =>
      vscode.commands.executeCommand<{ range: vscode.Range; placeholder: string }>(
        'vscode.prepareRename',
        uri,
        position,
      );
    const { document, uri, position } = await open(definition.replace('["speak"]', '["spea|k"]'));
    const { range, placeholder } = await prepare(uri, position);
    assert.deepEqual([document.getText(range), placeholder], ['speak', 'speak']);
    await assert.rejects(async () => prepare(uri, new vscode.Position(2, 12)), /Only the keys/);
    for (const [marked, reason] of [
      ['{ "type": "thought_action", "keys_to_content": "|action" }', /cannot be renamed/],
      [definition.replace('["speak"]', '["|speak"').trimEnd(), /is not JSON/],
    ] as const) {
      const other = await open(marked);
      await assert.rejects(async () => prepare(other.uri, other.position), reason);
    }
  });

  test('a hover says where a key goes and what the model is told, and the schema’s hover is not repeated', async () => {
    const { uri, position } = await open(
      definition.replace('"keys_to_content": "speak"', '"keys_to_content": "sp|eak"'),
    );
    const texts = await until('two hovers', async () => {
      const found = await hovers(uri, position);
      return found.length > 1 ? found : undefined;
    });
    const own = texts.filter(text => text.includes('**speak**'));
    assert.equal(own.length, 1, texts.join('\n---\n'));
    assert.match(
      own[0]!.replaceAll('&nbsp;', ' '),
      /→ content, memory · required[\s\S]*what you speak[\s\S]*3 tokens \(/,
    );
    assert.doesNotMatch(own[0]!, /What goes to/);
    assert.ok(texts.some(text => text.includes('What goes to the **content**')));
  });

  test('a key that goes nowhere is faded, and a fix sends it somewhere', async () => {
    const { document, uri } = await open(`|${definition}`);
    const [faded] = await until('a hint', () => (diagnostics(uri).length === 1 ? diagnostics(uri) : undefined));
    assert.equal(document.getText(faded?.range), '"thought"');
    assert.equal(faded?.severity, vscode.DiagnosticSeverity.Hint);
    assert.deepEqual(faded?.tags, [vscode.DiagnosticTag.Unnecessary]);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      faded!.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const fix = actions.find(({ title }) => title === 'Add "thought" to keys_to_memory');
    assert.ok(fix?.edit && (await vscode.workspace.applyEdit(fix.edit)));
    assert.match(document.getText(), /"keys_to_memory": \["speak", "thought"\]/);
    await until('no hint', () => diagnostics(uri).length === 0);
  });
});
