import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { oldest, versions } from '../run/vscode.mjs';
import { skipTest } from '../skipTest.ts';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('the provider’s own count', () => {
  let workbench: Workbench;
  let server: Server;
  let asked = 0;

  suiteSetup(async function () {
    // With an extension under development the oldest VS Code refuses to show dialogs.
    if (versions()[0] === oldest) skipTest(this, `in VS Code ${oldest}`);
    server = createServer((_, response) => {
      asked++;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens": 42}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
  });
  suiteTeardown(async () => {
    server?.close();
    await workbench?.close();
  });

  test('is asked for behind a dialog that names the host, and stands beside the estimate', async () => {
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const token_counter = { type: 'AnthropicTokenCounter', model_name: 'claude-x', base_url: host };
    const messages = [{ name: 'Ada', role: 'user', content: 'Hello' }];
    const text = JSON.stringify({ formatter: 'AnthropicChatFormatter', token_counter, messages });
    await writeFile(join(workbench.workspace, 'asked.messages.json'), text);
    const { page } = workbench;
    await workbench.openFile('asked.messages.json');
    await workbench.focusEditor();
    await page.keyboard.press('Control+K');
    await page.keyboard.press('v');
    const frame = await workbench.webview('Conversation');
    await frame.getByRole('button', { name: 'Count with Anthropic’s API…' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'to count its tokens?' });
    await dialog.waitFor();
    assert.ok((await dialog.textContent())?.includes(`Send this conversation to ${host} to count its tokens?`));
    await workbench.picture('provider-count-dialog');
    assert.equal(asked, 0);
    await dialog.getByRole('button', { name: `Send to ${host}` }).click();
    const key = page.locator('.quick-input-widget input[type=password]');
    await key.waitFor();
    assert.equal(asked, 0);
    await key.fill('sk-very-secret');
    await page.keyboard.press('Enter');
    const number = `42 tokens, exact, from ${host}`;
    await until(number, async () => (await frame.locator('.exact-count').allTextContents()).includes(number));
    assert.equal(asked, 1);
    await workbench.picture('provider-count');
  });
});
