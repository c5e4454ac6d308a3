import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ModelServer, openAiEvents, sendEvents, startModelServer } from '../unit/providers/modelServer.ts';
import { activeExtension, closeAll, lensTitles, openFile, until, workspaceFile } from './helpers.ts';

const key = 'sk-planted-secret-run';
const good = '```json\n{"vote": "Ann", "why": "She is silent."}\n```';
const definition = {
  parsers: {
    vote: {
      type: 'MarkdownJsonDictParser',
      content_hint: { vote: 'a name', why: 'a sentence' },
      required_keys: ['vote'],
      samples: [{ name: 'first', text: '```json\n{"vote": "Ann"}\n```', task: 'Who is the wolf?' }],
    },
  },
};

/** What stands in for the user: what is picked, typed and clicked, in order; and what was shown. */
interface User {
  /** The answers to quick picks, by the beginning of the label; input boxes take theirs from `typed`. */
  picks: string[];
  typed: string[];
  /** The button of each dialog, by its beginning; absent: dismissed. */
  clicks: string[];
  shown: string[];
}

/** Runs with the user's answers in the place of VS Code's dialogs. */
async function withUser<T>(user: User, run: () => Thenable<T>): Promise<T> {
  const click = async (message: string, ...rest: unknown[]) => {
    const { detail } = (typeof rest[0] === 'object' ? rest[0] : {}) as vscode.MessageOptions;
    user.shown.push(message, ...(detail ? [detail] : []));
    const buttons = rest.filter((each): each is string => typeof each === 'string');
    const wanted = user.clicks[0];
    const button = buttons.find(each => wanted !== undefined && each.startsWith(wanted));
    if (button !== undefined) user.clicks.shift();
    return button;
  };
  const pick = async (items: unknown) => {
    const wanted = user.picks.shift() ?? '';
    const list = (await (items as Promise<(vscode.QuickPickItem | string)[]>)) as vscode.QuickPickItem[];
    const found = list.find(item => (typeof item === 'string' ? item : item.label).startsWith(wanted));
    assert.ok(found, `${wanted} among ${list.map(item => item.label).join(', ')}`);
    return found;
  };
  const stubs = {
    showQuickPick: async (items: unknown, options?: vscode.QuickPickOptions) => {
      const picked = await pick(items);
      return options?.canPickMany ? [picked] : picked;
    },
    createQuickPick: () => quickPick(pick),
    showInputBox: async () => user.typed.shift(),
    showWarningMessage: click,
    showInformationMessage: click,
    showErrorMessage: click,
  };
  const before = Object.fromEntries(Object.keys(stubs).map(name => [name, Reflect.get(vscode.window, name)]));
  Object.assign(vscode.window, stubs);
  try {
    return await run();
  } finally {
    Object.assign(vscode.window, before);
  }
}

/** A quick pick whose answer comes as soon as it is shown. */
function quickPick(pick: (items: unknown) => Promise<vscode.QuickPickItem>) {
  let accept = () => {};
  let hide = () => {};
  const list = {
    items: [] as vscode.QuickPickItem[],
    selectedItems: [] as vscode.QuickPickItem[],
    onDidAccept(listener: () => void) {
      accept = listener;
    },
    onDidHide(listener: () => void) {
      hide = listener;
    },
    onDidTriggerButton: () => {},
    hide: () => hide(),
    dispose: () => {},
    show: async () => {
      list.selectedItems = [await pick(Promise.resolve(list.items))];
      accept();
    },
  };
  return list;
}

