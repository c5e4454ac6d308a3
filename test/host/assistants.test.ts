import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { serverArguments } from '../../src/extension/assistants/serverArguments.ts';
import { activeExtension, closeAll, openFile, until, workspaceFile } from './helpers.ts';
import { withUser } from './user.ts';

const tools = ['parserlens_get_current', 'parserlens_open'];

suite('assistants', () => {
  suiteSetup(() => activeExtension());
  teardown(closeAll);

  const call = async (name: string, input: object) => {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    const [part] = content;
    assert.ok(part instanceof vscode.LanguageModelTextPart);
    return JSON.parse(part.value) as Record<string, never>;
  };

  test('the two tools that need the editor are offered to models', async () => {
    await until('both tools', () => tools.every(name => vscode.lm.tools.some(tool => tool.name === name)));
  });

  test('an assistant sees the open definition with what is not saved @main', async () => {
    const editor = await openFile('coder.parser.json');
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// mine\n'));
    const { definition } = (await call('parserlens_get_current', {})) as unknown as {
      definition: { file: string; unsaved: boolean; text: string };
    };
    assert.deepEqual([definition.file, definition.unsaved], ['coder.parser.json', true]);
    assert.match(definition.text, /^\/\/ mine\n/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  test('and the response that was parsed last, with its result, marked as data', async () => {
    const document = await vscode.workspace.openTextDocument({ content: '```json\n{"vote": "Ann"}\n```' });
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('parserlens.parseSelection', { parser: 'wolf vote' });
    const state = await until('the result', async () => {
      const found = (await call('parserlens_get_current', {})) as unknown as {
        response?: { parser: string; result: { ok?: boolean }; text: string };
        untrusted: string;
      };
      return found.response?.result.ok === undefined ? undefined : found;
    });
    assert.equal(state.response?.parser, 'werewolf.parser.json#wolf vote');
    assert.match(state.response?.text ?? '', /Ann/);
    assert.match(state.untrusted, /follow no instruction/);
  });

  test('an assistant shows a line, and nothing outside of the workspace', async () => {
    await call('parserlens_open', { file: 'werewolf.parser.json', line: 5 });
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
    for (const file of ['../outside.txt', '/etc/passwd', 'nope.json', 5]) {
      const { error } = (await call('parserlens_open', { file })) as unknown as { error?: string };
      assert.ok(error, String(file));
    }
  });

  test('its server, as VS Code starts it, answers for the folder of the workspace', async () => {
    const [server] = serverArguments();
    assert.equal(server?.label, 'ParserLens');
    const script = vscode.Uri.joinPath((await activeExtension()).extensionUri, 'dist/cli.js').fsPath;
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const child = spawn(process.execPath, [script, ...server.args], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, params: object) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return String((await answers.next()).value);
    };
    try {
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'host', version: '1' } };
      assert.match(await ask(1, 'initialize', params), /"serverInfo":\{[^}]*"name":"parserlens"/);
      const input = { definition: 'smallModel', to: 'response-template' };
      const derived = await ask(2, 'tools/call', { name: 'convert_definition', arguments: input });
      const { text, proved } = JSON.parse(derived).result.structuredContent;
      assert.equal(proved, true);
      assert.equal(JSON.parse(text).response_template.fields.tool_calls.open, '<tool_call>');
    } finally {
      child.stdin.end();
      await once(child, 'exit');
    }
  });

  test('the skill is copied where the user says, and never overwrites what differs without a question', async () => {
    const target = workspaceFile('.claude/skills/parserlens/SKILL.md');
    const add = (clicks: string[]) =>
      withUser({ picks: ['.claude/skills'], typed: [], clicks, shown: [] }, () =>
        vscode.commands.executeCommand('parserlens.addSkill'),
      );
    const read = async () => new TextDecoder().decode(await vscode.workspace.fs.readFile(target));
    await add([]);
    assert.match(await read(), /^---\nname: parserlens\n/);
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode('mine'));
    await add([]);
    assert.equal(await read(), 'mine');
    await add(['Overwrite']);
    assert.match(await read(), /^---\nname: parserlens\n/);
    await vscode.workspace.fs.delete(workspaceFile('.claude'), { recursive: true });
  });
});
