import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import * as vscode from 'vscode';
import { skipTest } from '../skipTest.ts';
import {
  activeExtension,
  closeAll,
  diagnostics,
  hovers,
  lensTitles,
  makeFolder,
  openFile,
  openText,
  replaceAll,
  until,
  workspaceFile,
} from './helpers.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`parserlens.${command}`, ...args) as Promise<unknown>;

const write = (path: string, text: string) =>
  vscode.workspace.fs.writeFile(workspaceFile(path), new TextEncoder().encode(text));

const found = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9); print(sys.executable)']);
const python3 = String(found.stdout).trim();

suite('python', () => {
  suiteSetup(async function () {
    if (found.status !== 0) skipTest(this, 'without Python 3.9 or newer');
    await activeExtension();
  });
  teardown(async () => {
    await run('clearAllResults');
    await closeAll();
  });

  // VS Code keeps documents that other tests showed for a while.
  const shown = () =>
    vscode.workspace.textDocuments
      .filter(({ uri }) => uri.scheme === 'parserlens-instruction')
      .map(document => document.getText());

  test('a definition’s instruction comes from Python, and follows what that imports @main', async () => {
    await makeFolder('voting/lib');
    await write('voting/words.py', 'WORD = "one"\n');
    await write(
      'voting/lib/p.py',
      'from voting.words import WORD\nprompt = "Say " + WORD\ndef parse(text): return text\n',
    );
    await write(
      'voting/lib/q.py',
      'from voting.lib import p\nclass Parser:\n    prompt = p.prompt\n    parse = p.parse\n',
    );
    await write('voting/x.parser.json', '{ "type": "custom", "module": "lib/q.py", "parser": "Parser" }');
    const { document } = await openFile('voting/x.parser.json');
    await until('which Python ran, in the lens', async () =>
      (await lensTitles(document.uri)).some(title => / · Python 3\.\d+\.\d+$/.test(title)),
    );
    await run('openInstruction');
    await until('the first instruction', () => assert.ok(shown().includes('Say one'), shown().join('\n')) ?? true);
    await write('voting/words.py', 'WORD = "two"\n');
    await until('the second instruction', () => shown().includes('Say two'));
    const hover = await until('what was found', async () =>
      (await hovers(document.uri, document.positionAt(document.getText().indexOf('Parser"') + 2)))
        .map(text => text.replaceAll('&nbsp;', ' '))
        .find(text => text.includes('Runs in Python')),
    );
    assert.match(hover, /Read as: object with/);
    await write('voting/lib/p.py', 'x = (\n');
    await until('the error with its place', () =>
      shown().some(text => /^SyntaxError: .*\(lib\/p\.py:1:\d+\)$/.test(text)),
    );
    assert.match(diagnostics(document.uri)[0]?.message ?? '', /^SyntaxError: /);
  });

  test('a response is read in Python, and what it raises leads to its line', async () => {
    await makeFolder('read');
    await write('read/r.parser.json', '{ "type": "custom", "module": "r.py", "parser": "read" }');
    await write(
      'read/r.py',
      'import json\ndef read(text):\n    if not text.startswith("{"):\n        raise ValueError("no JSON")\n    return json.loads(text)\n',
    );
    await openFile('read/r.parser.json');
    const editor = await openText('{"word": "hello"}');
    await run('parseSelection', { parser: 'r' });
    const titles = () => lensTitles(editor.document.uri);
    const read = ['✓', 'content, memory "hello"', 'r'];
    await until('the value', async () => assert.deepEqual((await titles()).slice(0, 3), read) ?? true);
    await replaceAll(editor, 'hello');
    editor.selection = new vscode.Selection(0, 0, 0, 5);
    await run('parseSelection', { parser: 'r' });
    await until('the error', async () => (await titles())[0]?.startsWith('✗ ValueError · '));
    await until('its line', () =>
      diagnostics(editor.document.uri).some(({ message }) => /^ValueError: no JSON \(r\.py:4:\d+\)/.test(message)),
    );
  });

  test('the interpreter: the setting, else what the Python extension of either generation has selected', async () => {
    await makeFolder('which/bin');
    for (const name of ['new', 'old', 'set']) {
      await write(`which/bin/${name}`, `#!/bin/sh\nPYTHONPATH=/${name} exec '${python3}' "$@"\n`);
      await chmod(workspaceFile(`which/bin/${name}`).fsPath, 0o755);
    }
    await write(
      'which/w.py',
      'import os\nformat_instruction = "In " + os.environ["PYTHONPATH"]\ndef parse(text): return 1\n',
    );
    await write('which/w.parser.json', '{ "type": "custom", "module": "w.py" }');
    const select = (generation: string, path: string) =>
      vscode.commands.executeCommand('fakePython.select', generation, path && workspaceFile(path).fsPath);
    await vscode.extensions.getExtension('ms-python.python')!.activate();
    const settings = vscode.workspace.getConfiguration('parserlens.python');
    try {
      await select('environments', 'which/bin/new');
      const { document } = await openFile('which/w.parser.json');
      await run('openInstruction');
      await until('the API of today', () => shown().includes('In /new'));
      await select('settings', 'which/bin/old');
      await until('the API before it', () => shown().includes('In /old'));
      await settings.update('interpreter', '${workspaceFolder}/which/bin/set', vscode.ConfigurationTarget.Workspace);
      await until('the setting', () => shown().includes('In /set'));
      await settings.update('interpreter', 'which/bin/gone', vscode.ConfigurationTarget.Workspace);
      await until('no Python', () => shown().some(text => /^PythonNotFound: .*gone/.test(text)));
      await until('the problem', () => /^PythonNotFound/.test(diagnostics(document.uri)[0]?.message ?? ''));
    } finally {
      await settings.update('interpreter', undefined, vscode.ConfigurationTarget.Workspace);
      await select('environments', '');
    }
  });
});
