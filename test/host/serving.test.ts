import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  closeTexts,
  codeOf,
  diagnostics,
  lenses,
  makeFolder,
  openFile,
  until,
  workspaceFile,
} from './helpers.ts';

const write = (path: string, text: string) =>
  vscode.workspace.fs.writeFile(workspaceFile(path), new TextEncoder().encode(text));

suite('what servers make of response templates', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  test('a field that they refuse or lose has a fix, which can be undone', async () => {
    const settings = vscode.workspace.getConfiguration('parserlens');
    const fields = '"fields": { "reasoning_content": { "open": "<think>", "close": "</think>" }, "content": {} }';
    const template = `{ "start_anchor": "<bot>", ${fields} }`;
    await makeFolder('served');
    await write('served/tokenizer_config.json', `{ "response_template": ${template} }`);
    await write('served/x.parser.json', `{ "type": "response_template", "response_template": ${template} }`);
    try {
      await settings.update('engines', ['transformers-serve', 'vllm'], vscode.ConfigurationTarget.Global);
      for (const name of ['tokenizer_config.json', 'x.parser.json']) {
        const { document } = await openFile(`served/${name}`);
        const before = document.getText();
        const unserved = () => diagnostics(document.uri).filter(each => codeOf(each) === 'unserved-template');
        await until(`both engines' problems of ${name}`, () => unserved().length >= 2);
        const { range, severity } = unserved()[0]!;
        assert.match(document.getText(range), /"reasoning_content"|"<think>"/);
        assert.equal(severity, vscode.DiagnosticSeverity.Information);
        const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          range,
          vscode.CodeActionKind.QuickFix.value,
        );
        const fix = actions.find(({ title }) => title === 'Change "reasoning_content" to "thinking"');
        assert.ok(fix?.edit, actions.map(({ title }) => title).join());
        await vscode.workspace.applyEdit(fix.edit);
        assert.equal(document.getText(), before.replace('reasoning_content', 'thinking'));
        await vscode.commands.executeCommand('undo');
        assert.equal(document.getText(), before);
      }
    } finally {
      await settings.update('engines', undefined, vscode.ConfigurationTarget.Global);
      await closeTexts();
      await vscode.workspace.fs.delete(workspaceFile('served'), { recursive: true });
    }
  });

  test('the row of engines stands above the response template of a definition', async () => {
    const template = '{ "start_anchor": "<bot>", "fields": { "reasoning_content": { "open": "<t>" }, "content": {} } }';
    await write(
      'rows.parser.json',
      `{\n  "type": "response_template",\n  "samples": [],\n  "response_template": ${template}\n}`,
    );
    const { document } = await openFile('rows.parser.json');
    const row = await until('the row', async () =>
      (await lenses(document.uri)).find(({ command }) => command?.title.includes('vLLM ✗')),
    );
    assert.match(row.command?.title ?? '', /^transformers ✓ · serve loses reasoning_content · vLLM ✗/);
    assert.equal(row.range.start.line, 3);
    await closeTexts();
    await vscode.workspace.fs.delete(workspaceFile('rows.parser.json'));
  });
});
