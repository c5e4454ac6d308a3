import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  lenses,
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

/** A module that gives this instruction and this value. */
const moduleOf = (instruction: string, value: string) =>
  `export const formatInstruction = ${JSON.stringify(instruction)};\nexport const parse = text => (${value});\n`;

suite('modules', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await run('clearAllResults');
    await closeAll();
  });

  test('a definition’s instruction comes from its module, and follows it @main', async () => {
    await makeFolder('followed/lib');
    await write('followed/x.parser.json', '{ "type": "custom", "module": "lib/x.mjs" }');
    await write('followed/lib/x.mjs', moduleOf('Say one.', '1'));
    await openFile('followed/x.parser.json');
    await run('openInstruction');
    // VS Code keeps documents that other tests showed for a while.
    const shown = () =>
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === 'parserlens-instruction')
        .map(document => document.getText());
    await until('the first instruction', () => assert.ok(shown().includes('Say one.'), shown().join('\n')) ?? true);
    await write('followed/lib/x.mjs', moduleOf('Say two.', '2'));
    await until('the second instruction', () => shown().includes('Say two.'));
    await write('followed/lib/x.mjs', '\nnull.x;');
    await until('the error with its place', () =>
      shown().some(text => /^TypeError: .*\(lib\/x\.mjs:2:6\)$/.test(text)),
    );
  });

  test('a module that gives no instruction is a problem of its definition, until it does', async () => {
    await makeFolder('faulty');
    await write('faulty/f.mjs', 'export const formatInstruction = () => null.x;\nexport const parse = () => 1;\n');
    await write('faulty/f.parser.json', '{\n  "type": "custom",\n  "module": "f.mjs"\n}');
    const { document } = await openFile('faulty/f.parser.json');
    const errors = () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ code }) => typeof code === 'object' && code.value === 'module-error');
    const error = await until('the problem', () => errors()[0]);
    assert.match(error.message, /^TypeError: .*\(f\.mjs:1:45\)$/);
    assert.equal(document.getText(error.range), '"f.mjs"');
    await write('faulty/f.mjs', moduleOf('Say one.', '1'));
    await until('no problem', () => errors().length === 0);
    await vscode.workspace.fs.delete(workspaceFile('faulty/f.mjs'));
    const { range, message } = await until('the missing module', () => errors()[0]);
    assert.match(message, /^ModuleNotFound: /);
    const all = vscode.languages.getDiagnostics(document.uri);
    assert.equal(all.length, 1, all.map(each => each.message).join('\n'));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
    );
    assert.ok(
      actions.some(({ title }) => title === 'Create f.mjs'),
      actions.map(({ title }) => title).join(),
    );
  });

  // What stays on the heap of the module's process is in test/unit/node/modulePool.test.ts.
  const eaters: readonly (readonly [name: string, code: string])[] = [
    ['throws a huge message', 'throw new Error("x".repeat(3e8))'],
    ['eats memory off the heap', 'const a = []; for (;;) a.push(new Uint8Array(1e8).fill(1))'],
    ['prints without end', 'for (;;) fs.writeSync(1, "x".repeat(1e5))'],
  ];
  test('a module that eats memory leaves VS Code alive', async function () {
    // The limit counts the module's own time, which a busy machine gives out slowly.
    this.timeout(180_000);
    await makeFolder('eaters');
    const memory = process.memoryUsage.rss();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 20);
    const shown = () =>
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === 'parserlens-instruction')
        .map(document => document.getText());
    for (const [index, [name, code]] of eaters.entries()) {
      await write(
        `eaters/e${index}.mjs`,
        `import fs from "node:fs";\nexport const formatInstruction = () => { ${code} };\nexport const parse = () => 1;\n`,
      );
      await write(`eaters/e${index}.parser.json`, `{ "type": "custom", "module": "e${index}.mjs" }`);
      await openFile(`eaters/e${index}.parser.json`);
      await run('openInstruction');
      await until(
        `an error where it ${name}`,
        () =>
          shown().some(
            text => /^Module(?:OutOfMemory|Timeout|OutputError): /.test(text) && text.includes(`e${index}.mjs`),
          ),
        { timeout: 60_000 },
      );
    }
    clearInterval(watch);
    assert.ok(most - memory < 500e6, `the extension host grew by ${((most - memory) / 1e6).toFixed(0)} MB`);
    await write('eaters/ok.mjs', moduleOf('Alive.', '1'));
    await write('eaters/ok.parser.json', '{ "type": "custom", "module": "ok.mjs" }');
    await openFile('eaters/ok.parser.json');
    await run('openInstruction');
    await until('the next module’s instruction', () => shown().includes('Alive.'));
  });

  test('a parsed response follows the module', async function () {
    this.timeout(120_000);
    await write('parsed/y.parser.json', '{ "type": "custom", "module": "y.mjs" }');
    await write('parsed/y.mjs', moduleOf('', '{ words: text.split(" ").length }'));
    await openFile('parsed/y.parser.json');
    const editor = await openText('three small words');
    await replaceAll(editor, 'three small words');
    editor.selection = new vscode.Selection(0, 0, 0, 17);
    await run('parseSelection', { parser: 'y' });
    const titles = () => lensTitles(editor.document.uri);
    const tooltips = async () => (await lenses(editor.document.uri)).map(({ command }) => command?.tooltip ?? '');
    await until('the value', async () => (await tooltips()).some(text => text.includes('{words')));
    await write('parsed/y.mjs', moduleOf('', '{ letters: text.length }'));
    await until('the new value', async () => (await tooltips()).some(text => text.includes('{letters')));
    await write('parsed/y.mjs', 'export const formatInstruction = "";\nexport const parse = () => { for (;;); };\n');
    // What happened, in its own words; the class is in the tooltip.
    await until('the limit', async () => (await titles()).some(title => /^✗ ModuleTimeout/.test(title)), {
      timeout: 60_000,
    });
  });

  test('what a module throws leads to its line', async () => {
    await write('thrown/t.parser.json', '{ "type": "custom", "module": "t.mjs" }');
    await write(
      'thrown/t.mjs',
      'export const formatInstruction = "";\nexport function parse() {\n  throw new Error("no");\n}\n',
    );
    await openFile('thrown/t.parser.json');
    const { document } = await openText('thrown');
    await run('parseSelection', { parser: 't' });
    assert.match((await lensTitles(document.uri))[0] ?? '', /^✗ \w+ · no/);
    const [lens] = await lenses(document.uri);
    const id = lens?.command?.arguments?.[0];
    await run('showModule', id, { file: 't.mjs', line: 3, column: 9 });
    const shown = vscode.window.activeTextEditor!;
    assert.deepEqual([shown.document.uri.path.endsWith('/thrown/t.mjs'), shown.selection.active.line], [true, 2]);
  });

  test('a conversation is formatted by its module', async () => {
    const { document } = await openFile('transcript.messages.json');
    const titles = () => lensTitles(document.uri);
    await until('kept and dropped', async () => {
      const all = await titles();
      return all.some(title => /· dropped$/.test(title));
    });
  });

  test('new modules start from a template, beside what is open', async () => {
    await openFile('custom.parser.json');
    for (const [command, kind, name, part] of [
      ['newParserModule', 'parser', 'parser.mjs', 'export function parse('],
      ['newParserModule', 'python', 'parser.py', 'def parse('],
      ['newFormatterModule', undefined, 'formatter.mjs', 'export function formatAgentMessage('],
    ] as const) {
      await run(command, kind);
      const document = await until(name, () => {
        const active = vscode.window.activeTextEditor?.document;
        return active?.getText().includes(part) ? active : undefined;
      });
      assert.equal(document.uri.toString(), workspaceFile(name).with({ scheme: 'untitled' }).toString());
      assert.equal(document.languageId, kind === 'python' ? 'python' : 'javascript');
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), '');
    }
  });
});
