import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  codeOf,
  diagnostics,
  lensTitles,
  openFile,
  until,
  workspaceFile,
} from './helpers.ts';

const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

const image = (url: string) =>
  JSON.stringify({
    formatter: 'OpenAIChatFormatter',
    messages: [{ name: 'Ann', role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }],
  });

suite('what a file in the workspace may have read', () => {
  const own = (name: string) => workspaceFile(`confines/${name}`);
  /** Beside the workspace folder, and not in it. */
  const outer = workspaceFile('../outside.png');

  suiteSetup(async () => {
    await activeExtension();
    await write(outer, '2');
    await write(own('inner.png'), '2');
    await symlink(outer.fsPath, own('link.png').fsPath);
  });
  teardown(closeAll);
  suiteTeardown(async () => {
    await vscode.workspace.fs.delete(own(''), { recursive: true });
    await rm(outer.fsPath);
  });

  const allow = (folders: readonly string[] | undefined) =>
    vscode.workspace
      .getConfiguration('parserlens')
      .update('files.allowedFolders', folders, vscode.ConfigurationTarget.Global);

  const places: readonly (readonly [what: string, path: () => string])[] = [
    ['above', () => '../../outside.png'],
    ['by its whole path', () => outer.fsPath],
    ['through a link', () => 'link.png'],
  ];
  for (const [what, path] of places) {
    test(`no sample from outside, ${what}, unless the user allows it`, async () => {
      const sample = (file: string) => ({ file, expect: { value: 2 } });
      const samples = [sample('inner.png'), sample(path())];
      await write(
        own('x.parser.json'),
        JSON.stringify({ type: 'MarkdownJsonObjectParser', content_hint: '1', samples }),
      );
      const { document } = await openFile('confines/x.parser.json');
      const isShown = (title: string) => async () => (await lensTitles(document.uri)).includes(title);
      const codes = () => diagnostics(document.uri).map(codeOf);
      try {
        await until('the problem', () => codes().includes('file-outside'));
        await until('one pass', isShown('1/2 pass'));
        assert.equal(codes().filter(code => code === 'file-outside').length, 1);
        assert.ok(!codes().includes('missing-file'));
        await allow([vscode.Uri.joinPath(outer, '..').fsPath]);
        await until('no problem', () => !codes().includes('file-outside'));
        await until('both pass', isShown('2/2 pass'));
      } finally {
        await allow(undefined);
      }
    });

    test(`no image from outside, ${what}, unless the user allows it`, async () => {
      await write(own('x.messages.json'), image(path()));
      const { document } = await openFile('confines/x.messages.json');
      const titles = () => lensTitles(document.uri);
      try {
        await until('the error', async () => (await titles()).some(title => title.includes('FileNotAllowed')));
        await allow([vscode.Uri.joinPath(outer, '..').fsPath]);
        await until('the payload', async () => (await titles()).some(title => title.startsWith('OpenAIChatFormatter')));
      } finally {
        await allow(undefined);
      }
    });
  }

  test('a workspace does not allow itself anything @main', () => {
    const { scope } =
      vscode.extensions.getExtension('parserlens.parserlens')!.packageJSON.contributes.configuration[0].properties[
        'parserlens.files.allowedFolders'
      ];
    assert.equal(scope, 'machine');
  });
});

suite('media of a conversation on another host', () => {
  let server: Server;
  let host: string;
  let fetched = 0;

  suiteSetup(async () => {
    await activeExtension();
    server = createServer((_, response) => {
      fetched++;
      response.end('sound');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  suiteTeardown(() => server.close());
  teardown(closeAll);

  test('are fetched only after the dialog that names the host, and for that conversation alone', async () => {
    const audio = { type: 'audio', source: { type: 'url', url: `http://${host}/a.wav` } };
    const text = JSON.stringify({
      formatter: 'OpenAIChatFormatter',
      token_counter: { type: 'o200k_base' },
      messages: [{ name: 'Ann', role: 'user', content: [audio] }],
    });
    const uris = ['one', 'two'].map(name => workspaceFile(`remote-${name}.messages.json`));
    const before = vscode.window.showWarningMessage;
    const asked: string[] = [];
    let agrees = false;
    Object.assign(vscode.window, {
      showWarningMessage: async (message: string, { modal, detail }: vscode.MessageOptions, button: string) => {
        assert.equal(modal, true);
        asked.push(`${message} ${detail}`);
        return agrees ? button : undefined;
      },
    });
    const titlesOf = (uri: vscode.Uri) => lensTitles(uri);
    const isBlocked = async (uri: vscode.Uri) =>
      (await titlesOf(uri)).some(title => title.includes('NetworkNotAllowed'));
    try {
      for (const uri of uris) {
        await write(uri, text);
        await vscode.window.showTextDocument(uri, { preview: false });
        await until('the host is waited for', () => isBlocked(uri));
      }
      const [one, two] = uris as [vscode.Uri, vscode.Uri];
      const run = (uri: vscode.Uri) => vscode.commands.executeCommand('parserlens.formatMessages', uri);
      await run(one);
      assert.deepEqual([fetched, asked.length], [0, 1]);
      assert.match(asked[0]!, new RegExp(`^Fetch media from ${host}\\? remote-one\\.messages\\.json names media`));
      agrees = true;
      await run(one);
      assert.ok(fetched > 0);
      await until('the first is formatted', async () => !(await isBlocked(one)));
      const times = fetched;
      assert.ok(await isBlocked(two));
      agrees = false;
      await run(two);
      assert.deepEqual([fetched, asked.length], [times, 3]);
      assert.match(asked[2]!, /remote-two/);
    } finally {
      Object.assign(vscode.window, { showWarningMessage: before });
      for (const uri of uris) await vscode.workspace.fs.delete(uri);
    }
  });
});
