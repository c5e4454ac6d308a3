import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  activeTab,
  closeAll,
  closeTexts,
  diagnostics,
  openFile,
  openText,
  select,
  until,
  workspaceFile,
} from './helpers.ts';
import { type User, withUser } from './user.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`parserlens.${command}`, ...args) as Promise<unknown>;

const accept = () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');

/** Presses Enter in whatever list is open until the work is done. */
async function accepting(work: Promise<unknown>): Promise<void> {
  let done = false;
  const finished = work.then(() => {
    done = true;
  });
  await until('the end of the command', async () => {
    await accept();
    return done;
  });
  await finished;
}

const untitled = (end: string) =>
  until(end, () => vscode.workspace.textDocuments.find(({ isUntitled, uri }) => isUntitled && uri.path.endsWith(end)));

const definition = '{ "type": "MarkdownJsonDictParser", "content_hint": { "vote": "who" }, "keys_to_content": "vote" }';

suite('export and import', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await closeTexts();
    await closeAll();
  });

  test('an export is a new document beside the definition; nothing is written @main', async () => {
    const { document } = await openFile('werewolf.parser.json');
    await accepting(run('exportDefinition', document.uri, { parser: 'wolf discussion', to: 'json-schema' }));
    const opened = await untitled('/wolf-discussion.schema.json');
    assert.equal(activeTab(), 'wolf-discussion.schema.json');
    assert.ok(Object.keys(JSON.parse(opened.getText()).properties).length > 0);
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(workspaceFile('wolf-discussion.schema.json'))));
    assert.equal(document.isDirty, false);
  });

  test('definition and form are picked; unsaved text is what counts', async () => {
    const file = workspaceFile('unsaved.parser.json').with({ scheme: 'untitled' });
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), definition));
    await accepting(run('exportDefinition'));
    const opened = await until('an export', () => {
      const { activeTextEditor } = vscode.window;
      return activeTextEditor?.document.uri.path.startsWith(file.path.replace('.parser.json', '.')) &&
        activeTextEditor.document !== editor.document
        ? activeTextEditor.document
        : undefined;
    });
    assert.equal(opened.isUntitled, true);
    assert.match(opened.getText(), /vote/);
  });

  test('without an open definition one is picked', async () => {
    await accepting(run('exportDefinition', { to: 'typescript' }));
    const opened = await until('an export', () => vscode.window.activeTextEditor?.document);
    assert.match(opened.uri.path, /\.ts$/);
  });

  test('an import is a new definition, which the preview and diagnostics know @main', async () => {
    const { document } = await openText(
      '{ "type": "object", "properties": { "vote": { "description": "who" } } }',
      'json',
    );
    await run('importSelection');
    const opened = await until('the definition', () =>
      vscode.workspace.textDocuments.find(
        each => each.isUntitled && !each.isClosed && each !== document && each.getText().includes('content_schema'),
      ),
    );
    assert.equal(opened.languageId, 'jsonc');
    assert.equal(JSON.parse(opened.getText()).content_schema.properties.vote.description, 'who');
  });

  test('a selection in a file: the definition is named after it, stands in its folder, and gives an instruction', async () => {
    const uri = workspaceFile('agent.py');
    const call = 'vote = MarkdownJsonDictParser(content_hint={"who": "a name"})';
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`other = 1\n${call}\n`));
    try {
      const editor = await openFile('agent.py');
      select(editor, call);
      await run('importSelection');
      const opened = await untitled('/vote.parser.json');
      assert.equal(opened.languageId, 'jsonc');
      await run('openInstruction');
      await until('the instruction', () =>
        vscode.workspace.textDocuments.some(
          each => each.getText().includes('"who": "a name"') && /^Respond/.test(each.getText()),
        ),
      );
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });

  test('a definition that came from a call goes back into it, as an edit that can be undone', async () => {
    const uri = workspaceFile('guards.py');
    const python = `HINT = {"who": "a name"}\n# Whom to guard.\nguard = MarkdownJsonDictParser(content_hint=HINT, required_keys=["who"])\nlast = 1\n`;
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(python));
    try {
      await run('importDefinition', uri);
      const opened = await untitled('/guard.parser.json');
      const edit = new vscode.WorkspaceEdit();
      const at = opened.positionAt(opened.getText().indexOf('"a name"'));
      edit.replace(opened.uri, new vscode.Range(at, at.translate(0, '"a name"'.length)), '"the name of a player"');
      await vscode.workspace.applyEdit(edit);
      const user: User = { picks: ['Edit guards.py'], typed: [], clicks: [], shown: [] };
      await withUser(user, () => run('exportDefinition', opened.uri, { to: 'agentscope' }));
      const source = vscode.window.activeTextEditor!.document;
      assert.equal(source.uri.toString(), uri.toString());
      assert.equal(source.isDirty, true);
      assert.equal(source.getText(), python.replace('=HINT', '={"who": "the name of a player"}'));
      await vscode.commands.executeCommand('undo');
      await until('the text of before', () => source.getText() === python);
    } finally {
      await closeTexts();
      await vscode.workspace.fs.delete(uri);
    }
  });

  test('a class of AgentScope’s opens a definition and its module, under a name that is free', async () => {
    const [source, taken] = [workspaceFile('own.py'), workspaceFile('ballot.mjs')];
    const python =
      'class Ballot(ParserBase):\n    format_instruction = "a"\n    def parse(self, response): return response\n';
    await vscode.workspace.fs.writeFile(source, new TextEncoder().encode(python));
    await vscode.workspace.fs.writeFile(taken, new TextEncoder().encode('export const mine = 1;\n'));
    try {
      await openFile('own.py');
      await run('importSelection');
      const opened = await untitled('/ballot.parser.json');
      const module = await untitled('/ballot-2.mjs');
      assert.equal(JSON.parse(opened.getText()).module, 'ballot-2.mjs');
      assert.match(module.getText(), /\/\/ def parse\(self, response\)/);
      assert.equal(activeTab(), 'ballot.parser.json');
    } finally {
      await vscode.workspace.fs.delete(source);
      await vscode.workspace.fs.delete(taken);
    }
  });

  test('what cannot be taken over is marked in the source until that changes', async () => {
    const source = 'agent:\n  tools:\n    bundles:\n      - path: tools/x\n    parse_function: {type: json}\n';
    const { document } = await openText(source, 'yaml');
    await run('importSelection');
    await until('the problem', () => diagnostics(document.uri).length === 1);
    assert.equal(document.getText(diagnostics(document.uri)[0]!.range).trim(), 'path: tools/x');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '# x\n');
    await vscode.workspace.applyEdit(edit);
    await until('no problem', () => diagnostics(document.uri).length === 0);
  });

  test('several YAML files are merged in the order that is picked, with the problems of each', async () => {
    const files = [
      ['base.yaml', 'agent: {system_template: A, instance_template: "{{task}}", step_limit: 3}\n'],
      ['over.yaml', 'agent: {system_template: B}\nmodel: {model_class: litellm_textbased, model_name: m}\n'],
    ] as const;
    const uris = files.map(([name]) => workspaceFile(name));
    for (const [i, [, text]] of files.entries())
      await vscode.workspace.fs.writeFile(uris[i]!, new TextEncoder().encode(text));
    try {
      await accepting(run('importDefinition', uris[1], [uris[1], uris[0]]));
      const opened = await untitled('/base.parser.json');
      const { system_template, instance_template, mode } = JSON.parse(opened.getText());
      assert.deepEqual([system_template, instance_template, mode], ['B', '{{task}}', 'actions_text']);
      const marked = ([uri]: readonly vscode.Uri[]) => diagnostics(uri!).map(({ message }) => message);
      await until('the problems', () => marked([uris[1]!]).length > 0);
      assert.match(marked([uris[0]!]).join(), /^`agent.step_limit` is not taken over/);
      assert.match(marked([uris[1]!]).join(), /^`model.model_name` is not taken over/);
    } finally {
      await closeTexts();
      for (const uri of uris) await vscode.workspace.fs.delete(uri);
    }
  });

  test('a YAML that two systems may read asks which, and what it leaves open', async () => {
    const both =
      'agent:\n  system_template: "```mswea_bash_command"\n  tools: {parse_function: {type: thought_action}}\n';
    await openText(both, 'yaml');
    await accepting(run('importSelection'));
    await until('the definition of SWE-agent', () =>
      vscode.workspace.textDocuments.some(each => each.isUntitled && each.getText().includes('"thought_action"')),
    );
    await closeTexts();
    await openText(both.replace(/ {2}tools.*\n/, ''), 'yaml');
    await accepting(run('importSelection'));
    await until('the definition of mini-swe-agent', () =>
      vscode.workspace.textDocuments.some(each => each.isUntitled && each.getText().includes('"actions_toolcall"')),
    );
  });

  test('a text with nothing to import opens nothing, and is not marked', async () => {
    const { document } = await openText('hello', 'yaml');
    await run('importSelection');
    assert.equal(vscode.window.activeTextEditor?.document, document);
    assert.deepEqual(diagnostics(document.uri), []);
  });
});
