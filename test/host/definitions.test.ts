import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  codeOf,
  diagnostics,
  openFile,
  replaceAll,
  until,
  workspaceFile,
} from './helpers.ts';

suite('definitions', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  /** Every diagnostic in short: who says it, and the text that is underlined. What is only faded is left out. */
  const underlined = (document: vscode.TextDocument) =>
    vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ severity }) => severity !== vscode.DiagnosticSeverity.Hint)
      .map(each => `${each.source === 'ParserLens' ? codeOf(each) : 'JSON'} ${document.getText(each.range)}`)
      .sort();

  test('the examples have no problems, comments and trailing commas included @main', async () => {
    const { document } = await openFile('werewolf.parser.json');
    assert.match(document.getText(), /^\{\s*\/\//);
    assert.equal(document.languageId, 'jsonc');
    // A problem made on purpose shows that both servers have looked.
    const editor = await openFile('coder.parser.json');
    await replaceAll(editor, '{ "type": "MarkdownCodeBlockParser", "description": 3, "language_nam": "python" }');
    await until('both speak', () => underlined(editor.document).length === 3);
    assert.deepEqual(underlined(document), []);
  });

  const block = '"type": "MarkdownCodeBlockParser", "language_name": "python"';
  for (const [name, text, expected] of [
    ['a wrong name of a type', '{ "type": "MarkdownCodeBlockParse" }', ['unknown-type "MarkdownCodeBlockParse"']],
    ['a missing key', '{ "type": "MarkdownCodeBlockParser" }', ['missing-key "MarkdownCodeBlockParser"']],
    ['an unknown key', `{ ${block}, "samplez": [] }`, ['unknown-key "samplez"']],
    ['a value of the wrong type', `{ ${block}, "description": 3 }`, ['JSON 3']],
    ['an odd value of a filter', '{ "type": "MarkdownJsonDictParser", "keys_to_content": 3 }', ['odd-value 3']],
    ['no comma', `{ ${block} "samples": [] }`, ['JSON "samples"']],
    ['both of two', `{ ${block}, "samples": [{ "text": "", "file": "" }] }`, ['conflicting-keys {']],
    [
      'a key twice',
      `{ ${block}, "description": "a", "description": "b" }`,
      ['JSON "description"', 'JSON "description"'],
    ],
    ['nothing', '', ['empty-file ']],
    ['no definition', '{ "parsers": {} }', ['empty-file {}']],
    ['a list instead of tags', '{ "type": "MultiTaggedContentParser", "tagged_contents": [["a"]] }', ['JSON ["a"]']],
    [
      'a tag in a hint',
      '{ "type": "MultiTaggedContentParser", "tagged_contents": [{ "name": "a", "tag_begin": "[A]", "content_hint": "😀 [/A]", "tag_end": "[/A]" }] }',
      ['tag-in-hint [/A]'],
    ],
    [
      'a tag without a name',
      '{ "type": "MultiTaggedContentParser", "tagged_contents": [{ "tag_begin": "[A]", "content_hint": "x", "tag_end": "[/A]" }] }',
      ['missing-key {'],
    ],
    [
      'a hint in single quotes',
      `{ "type": "MarkdownJsonDictParser", "content_hint": "{'a': 'b'}" }`,
      ["hint-not-json 'a'"],
    ],
    [
      'a pattern',
      '{ "type": "RegexTaggedContentParser", "format_instruction": "x", "tagged_content_pattern": "(?P<name>a)(?P<content>b" }',
      ['bad-pattern ('],
    ],
    [
      'a pattern that is not text',
      '{ "type": "RegexTaggedContentParser", "format_instruction": "x", "tagged_content_pattern": 3 }',
      ['JSON 3'],
    ],
    [
      'a type in a schema',
      '{ "type": "MarkdownJsonDictParser", "content_schema": { "properties": { "a": { "type": "int" } } } }',
      ['bad-schema "int"'],
    ],
    ['what is not a schema', '{ "type": "MarkdownJsonDictParser", "content_schema": 3 }', ['JSON 3']],
    ['required keys that are not a list', '{ "type": "MarkdownJsonDictParser", "required_keys": 3 }', ['JSON 3']],
    ['a list of no texts', '{ "type": "MarkdownJsonDictParser", "required_keys": ["a", 3] }', ['JSON 3']],
    ['two commands', '{ "type": "action", "commands": [{ "name": "a" }, { "name": "a" }] }', ['constructor-error "a"']],
    ['an argument', '{ "type": "action", "commands": [{ "name": "a", "arguments": 3 }] }', ['JSON 3']],
    [
      'a placeholder',
      `{ ${block}, "format_instruction": "\`\`\`python {content_hnt}" }`,
      ['unknown-placeholder {content_hnt}'],
    ],
  ] as const) {
    test(`underlines once: ${name}`, async () => {
      const editor = await openFile('coder.parser.json');
      await replaceAll(editor, text);
      await until(`${expected}`, () => assert.deepEqual(underlined(editor.document), expected) ?? true);
    });
  }

  test('a fix repairs the text, and the problem goes @main', async () => {
    const editor = await openFile('coder.parser.json');
    await replaceAll(editor, `{ "type": "MarkdownCodeBlockParse", "language_name": "python" }`);
    const problem = await until('a problem', () => diagnostics(editor.document.uri)[0]);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      editor.document.uri,
      problem.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const fix = actions.find(({ title }) => title === 'Change to "MarkdownCodeBlockParser"');
    assert.ok(fix?.edit, actions.map(({ title }) => title).join());
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(editor.document.getText(), /"MarkdownCodeBlockParser"/);
    await until('no problem', () => diagnostics(editor.document.uri).length === 0);
  });

  test('all fixes that are certain are made at once', async () => {
    const editor = await openFile('coder.parser.json');
    await replaceAll(
      editor,
      '{ "type": "MarkdownJsonDictParse", "content_hint": { "a": "x" }, "format_instruction": "Think.", "keys_to_contnt": "a" }',
    );
    const codes = () => diagnostics(editor.document.uri).map(codeOf).sort().join();
    await until('the type', () => codes() === 'unknown-type');
    // The keys are known only with the type, and what needs a choice stays. VS Code does nothing where a provider is slow.
    await until('the fixes', async () => {
      // The command is the focused editor's; something that opens late may have taken the focus.
      await vscode.window.showTextDocument(editor.document);
      await vscode.commands.executeCommand('editor.action.fixAll');
      return codes() === 'silent-instruction';
    });
    assert.match(editor.document.getText(), /"MarkdownJsonDictParser".*"keys_to_content"/);
  });

  test('severities are a setting, by code', async () => {
    const settings = () => vscode.workspace.getConfiguration('parserlens');
    const editor = await openFile('coder.parser.json');
    await replaceAll(editor, '{ "type": "MarkdownCodeBlockParser", "language_name": "c" }');
    const { uri } = editor.document;
    await until('a warning', () => diagnostics(uri)[0]?.severity === vscode.DiagnosticSeverity.Warning);
    try {
      for (const [severity, expected] of [
        ['error', [vscode.DiagnosticSeverity.Error]],
        ['info', [vscode.DiagnosticSeverity.Information]],
        ['off', []],
      ] as const) {
        await settings().update('problems.severity', { 'ambiguous-fence': severity }, true);
        await until(
          severity,
          () =>
            assert.deepEqual(
              diagnostics(uri).map(each => each.severity),
              expected,
            ) ?? true,
        );
      }
    } finally {
      await settings().update('problems.severity', undefined, true);
    }
  });

  test('a pattern that backtracks without end is found a little later, and stays while a user types elsewhere', async () => {
    const definition = (description: string) =>
      JSON.stringify({
        type: 'RegexTaggedContentParser',
        description,
        format_instruction: 'x',
        tagged_content_pattern: '(?P<name>(\\w+\\s*)+):(?P<content>.*)',
      });
    const editor = await openFile('coder.parser.json');
    const { uri } = editor.document;
    await replaceAll(editor, definition('a'));
    const found = () => diagnostics(uri).map(codeOf).join() === 'exponential-pattern';
    await until('the problem', found, { timeout: 30_000 });
    const gone = new Promise<boolean>(resolve => {
      const watch = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (!uris.some(each => each.toString() === uri.toString())) return;
        watch.dispose();
        resolve(!found());
      });
    });
    await replaceAll(editor, definition('b'));
    assert.equal(await gone, false);
  });

  test('the code of a problem leads to its page', async () => {
    const editor = await openFile('coder.parser.json');
    await replaceAll(editor, '{ "type": "MarkdownCodeBlockParser", "language_name": "c" }');
    const { code } = await until('a problem', () => diagnostics(editor.document.uri)[0]);
    assert.ok(typeof code === 'object');
    assert.equal(code.value, 'ambiguous-fence');
    const page = await vscode.workspace.openTextDocument(code.target);
    assert.match(page.getText(), /^# ambiguous-fence\n[^#]*\n---\n[^#]*parserlens\.problems\.severity/);
  });

  test('the problems of a closed file go away', async () => {
    const editor = await openFile('coder.parser.json');
    const { uri } = editor.document;
    await replaceAll(editor, '{}');
    await until('a problem', () => diagnostics(uri).length > 0);
    await closeAll();
    await until('no problem', () => diagnostics(uri).length === 0);
  });

  test('so do those of a deleted file, but for what is unsaved', async () => {
    const uri = workspaceFile('deleted.parser.json');
    const text =
      '{ "type": "MarkdownCodeBlockParser", "language_name": "py", "samples": [{ "file": "no.md" }, { "text": "" }] }';
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const editor = await openFile('deleted.parser.json');
    const codes = () => new Set(diagnostics(uri).map(codeOf)).size;
    await until('three kinds of problems', () => codes() === 3);
    await vscode.workspace.fs.delete(uri);
    await until('no problem', () => codes() === 0);
    await replaceAll(editor, `${text}\n`);
    await until('three again', () => codes() === 3);
  });

  test('a lone file outside every folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parserlens-lone-'));
    try {
      const uri = vscode.Uri.file(join(folder, 'lone.parser.json'));
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('{ "type": "Nothing" }'));
      await vscode.window.showTextDocument(uri);
      await until('a problem', () => diagnostics(uri).length > 0);
    } finally {
      await closeAll();
      await rm(folder, { recursive: true });
    }
  });

  test('a file that is not open is read, and read again when it changes', async () => {
    const uri = workspaceFile('closed.parser.json');
    const write = (hint: string) => {
      const definition = { type: 'MarkdownCodeBlockParser', language_name: 'python', content_hint: hint };
      return vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(definition)));
    };
    const instruction = () => vscode.window.activeTextEditor?.document.getText() ?? '';
    await write('first hint');
    try {
      await vscode.commands.executeCommand('parserlens.openInstruction', uri);
      await until('the first', () => instruction().includes('first hint'));
      await write('another hint');
      await vscode.commands.executeCommand('parserlens.openInstruction', uri);
      await until('the second', () => instruction().includes('another hint'));
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });

  test('what a chosen engine does not keep is underlined at the keyword, and its constraint is a step away', async () => {
    const settings = vscode.workspace.getConfiguration('parserlens');
    const editor = await openFile('coder.parser.json');
    const { document } = editor;
    const name = '{ "type": "string", "pattern": "^a+$", "minLength": 3 }';
    const schema = `{ "type": "object", "properties": { "name": ${name} }, "required": ["name"] }`;
    await replaceAll(editor, `{ "type": "structured_output", "content_schema": ${schema} }`);
    try {
      await settings.update('engines', ['xgrammar'], vscode.ConfigurationTarget.Global);
      const problem = await until('the problem', () =>
        diagnostics(document.uri).find(each => codeOf(each) === 'constraint-dropped'),
      );
      assert.equal(document.getText(problem.range), '"minLength"');
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        problem.range,
        vscode.CodeActionKind.QuickFix.value,
      );
      const step = actions.find(({ command }) => command?.command === 'parserlens.showConstraint');
      assert.ok(step, actions.map(({ title }) => title).join());
    } finally {
      await settings.update('engines', undefined, vscode.ConfigurationTarget.Global);
    }
    await until('no problem', () => diagnostics(document.uri).length === 0);
  });
});