suite('running with a model', () => {
  let server: ModelServer;
  let file: vscode.Uri;
  const models = () => vscode.workspace.getConfiguration('parserlens');

  suiteSetup(async () => {
    await activeExtension();
    server = await startModelServer(response => sendEvents(response, openAiEvents(good)));
    file = workspaceFile('asked.parser.json');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(definition, null, 2)));
    await models().update('models', [`${server.url}/v1#m`], vscode.ConfigurationTarget.Global);
  });
  setup(() => {
    server.seen.length = 0;
    server.abandoned.length = 0;
    server.behave = response => sendEvents(response, openAiEvents(good));
  });
  teardown(closeAll);
  suiteTeardown(async () => {
    await models().update('models', undefined, vscode.ConfigurationTarget.Global);
    await server.close();
  });

  const user = (clicks: string[], more: Partial<User> = {}): User => ({
    picks: ['first', 'm'],
    typed: [],
    clicks,
    shown: [],
    ...more,
  });
  const run = (who: User, command = 'run', uri = file, name: string | undefined = 'vote') =>
    withUser(who, () => vscode.commands.executeCommand(`parserlens.${command}`, uri, name));
  const log = async (name = 'asked') => {
    const bytes = await vscode.workspace.fs.readFile(workspaceFile(`${name}.responses.jsonl`));
    return new TextDecoder()
      .decode(bytes)
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>);
  };

  test('nothing is sent without a click that names the host and shows the request', async () => {
    const { document } = await openFile('asked.parser.json');
    await until('the lens', async () => (await lensTitles(document.uri)).includes('Run…'));
    const who = user([]);
    await run(who);
    assert.equal(server.seen.length, 0);
    const host = new URL(server.url).host;
    assert.equal(who.shown[0], `Send this request to ${host}?`);
    assert.match(who.shown[1] ?? '', /POST http.*chat\/completions/);
    assert.match(who.shown[1] ?? '', /Who is the wolf\?/);
    await assert.rejects(async () => log());
  });

  test('the answer streams into a document, is parsed there, and is a line of the log', async () => {
    await openFile('asked.parser.json');
    const who = user(['Send to']);
    await run(who);
    const document = await until('the answer', () =>
      vscode.workspace.textDocuments.find(each => each.getText() === good),
    );
    await until('its lenses', async () => (await lensTitles(document.uri)).some(title => title.startsWith('✓')));
    assert.match(who.shown.at(-1) ?? '', /^✓ vote reads it · 12 tokens in, \d+ out as reported · /);
    assert.equal(server.seen.length, 1);
    const rows = await log();
    assert.deepEqual([rows.length, rows[0]?.response, rows[0]?.model], [1, good, 'm']);
  });

  test('many times: a log that grows, a rate, failures of their own kind', async () => {
    await openFile('asked.parser.json');
    const before = (await log().catch(() => [])).length;
    server.behave = (response, _, n) =>
      n % 4 === 3
        ? void response.writeHead(400).end('{"error":"no"}')
        : sendEvents(response, openAiEvents(n % 4 === 0 ? 'nothing' : good));
    const who = user(['Send to'], { typed: ['8', '0'] });
    await run(who, 'runMany');
    const words = (who.shown.at(-1) ?? '').split(' · ');
    assert.deepEqual(words.slice(0, 3), [
      '4 of 6 answers read',
      '2 of 8 runs without an answer',
      '72 tokens in, 48 out as reported',
    ]);
    assert.match(words[3] ?? '', /^[\d,]+ in, \d+ out by OpenAITokenCounter:m$/);
    assert.match(words[4] ?? '', /^⚠ OpenAITokenCounter:m is not the counter of this model/);
    const rows = (await log()).slice(before);
    assert.equal(rows.length, 8);
    assert.equal(rows.filter(({ error }) => error !== undefined).length, 2);
    assert.equal(new Set(rows.map(({ id }) => id)).size, 8);
  });

  test('a host that is always allowed is not asked about again, until it is forgotten', async () => {
    await openFile('asked.parser.json');
    await run(user(['Always']));
    const second = user([]);
    await run(second);
    assert.equal(server.seen.length, 2);
    assert.ok(!second.shown.some(text => text.startsWith('Send this request')));
    await withUser(user([], { picks: [server.url] }), () =>
      vscode.commands.executeCommand('parserlens.forgetAllowedHost'),
    );
    const third = user([]);
    await run(third);
    assert.equal(server.seen.length, 2);
    assert.match(third.shown[0] ?? '', /^Send this request/);
  });

  test('a conversation is run with its parser', async () => {
    const conversation = {
      formatter: 'OpenAIChatFormatter',
      parser: 'asked.parser.json#vote',
      messages: [{ name: 'Mod', role: 'user', content: 'Vote now.' }],
    };
    const uri = workspaceFile('asked.messages.json');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(conversation)));
    const { document } = await openFile('asked.messages.json');
    await until('the lens', async () => (await lensTitles(document.uri)).includes('Run…'));
    await run(user(['Send to'], { picks: ['m'] }), 'run', uri);
    const messages = server.seen[0]?.body.messages as { role: string }[];
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'system'],
    );
  });

  test('a workspace cannot name a model; a key is nowhere but in its header', async () => {
    const { globalValue, workspaceValue } = models().inspect<string[]>('models') ?? {};
    assert.ok(globalValue?.length === 1 && workspaceValue === undefined);
    await assert.rejects(async () =>
      models().update('models', ['http://evil/v1#m'], vscode.ConfigurationTarget.Workspace),
    );
    await openFile('asked.parser.json');
    server.behave = (response, { headers }) =>
      void response
        .writeHead(401)
        .end(JSON.stringify({ error: { message: `bad key ${headers.authorization ?? key}` } }));
    const who = user(['Send to']);
    await run(who);
    assert.match(who.shown.at(-1) ?? '', /^No answer: /);
  });
});
