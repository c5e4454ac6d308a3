import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  codeOf,
  diagnostics,
  lensTitles,
  openFile,
  openText,
  replaceAll,
  select,
  until,
  workspaceFile,
} from './helpers.ts';

suite('conversations', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    // A text and its payload: closing all of them at once would ask whether the text is to be saved.
    for (const { tabs } of vscode.window.tabGroups.all)
      for (const _ of tabs) await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await closeAll();
    for (const file of created) await vscode.workspace.fs.delete(file).then(undefined, () => undefined);
    created.length = 0;
  });

  const created: vscode.Uri[] = [];
  /** A new file of the workspace, in an editor. */
  const openNew = async (name: string, content: string) => {
    const uri = workspaceFile(name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
    created.push(uri);
    return openFile(name);
  };
  const lenses = (uri: vscode.Uri, wanted: RegExp) =>
    until(`lenses ${wanted}`, async () => {
      const titles = await lensTitles(uri);
      return titles.some(title => wanted.test(title)) ? titles : undefined;
    });
  const format = (...args: unknown[]) => vscode.commands.executeCommand('parserlens.formatMessages', ...args);
  const payload = () => vscode.window.activeTextEditor?.document;
  const shownPayload = () =>
    until('the payload', () => (payload()?.uri.scheme === 'parserlens-payload' ? payload()?.getText() : undefined));
  const gpt = { formatter: 'OpenAIChatFormatter', counter: 'OpenAITokenCounter:gpt-4o' };
  const user = { name: 'Ada', role: 'user', content: 'Hello' };

  test('a tokenizer that never ends says so, and stops no other conversation', async () => {
    const tokenizer = {
      version: '1.0',
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: { type: 'Split', pattern: { Regex: '(a+)+!' }, behavior: 'Isolated', invert: false },
      post_processor: null,
      decoder: null,
      model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', vocab: { '[UNK]': 0 } },
    };
    const chat_template = '{% for message in messages %}{{ message.content[0].text }}{% endfor %}';
    const write = async (path: string, value: unknown) => {
      const uri = workspaceFile(path);
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(value)));
      return uri;
    };
    created.push(await write('stuck/tokenizer.json', tokenizer));
    created.push(await write('stuck/tokenizer_config.json', { chat_template }));
    const token_counter = {
      type: 'HuggingFaceTokenCounter',
      pretrained_model_name_or_path: workspaceFile('stuck').fsPath,
    };
    const messages = [{ ...user, content: `${'a'.repeat(64)}b` }];
    const stuck = await openNew(
      'stuck.messages.json',
      JSON.stringify({ formatter: 'OpenAIChatFormatter', token_counter, messages }),
    );
    const other = await openFile('library.messages.json');
    await lenses(other.document.uri, /^126 tokens/);
    await until(
      'the error',
      async () => (await lensTitles(stuck.document.uri)).some(title => /TokenizerTimeoutError/.test(title)),
      { timeout: 40_000 },
    );
  });

  test('a conversation that names no release of AgentScope is for that of the setting', async () => {
    const example = await vscode.workspace.openTextDocument(workspaceFile('library.messages.json'));
    const text = example.getText().replace('"agentscope_version": "1.0.0",', '');
    const { document } = await openNew('unversioned.messages.json', text);
    const settings = vscode.workspace.getConfiguration('parserlens', document);
    const set = (release: string | undefined) =>
      settings.update('conversations.agentscopeVersion', release, vscode.ConfigurationTarget.Workspace);
    await lenses(document.uri, /^124 tokens/);
    try {
      await set('1.0.0');
      await lenses(document.uri, /^126 tokens/);
    } finally {
      await set(undefined);
    }
    await lenses(document.uri, /^124 tokens/);
  });

  test('a release that is not there is a problem at its place', async () => {
    const text = '{ "agentscope_version": "2.1.0", "formatter": "OpenAIChatFormatter", "messages": [] }';
    const { document } = await openNew('later.messages.json', text);
    await until('the problem', () => diagnostics(document.uri).length > 0);
    const [problem] = diagnostics(document.uri);
    assert.equal(codeOf(problem!), 'agentscope-version');
    assert.equal(document.getText(problem!.range), '"2.1.0"');
  });

  test('the documented example: 126 of 156 tokens, and what is dropped @main', async () => {
    const { document } = await openFile('library.messages.json');
    assert.equal(document.languageId, 'jsonc');
    const titles = await lenses(document.uri, /^126 tokens/);
    assert.deepEqual(titles.slice(0, 5), [
      '126 tokens · 2 of 11 dropped',
      '1 token · kept',
      '✗ 13 tokens · dropped',
      '✗ 17 tokens · dropped',
      '28 tokens · kept',
    ]);
    assert.equal(titles.length, 12);
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
  });

  test('where nothing is counted and nothing is left out, messages have no lenses', async () => {
    const text = JSON.stringify({ formatter: 'OpenAIChatFormatter', messages: [user, user] });
    const { document } = await openNew('plain.messages.json', text);
    assert.deepEqual(await lenses(document.uri, /^OpenAIChatFormatter/), ['OpenAIChatFormatter']);
  });

  test('lenses follow what is typed, and can be turned off', async () => {
    const example = await vscode.workspace.openTextDocument(workspaceFile('library.messages.json'));
    const editor = await openNew('typed.messages.json', example.getText());
    await lenses(editor.document.uri, /^126 tokens/);
    select(editor, '136');
    await editor.edit(edit => edit.replace(editor.selection, '1000'));
    await lenses(editor.document.uri, /^156 tokens · limit 1,000/);
    const settings = vscode.workspace.getConfiguration('parserlens');
    await settings.update('conversations.codeLens', false, vscode.ConfigurationTarget.Workspace);
    try {
      await until('no lenses', async () => (await lensTitles(editor.document.uri)).length === 0);
    } finally {
      await settings.update('conversations.codeLens', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  test('underlines what the provider would refuse, with a link to the rule @main', async () => {
    const result = { type: 'tool_result', id: '7', name: 'f', output: [] };
    const messages = [user, { name: 'system', role: 'system', content: [result] }];
    const text = JSON.stringify({ formatter: 'OpenAIChatFormatter', messages });
    const { document } = await openNew('refused.messages.json', text);
    const [problem] = await until('a problem', () =>
      diagnostics(document.uri).length > 0 ? diagnostics(document.uri) : undefined,
    );
    assert.equal(document.getText(problem!.range), JSON.stringify(result));
    assert.equal(problem!.severity, vscode.DiagnosticSeverity.Error);
    assert.ok(typeof problem!.code === 'object' && problem!.code.value === 'result-without-call');
    assert.equal(problem!.code.target.authority, 'platform.openai.com');

    const settings = vscode.workspace.getConfiguration('parserlens', document);
    const set = (value: unknown) =>
      settings.update('conversations.severity', value, vscode.ConfigurationTarget.Workspace);
    try {
      await set({ 'result-without-call': 'warning' });
      await until('a warning', () => diagnostics(document.uri)[0]?.severity === vscode.DiagnosticSeverity.Warning);
      await set({ 'result-without-call': 'off' });
      await until('no problem', () => diagnostics(document.uri).length === 0);
    } finally {
      await set(undefined);
    }
  });

  test('leaves a file of translations alone', async () => {
    const { document } = await openNew('en.messages.json', '{ "greeting": "Hello", "formatter": "f" }');
    const other = await openNew('wrong.messages.json', '[{ "role": "tool", "content": "x" }]');
    await until('problems of the other', () => diagnostics(other.document.uri).length > 0);
    assert.deepEqual(diagnostics(document.uri), []);
    assert.deepEqual(await lensTitles(document.uri), []);
  });

  test('formats a file: its payload as a read-only document', async () => {
    await format(workspaceFile('library.messages.json'));
    const messages = JSON.parse(await shownPayload());
    assert.equal(messages.length, 7);
    assert.match(messages[1].content, /<history>\nCharlie: .*\n<\/history>$/);
    assert.equal(payload()?.languageId, 'json');
  });

  for (const [name, text] of [
    ['a list of messages', JSON.stringify([user, user])],
    ['lines of messages', `${JSON.stringify(user)}\n${JSON.stringify(user)}`],
  ] as const)
    test(`formats a selection that holds ${name}`, async () => {
      const editor = await openText(`the log says\n${text}\nand goes on`);
      select(editor, text);
      await format(undefined, gpt);
      assert.equal(JSON.parse(await shownPayload()).length, 2);
    });

  test('cuts to the limit that a keybinding gives', async () => {
    await openText(JSON.stringify([user, user, user]));
    await format(undefined, { ...gpt, maxTokens: 15 });
    assert.equal(JSON.parse(await shownPayload()).length, 1);
  });

  test('reads local media from the folder of the file', async () => {
    const bytes = Buffer.from('iVBORw0KGgo=', 'base64');
    const image = workspaceFile('dot.png');
    await vscode.workspace.fs.writeFile(image, bytes);
    created.push(image);
    const content = [{ type: 'image', source: { type: 'url', url: 'dot.png' } }];
    await openNew('image.messages.json', JSON.stringify([{ ...user, content }]));
    await format(undefined, { formatter: 'OpenAIChatFormatter', counter: 'o200k_base' });
    const [message] = JSON.parse(await shownPayload());
    assert.equal(message.content[0].image_url.url, 'data:image/png;base64,iVBORw0KGgo=');
  });

  test('opens the preview beside the editor; a file that names no formatter gets the last one', async () => {
    const { document } = await openFile('bookshop.messages.jsonl');
    await vscode.commands.executeCommand('parserlens.previewConversation');
    const shown = () => vscode.window.tabGroups.all.flatMap(group => group.tabs).map(tab => tab.label);
    await until('the preview', () => shown().includes('Conversation: bookshop.messages.jsonl'));
    assert.equal(vscode.window.activeTextEditor?.document, document);
    const titles = await lenses(document.uri, /^\S+ tokens$/);
    assert.equal(titles.length, 10);
  });

  test('a broken file keeps its lenses away, and says what is wrong with lines', async () => {
    const editor = await openNew('broken.messages.jsonl', '');
    await replaceAll(editor, '{"name": "a", "role": "user", "content": }\n{"role": ');
    await until('problems', () => diagnostics(editor.document.uri).some(each => codeOf(each) === 'syntax-error'));
  });
});
