import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { join } from 'node:path';
import { build } from 'esbuild';
import type * as Later from '../../../src/extension/later/laterFeature.ts';

type Handler = (...args: unknown[]) => Promise<unknown>;
interface Page {
  readonly uri: string;
}

const source = join(import.meta.dirname, '../../../src/extension/later/laterFeature.ts');

/** What stands in for VS Code: commands, a serializer of pages, documents that are opened, errors that are shown. */
function fakeVSCode(tabs: readonly unknown[] = []) {
  const commands = new Map<string, Handler>();
  const shown: string[] = [];
  let opened: (document: { readonly uri: unknown }) => void = () => {};
  let serializer: { deserializeWebviewPanel(page: unknown, memory: unknown): Promise<void> } | undefined;
  class TabInputText {
    readonly uri: unknown;
    constructor(uri: unknown) {
      this.uri = uri;
    }
  }
  class TabInputTextDiff {}
  class Disposable {
    readonly dispose: () => void;
    constructor(dispose: () => void) {
      this.dispose = dispose;
    }
    static from = (...all: { dispose(): void }[]) =>
      new Disposable(() => {
        for (const each of all) each.dispose();
      });
  }
  const vscode = {
    Disposable,
    TabInputText,
    TabInputTextDiff,
    CancellationError: class extends Error {},
    l10n: { t: (text: string, ...args: string[]) => text.replace(/\{(\d)\}/g, (_, i) => args[i]!) },
    commands: {
      registerCommand(name: string, handler: Handler) {
        equal(commands.has(name), false, `${name} exists`);
        commands.set(name, handler);
        return new Disposable(() => commands.delete(name));
      },
      executeCommand: (name: string, ...args: unknown[]) => commands.get(name)!(...args),
    },
    window: {
      tabGroups: { all: [{ tabs: tabs.map(uri => ({ input: new TabInputText(uri) })) }] },
      registerWebviewPanelSerializer(_: string, given: typeof serializer) {
        serializer = given;
        return new Disposable(() => (serializer = undefined));
      },
      showErrorMessage: async (message: string) => void shown.push(message),
    },
    workspace: {
      textDocuments: [],
      onDidOpenTextDocument(listener: typeof opened) {
        opened = listener;
        return new Disposable(() => (opened = () => {}));
      },
    },
  };
  return {
    vscode,
    commands,
    shown,
    open: (uri: unknown) => opened({ uri }),
    restore: (page: Page, memory: unknown) => serializer!.deserializeWebviewPanel(page, memory),
  };
}

const log = { error: () => {}, show: () => {} } as never;
/** What was asked for has happened. */
const settled = () => new Promise(resolve => setImmediate(resolve));

suite('LaterFeature', () => {
  let code: string;

  suiteSetup(async () => {
    const { outputFiles } = await build({
      entryPoints: [source],
      bundle: true,
      write: false,
      format: 'cjs',
      platform: 'node',
      supported: { 'dynamic-import': false },
      external: ['vscode', './panels.ts'],
    });
    code = outputFiles[0]!.text;
  });

  /** A feature with one command, and how often it was registered; its file is missing `missing` times. */
  function feature({ missing = 0, tabs = [] as readonly unknown[] } = {}) {
    const fake = fakeVSCode(tabs);
    const restored: unknown[] = [];
    let registered = 0;
    const require = (name: string) => {
      if (name === 'vscode') return fake.vscode;
      equal(name, './panels.ts');
      if (missing-- > 0) throw new Error('Cannot find module ./panels.js\nRequire stack: …');
      return { panels: true };
    };
    const module = { exports: {} as typeof Later };
    new Function('require', 'module', 'exports', code)(require, module, module.exports);
    const occasions = {
      commands: ['twice'],
      viewType: 'pages',
      concerns: (uri: unknown) => String(uri).startsWith('ours:'),
    };
    const later = new module.exports.LaterFeature(log, occasions as never, () => {
      registered++;
      const command = fake.vscode.commands.registerCommand('parserlens.twice', async number => 2 * (number as number));
      return {
        restore: (page: unknown, memory: unknown) => void restored.push([page, memory]),
        dispose: () => command.dispose(),
      };
    });
    return { ...fake, later, restored, registered: () => registered };
  }

  test('the first use loads it, and is answered by it; it is loaded once', async () => {
    const { vscode, registered } = feature();
    equal(registered(), 0);
    const calls = [21, 4].map(number => vscode.commands.executeCommand('parserlens.twice', number));
    deepEqual(await Promise.all(calls), [42, 8]);
    equal(await vscode.commands.executeCommand('parserlens.twice', 5), 10);
    equal(registered(), 1);
  });

  test('a file that cannot be loaded is told in words, and asked for again', async () => {
    const { vscode, shown, registered } = feature({ missing: 1 });
    equal(await vscode.commands.executeCommand('parserlens.twice', 1), undefined);
    equal(shown.length, 1);
    match(shown[0]!, /^A part of ParserLens could not be loaded\. .*Cannot find module \.\/panels\.js$/);
    equal(await vscode.commands.executeCommand('parserlens.twice', 1), 2);
    equal(registered(), 1);
  });

  test('a page comes back; one that cannot is told', async () => {
    const { restore, restored, shown } = feature({ missing: 1 });
    const page = { uri: 'x' };
    await restore(page, 'memory');
    deepEqual([restored.length, shown.length], [0, 1]);
    await restore(page, 'memory');
    deepEqual(restored, [[page, 'memory']]);
  });

  test('a document of its own loads it, when it is opened or in a tab; others do not', async () => {
    const { open, registered } = feature({ tabs: ['file:a'] });
    open('file:b');
    await settled();
    equal(registered(), 0);
    open('ours:a');
    open('ours:b');
    await settled();
    equal(registered(), 1);
    const restored = feature({ tabs: ['file:a', 'ours:a'] });
    await settled();
    equal(restored.registered(), 1);
  });

  test('disposed, it has no command; loaded too late, it is disposed at once', async () => {
    const { later, commands } = feature();
    const loading = later.load();
    later.dispose();
    await loading;
    deepEqual([...commands], []);
    const failing = feature({ missing: 1 });
    await rejects(failing.later.load(), { message: /could not be loaded/ });
    failing.later.dispose();
    deepEqual([...failing.commands], []);
  });
});
