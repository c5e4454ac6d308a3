import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { activeExtension, closeAll, lensTitles, openFile, openText, until, workspaceFile } from './helpers.ts';

const key = 'sk-very-secret';

/** Takes the place of functions of VS Code's window while `run` runs, where a user would have to click. */
async function withWindow<T>(stubs: Record<string, (...args: never[]) => unknown>, run: () => Thenable<T>): Promise<T> {
  const before = Object.fromEntries(Object.keys(stubs).map(name => [name, Reflect.get(vscode.window, name)]));
  Object.assign(vscode.window, stubs);
  try {
    return await run();
  } finally {
    Object.assign(vscode.window, before);
  }
}

async function writeNew(name: string, value: unknown): Promise<void> {
  await vscode.workspace.fs.writeFile(workspaceFile(name), new TextEncoder().encode(JSON.stringify(value)));
}

suite('counting by APIs and with tokenizers on disk', () => {
  let server: Server;
  let host: string;
  const keys: unknown[] = [];

  suiteSetup(async () => {
    await activeExtension();
    server = createServer((request, response) => {
      keys.push(request.headers['x-api-key']);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens": 42}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  suiteTeardown(() => server.close());
  teardown(closeAll);

  test('a provider counts after a click that names the host; the key is asked for once and can be forgotten', async () => {
    const token_counter = { type: 'AnthropicTokenCounter', model_name: 'claude-x', base_url: host };
    const messages = [{ name: 'Ada', role: 'user', content: 'Hello' }];
    await writeNew('asked.messages.json', { formatter: 'AnthropicChatFormatter', token_counter, messages });
    const { document } = await openFile('asked.messages.json');
    await until('the lens', async () => (await lensTitles(document.uri)).includes('Count with Anthropic’s API…'));

    const shown: string[] = [];
    let agrees = false;
    let typed = 0;
    const count = () => vscode.commands.executeCommand('parserlens.countWithApi', document.uri);
    const stubs = {
      showWarningMessage: async (message: string, { modal, detail }: vscode.MessageOptions, button: string) => {
        assert.ok(modal);
        shown.push(message, detail ?? '', button);
        return agrees ? button : undefined;
      },
      showInformationMessage: async (message: string) => void shown.push(message),
      showErrorMessage: async (message: string) => void shown.push(message),
      showInputBox: async ({ password }: vscode.InputBoxOptions) => {
        assert.ok(password);
        typed++;
        return key;
      },
      showQuickPick: async (items: readonly string[]) => items.find(item => item === host),
    };
    try {
      await withWindow(stubs, async () => {
        await count();
        assert.deepEqual([keys, typed], [[], 0]);
        assert.equal(shown[0], `Send this conversation to ${host} to count its tokens?`);
        assert.match(shown[1]!, /1 message, 1 KB.*This is not the address of Anthropic/s);
        agrees = true;
        await count();
        await count();
        assert.deepEqual([keys, typed], [[key, key], 1]);
        await vscode.commands.executeCommand('parserlens.forgetApiKey');
        await count();
        assert.equal(typed, 2);
      });
    } finally {
      await withWindow(stubs, () => vscode.commands.executeCommand('parserlens.forgetApiKey'));
      await vscode.workspace.fs.delete(document.uri);
    }
    assert.ok(shown.includes(`42 tokens, exact, from ${host}.`));
    assert.ok(!shown.join('\n').includes(key));
    assert.ok((await lensTitles(document.uri)).includes(`42 tokens, exact, from ${host}`));
  });

  test('a tokenizer of the settings is offered, and counts', async () => {
    const vocab = { '[UNK]': 0, be: 1, kind: 2 };
    const model = {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 9,
    };
    const pre_tokenizer = { type: 'Whitespace' };
    const rest = { version: '1.0', added_tokens: [], normalizer: null, post_processor: null, decoder: null };
    await writeNew('own/tokenizer.json', { ...rest, pre_tokenizer, model: { ...model, vocab } });
    const settings = vscode.workspace.getConfiguration('parserlens');
    const set = (name: string, value: unknown) => settings.update(name, value, vscode.ConfigurationTarget.Workspace);
    const messages: string[] = [];
    try {
      await set('tokens.tokenizers', { mine: 'own' });
      await openText('be kind');
      await withWindow(
        {
          showQuickPick: async (items: readonly vscode.QuickPickItem[]) => items.find(({ label }) => label === 'mine'),
          showInformationMessage: async (message: string) => void messages.push(message),
          showErrorMessage: async (message: string) => void messages.push(message),
        },
        async () => {
          await vscode.commands.executeCommand('parserlens.pickCounter');
          await vscode.commands.executeCommand('parserlens.countTokens');
        },
      );
      assert.match(messages[0]!, /^The document has 2 tokens \(the tokenizer and chat template in .*own, exact\)\.$/);
    } finally {
      for (const name of ['tokens.tokenizers', 'tokens.counters']) {
        await set(name, undefined);
        await settings.update(name, undefined, vscode.ConfigurationTarget.Global);
      }
      await vscode.workspace.fs.delete(workspaceFile('own'), { recursive: true });
    }
  });
});
