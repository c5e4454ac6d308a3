import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type ModelServer, openAiEvents, sendEvents, startModelServer } from '../unit/providers/modelServer.ts';
import { activeExtension, closeAll, lensTitles, openFile, until, workspaceFile } from './helpers.ts';
import { type User, withUser } from './user.ts';

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

  test('nothing is sent without a click that names the host and shows the request @main', async () => {
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

  test('the answer streams into a document, is parsed there, and is a line of the log @main', async () => {
    await openFile('asked.parser.json');
    const who = user(['Send to']);
    await run(who);
    const document = await until('the answer', () =>
      vscode.workspace.textDocuments.find(each => each.getText() === good),
    );
    await until('its lenses', async () => (await lensTitles(document.uri)).some(title => title.startsWith('✓')));
    assert.match(who.shown.at(-1) ?? '', /^✓ vote reads it · [\d.]+ s$/);
    // What it took stands behind the answer.
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const hint = await until('what it took', async () => {
      const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        all,
      );
      return found[0];
    });
    assert.match(hint.label as string, /^⚠ 12 tokens in, \d+ out as reported$/);
    assert.match(hint.tooltip as string, /\n[\d,]+ in, \d+ out by OpenAITokenCounter:m\n⚠ /);
    assert.ok(hint.position.isEqual(document.positionAt(good.length)));
    assert.equal(server.seen.length, 1);
    const rows = await log();
    assert.deepEqual([rows.length, rows[0]?.response, rows[0]?.model], [1, good, 'm']);
    const start = new vscode.Range(0, 0, 0, 0);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      start,
    );
    const again = actions.find(({ title }) => title === 'Run Again')?.command;
    assert.ok(again && actions.some(({ title }) => title === 'Run 20 Times'));
    await withUser(user(['Send to']), () => vscode.commands.executeCommand(again.command, ...(again.arguments ?? [])));
    assert.equal(server.seen.length, 2);
  });

  test('a document that is long in coming, which VS Code opens unasked in the active group, is there once', async () => {
    await openFile('asked.parser.json');
    const show = vscode.window.showTextDocument;
    const tabs = () =>
      vscode.window.tabGroups.all.flatMap(each => each.tabs.filter(({ label }) => /^vote-answer/.test(label)));
    const late = async (document: vscode.TextDocument, options: vscode.TextDocumentShowOptions) => {
      await until('VS Code opens it', () => tabs().length > 0);
      return show(document, options);
    };
    Object.assign(vscode.window, { showTextDocument: late });
    try {
      await run(user(['Send to']));
    } finally {
      Object.assign(vscode.window, { showTextDocument: show });
    }
    await until('one tab, beside', () => {
      const [only, ...others] = tabs();
      return only?.group.viewColumn === vscode.ViewColumn.Two && others.length === 0;
    });
    assert.ok(vscode.workspace.textDocuments.some(each => each.getText() === good));
  });

  const answers = () =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ label }) => /answer|^Untitled/.test(label)));

  test('a run that fails leaves no document, and is made again by its message; the document opens with the first token', async () => {
    await openFile('asked.parser.json');
    let finish = () => {};
    server.behave = (response, _, n) => {
      if (n === 0) return void response.writeHead(400).end('{"error":"no"}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // A model of two roles begins with an empty piece.
      response.write('data: {"choices":[{"delta":{"role":"assistant","content":""}}]}\n\n');
      finish = () => {
        response.end(openAiEvents(good).join(''));
      };
    };
    const who = user(['Send to', 'Run Again', 'Send to'], { picks: ['first', 'm'] });
    await withUser(who, async () => {
      await vscode.commands.executeCommand('parserlens.run', file, 'vote');
      await until('the second request', () => server.seen.length === 2);
    });
    assert.ok(who.shown.some(text => text.startsWith('No answer: ')));
    assert.deepEqual(answers(), []);
    finish();
    // On a slow machine VS Code opens it in the active group as well, for a moment.
    await until('the answer beside', () => answers().length === 1 && vscode.window.tabGroups.all.length === 2);
    await until('its text', () => vscode.workspace.textDocuments.some(each => each.getText() === good));
  });

  test('a run that is cancelled says so, and what came is parsed', async () => {
    await openFile('asked.parser.json');
    const partly = openAiEvents(good).slice(0, 9);
    server.behave = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(partly.join(''));
    };
    const cancelling = new vscode.CancellationTokenSource();
    const running = run(user(['Send to'], { cancel: cancelling.token }));
    const titles = async () => {
      const { input } = answers()[0]!;
      return lensTitles((input as vscode.TabInputText).uri);
    };
    await until('the moment', async () => (await titles()).some(title => title.startsWith('Answering')));
    cancelling.cancel();
    await running;
    await until('both', async () => {
      const [first, ...others] = await titles();
      return first === 'Cancelled' && others.some(title => title.startsWith('✗'));
    });
    assert.ok(!(await titles()).some(title => title.startsWith('Answering')));
  });

  test('what the user does in the document meanwhile stays; the answer stays whole; a closed document stays closed', async () => {
    const steps: (() => void)[] = [];
    let isFree = false;
    server.behave = async response => {
      const events = openAiEvents(good);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let i = 0; i < events.length; i += 4) {
        response.write(events.slice(i, i + 4).join(''));
        if (i < 12 && !isFree) await new Promise<void>(done => steps.push(done));
      }
      response.end();
    };
    // Of other tests' documents some may be known for a while after they were closed.
    const answers = () => vscode.workspace.textDocuments.filter(({ uri }) => /vote-answer[^/]*$/.test(uri.path));
    const tabOf = (document: vscode.TextDocument) =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ input }) => (input as vscode.TabInputText).uri?.toString() === document.uri.toString());
    let known = answers();
    const documentOf = () => answers().find(each => !known.includes(each) && tabOf(each));
    const next = async (text: string) => {
      await until('more of the answer', () => documentOf()?.getText().includes(text) && steps.length > 0);
      return steps.shift()!;
    };
    const insert = async (offset: number, text: string) => {
      const document = documentOf()!;
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, document.positionAt(offset), text);
      assert.ok(await vscode.workspace.applyEdit(edit));
    };
    await openFile('asked.parser.json');
    const running = run(user(['Send to']));
    // All that has been sent so far: an edit on its way would be in the way of ours.
    let go = await next('{"vote"');
    const document = documentOf()!;
    await insert(document.getText().length, ' (typed behind)');
    await insert(0, 'typed before: ');
    // Another document takes its place.
    const { group } = tabOf(document)!;
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file), {
      viewColumn: group.viewColumn,
    });
    go();
    go = await next('"Ann"');
    await vscode.window.showTextDocument(document, { preview: false });
    go();
    go = await next('"why"');
    go();
    await running;
    assert.equal(document.getText(), `typed before: ${good} (typed behind)`);
    // The document is changed and saved nowhere: reverting closes it without a question.
    known = answers();
    const second = run(user(['Send to']));
    // Again all that has been sent: an edit on its way would open the document once more.
    go = await next('{"vote"');
    const other = documentOf()!;
    // In its own group: a second tab elsewhere would be another to close.
    await vscode.window.showTextDocument(other, { viewColumn: tabOf(other)!.group.viewColumn });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('it is closed', () => other.isClosed);
    isFree = true;
    go();
    await second;
    assert.ok(other.isClosed);
    assert.equal(tabOf(other), undefined);
    assert.equal((await log()).at(-1)?.response, good);
  });

  test('an answer that calls functions is the provider’s message in the document, and parsed there', async () => {
    const calls = {
      type: 'mini_swe_agent',
      mode: 'actions_toolcall',
      system_template: 'S',
      instance_template: '{{task}}',
    };
    const uri = workspaceFile('called.parser.json');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(calls)));
    await openFile('called.parser.json');
    const call = { index: 0, id: 'c', function: { name: 'bash', arguments: '{"command": "ls"}' } };
    server.behave = response =>
      sendEvents(response, [
        `data: ${JSON.stringify({ choices: [{ delta: { content: 'I look.', tool_calls: [call] } }] })}\n\n`,
        'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\n',
      ]);
    const who = user(['Send to'], { picks: ['m'], typed: ['Look.'] });
    await run(who, 'run', uri, 'called');
    assert.match(who.shown.at(-1) ?? '', /^✓ called reads it/);
    const { document } = vscode.window.visibleTextEditors.find(each => each.document.getText().includes('tool_calls'))!;
    await until('its lenses', async () => (await lensTitles(document.uri)).some(title => title.startsWith('✓')));
  });

  test('many times: a log that grows, a rate, failures of their own kind', async () => {
    await openFile('asked.parser.json');
    const before = (await log().catch(() => [])).length;
    server.behave = (response, _, n) =>
      n % 4 === 3
        ? void response.writeHead(400).end('{"error":"no"}')
        : sendEvents(response, openAiEvents(n % 4 === 0 ? 'nothing' : good));
    const who = user(['Show Request', 'Send to'], { typed: ['8', '0'] });
    await run(who, 'runMany');
    assert.match(who.shown[0] ?? '', /^Send this request to 127\.0\.0\.1:\d+ 8 times\?$/);
    assert.match(who.shown.at(-1) ?? '', /^66\.7 % ok \(4 of 6\) · 2 of 8 runs without an answer · [\d.]+ s$/);
    const rows = (await log()).slice(before);
    assert.ok(rows.every(({ parser }) => parser === 'vote'));
    assert.equal(rows.length, 8);
    assert.equal(rows.filter(({ error }) => error !== undefined).length, 2);
    assert.equal(new Set(rows.map(({ id }) => id)).size, 8);
  });

  test('many times with retries: the end has the numbers of the page, where an answer that is odd is not ok', async () => {
    await openFile('asked.parser.json');
    let odd = 2;
    server.behave = (response, { body }) => {
      const isRetry = (body.messages as readonly { role: string }[]).some(({ role }) => role === 'assistant');
      const first = odd-- > 0 ? `${good}\nNo, better:\n${good.replace('Ann', 'Bo')}` : 'nothing';
      return sendEvents(response, openAiEvents(isRetry ? good : first));
    };
    const who = user(['Show Request', 'Send to'], { typed: ['4', '1'] });
    await run(who, 'runMany');
    assert.match(
      who.shown.at(-1) ?? '',
      /^0\.0 % ok at first \(0 of 4\) · 50\.0 % with retries \(2 of 4\) · [\d.]+ s$/,
    );
  });

  test('many times without a known model: the list offers to add an address, and Enter takes it', async () => {
    await openFile('asked.parser.json');
    await models().update('models', [], vscode.ConfigurationTarget.Global);
    const who = user(['Send to'], { picks: ['first', '$(add)', 'm'], typed: [`${server.url}/v1#m`, '1', '0'] });
    await run(who, 'runMany');
    assert.match(who.shown.at(-1) ?? '', /^100\.0 % ok \(1 of 1\)/);
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

  test('a workspace cannot name a model, and one that is not trusted cannot ask', async () => {
    const { globalValue, workspaceValue } = models().inspect<string[]>('models') ?? {};
    assert.ok(globalValue?.length === 1 && workspaceValue === undefined);
    await assert.rejects(async () =>
      models().update('models', ['http://evil/v1#m'], vscode.ConfigurationTarget.Workspace),
    );
    await openFile('asked.parser.json');
    const trust = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted')!;
    Object.defineProperty(vscode.workspace, 'isTrusted', { configurable: true, get: () => false });
    try {
      const who = user(['Send to']);
      await run(who);
      assert.equal(
        who.shown[0],
        'Models are asked only in a trusted workspace, because its files say what is sent. Nothing was sent.',
      );
    } finally {
      Object.defineProperty(vscode.workspace, 'isTrusted', trust);
    }
    assert.equal(server.seen.length, 0);
  });

  test('a server of this machine can be given a key: after a refusal, and in the dialog, which says whether one is sent', async () => {
    await openFile('asked.parser.json');
    server.behave = (response, { headers }) =>
      headers.authorization === 'Bearer local-key'
        ? sendEvents(response, openAiEvents(good))
        : void response.writeHead(401).end('{"error":"who are you?"}');
    const who = user(['Send to', 'Enter API Key…', 'Send to'], { typed: ['local-key'] });
    await withUser(who, async () => {
      await vscode.commands.executeCommand('parserlens.run', file, 'vote');
      await until('the second request', () => server.seen.length === 2);
      await until('its message', () => who.shown.some(text => text.startsWith('✓')));
    });
    assert.deepEqual(
      who.shown.flatMap(text => /API key[^.]*/.exec(text)?.[0] ?? []),
      ['API key', 'API key that is kept for it'],
    );
    const forget = () =>
      withUser(user([], { picks: [server.url] }), () => vscode.commands.executeCommand('parserlens.forgetApiKey'));
    await forget();
    const other = user(['Enter API Key…', 'Send to'], { picks: ['first', 'm'], typed: ['local-key'] });
    await run(other);
    await until('the third request', () => server.seen.length === 3);
    assert.equal(server.seen[2]?.headers.authorization, 'Bearer local-key');
    await forget();
  });

  test('a key goes in its header, and is in no file, no log, no message; a refused one is forgotten', async () => {
    // This machine under a name that is not known as its own, so that a key is asked for.
    await models().update('models', [`${server.url.replace('127.0.0.1', '0.0.0.0')}/v1#m`], true);
    await openFile('asked.parser.json');
    const refuse: typeof server.behave = (response, { headers }) => {
      const message = `bad key ${headers.authorization}`;
      response.writeHead(401).end(JSON.stringify({ error: { message } }));
    };
    const who = user(['Send to', 'Send to', 'Forget API Key'], { picks: ['first', 'm', 'first', 'm'], typed: [key] });
    await run(who);
    server.behave = refuse;
    await run(who);
    assert.deepEqual(
      server.seen.map(({ headers }) => headers.authorization),
      [`Bearer ${key}`, `Bearer ${key}`],
    );
    assert.match(who.shown.at(-1) ?? '', /^No answer: .* bad key Bearer …$/);
    // The key is gone: it is asked for again, and without one there is no run.
    await until('a question for the key', async () => {
      await run(user(['Send to']));
      return server.seen.length === 2;
    });
    const { logs, storage } = vscode.extensions.getExtension('parserlens-test.scripted-models')!.exports;
    const folders = [vscode.Uri.joinPath(file, '..').fsPath, join(logs, '..'), join(storage, '..')];
    const read = folders.flatMap(filesIn);
    assert.ok(read.some(path => path.endsWith('asked.responses.jsonl')));
    // The log has what was refused, so that it was looked where the key would be.
    await until('the log', () =>
      filesIn(join(logs, '..')).some(
        path => /ParserLens\.log$/.test(path) && readFileSync(path, 'utf8').includes('bad key Bearer …'),
      ),
    );
    for (const text of [...who.shown, ...read.map(path => readFileSync(path, 'utf8'))]) assert.ok(!text.includes(key));
  });
});

/** All files of a folder, however deep. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
}
