import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  diagnostics,
  hovers,
  lenses,
  lensTitles,
  openFile,
  openText,
  until,
} from './helpers.ts';

/** Runs a command of ours. */
const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`parserlens.${command}`, ...args) as Promise<unknown>;

/** Opens a text or a file of the workspace and parses all of it. */
async function parse(parser: string, what: { readonly text: string } | { readonly file: string }) {
  const { document } = 'file' in what ? await openFile(what.file) : await openText(what.text);
  await run('parseSelection', { parser });
  return document;
}

/** Clicks the lens whose title contains `part`, and returns the document that it opens. */
async function opened(uri: vscode.Uri, part: string): Promise<vscode.TextDocument> {
  const command = await until(`a lens that says ${part}`, async () =>
    (await lenses(uri)).map(lens => lens.command).find(one => one?.title.includes(part)),
  );
  // A click shows a short value in a hover; this one is opened whole, as the hover's link does.
  const name = command.command === 'parserlens.showValue' ? 'parserlens.openValue' : command.command;
  await vscode.commands.executeCommand(name, ...(command.arguments ?? []));
  return until('its document', () => {
    const shown = vscode.window.visibleTextEditors.map(({ document }) => document);
    return shown.find(
      ({ uri: value }) => value.scheme === 'parserlens-value' && value.path.includes(part.replace('Feedback', 'told')),
    );
  });
}

suite('thoughts, actions and tools', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await run('clearAllResults');
    await closeAll();
  });

  test('SWE-agent: a message of OpenAI shows its thought, its action and the splits @main', async () => {
    const { uri } = await parse('tool calls', { file: 'responses/swe-openai.json' });
    const titles = (await lensTitles(uri)).map(title => title.replace(/ .*/, ''));
    for (const title of ['✓', 'thought', 'action', 'content'])
      assert.ok(titles.includes(title), `${title} in ${titles}`);
    const tooltip = (await lenses(uri))[0]?.command?.tooltip ?? '';
    assert.match(tooltip, /Read as an OpenAI message with 1 tool call\.\nrecognised \(.*\): "an OpenAI message"/);
    const thought = await opened(uri, 'thought');
    assert.match(thought.uri.path, /tool calls · thought\.txt$/);
    assert.equal(thought.getText(), 'The format strings should be near the top of the module.');
    const [hover = ''] = await hovers(uri, new vscode.Position(9, 25));
    assert.match(hover, /\*\*thought\*\* → memory/);
  });

  test('SWE-agent: what the model is told of a wrong format, and of an action that is blocked', async () => {
    const { uri } = await parse('tool calls', {
      text: '{"role": "assistant", "content": "I am done.", "tool_calls": []}',
    });
    assert.match((await lensTitles(uri))[0] ?? '', /^✗ /);
    assert.match((await opened(uri, 'Feedback')).getText(), /^\s*Your last output did not use any tool calls!/);
    const blocked = await parse('action only', { text: 'vim setup.py' });
    assert.equal((await lensTitles(blocked.uri))[0]?.[0], '✓');
    const [verdict] = await lenses(blocked.uri);
    await run('showFeedback', verdict?.command?.arguments?.[0]);
    const said = "Operation 'vim setup.py' is not supported by this environment.";
    // It takes the place of the other one, beside the response.
    await until(
      'what it is told',
      () =>
        assert.deepEqual(
          vscode.window.visibleTextEditors.map(({ document }) => document.getText()),
          ['vim setup.py', said],
        ) ?? true,
    );
  });

  test('the group of values is a group as any other once it is the last', async () => {
    const { uri } = await parse('tool calls', { file: 'responses/swe-openai.json' });
    await opened(uri, 'thought');
    const { tabGroups } = vscode.window;
    const isResponse = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
    await until('two groups', () => tabGroups.all.length === 2);
    await tabGroups.close(tabGroups.all.flatMap(({ tabs }) => tabs.filter(isResponse)));
    await until('the values alone', () => tabGroups.all.length === 1);
    // A locked group would not take it, and a second one would be made.
    await openFile('responses/clue.md');
    assert.equal(tabGroups.all.length, 1);
  });

  test('structured output: the spoken line, the private thought and the kind', async () => {
    const { uri } = await parse('player', { file: 'responses/clue.md' });
    const titles = (await lensTitles(uri)).map(title => title.replace(/ .*/, ''));
    for (const title of ['✓', 'line', 'thought', 'content']) assert.ok(titles.includes(title), `${title} in ${titles}`);
    const thought = await opened(uri, 'thought');
    assert.match(thought.getText(), /^The word is COFFEE\. I must not say it, but I may hint at mornings\.$/);
  });

  test('structured output: each error of a validation is told', async () => {
    const { uri } = await parse('verdict', { text: '{"kind": "agent.spoke", "winner": 3}' });
    const message = diagnostics(uri)[0]?.message ?? '';
    assert.match(message, /^ValidationError: .*/);
    for (const place of ['kind', 'text', 'winner']) assert.match(message, new RegExp(`\\n${place}: .* \\[\\w+\\]`));
  });

  test('Langroid: each tool of a response, what is not a tool, and what the model is told @main', async () => {
    const { uri } = await parse('librarian', { file: 'responses/langroid-two.md' });
    const titles = await lensTitles(uri);
    assert.match(titles[0] ?? '', /^✓/);
    const names = titles.map(title => title.replace(/ .*/, ''));
    for (const name of ['reserve_book', 'search_books']) assert.ok(names.includes(name), `${name} in ${names}`);
    const tool = await opened(uri, 'search_books');
    assert.equal(JSON.parse(tool.getText()).topic, 'Virginia Woolf');
    for (const text of ['Gladly!', '{"request": "burn_book"}']) {
      const found = await lensTitles((await parse('librarian', { text })).uri);
      assert.ok(
        found.some(title => title.startsWith('librarian · nothing recognised')),
        `${found}`,
      );
    }
    const wrong = await parse('librarian', { text: '{"request": "reserve_book", "isbn": "1", "member": "me"}' });
    assert.match((await lensTitles(wrong.uri))[0] ?? '', /^✗ /);
    const told = await opened(wrong.uri, 'Feedback');
    assert.match(told.getText(), /TOOL or function_call named 'reserve_book':\s+\('member',\)/);
    // Beside the line, with a way to the member.
    const whole = new vscode.Range(0, 0, told.lineCount, 0);
    const [hint] = await until('what the line speaks of', async () => {
      const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        told.uri,
        whole,
      );
      return hints.length > 0 ? hints : undefined;
    });
    const [part] = hint!.label as vscode.InlayHintLabelPart[];
    assert.equal(part!.value, '← /member · wrong-type');
    assert.match(told.lineAt(hint!.position.line).text, /^\s*\('member',\)/);
    assert.equal(wrong.getText(part!.location!.range), '"me"');
    assert.equal(told.getText().includes('←'), false);
  });
});
