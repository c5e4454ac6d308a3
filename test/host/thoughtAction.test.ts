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
  await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
  return vscode.window.activeTextEditor!.document;
}

suite('thoughts, actions and tools', () => {
  suiteSetup(activeExtension);
  teardown(async () => {
    await run('clearAllResults');
    await closeAll();
  });

  test('SWE-agent: a message of OpenAI shows its thought, its action and the splits', async () => {
    const { uri } = await parse('tool calls', { file: 'responses/swe-openai.json' });
    assert.deepEqual(await lensTitles(uri), [
      '✓ tool calls · 1 warning',
      'Save',
      'Clear',
      'thought "The format strings sh…"',
      'action "str_replace_editor vi…"',
      'toContent "str_replace_editor vi…"',
      'toMemory {thought, action}',
      'toMetadata null',
    ]);
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
    assert.match((await lensTitles(uri))[0] ?? '', /^✗ FunctionCallingFormatError: /);
    assert.match((await opened(uri, 'Told')).getText(), /^\s*Your last output did not use any tool calls!/);
    const blocked = await parse('action only', { text: 'vim setup.py' });
    assert.deepEqual((await lensTitles(blocked.uri)).slice(0, 2), [
      '✓ action only · 1 warning',
      'Show What the Model Is Told',
    ]);
    assert.equal(
      (await opened(blocked.uri, 'Told')).getText(),
      "Operation 'vim setup.py' is not supported by this environment.",
    );
  });

  test('structured output: the spoken line, the private thought and the kind', async () => {
    const { uri } = await parse('player', { file: 'responses/clue.md' });
    assert.deepEqual((await lensTitles(uri)).slice(0, 6), [
      '✓ player',
      'Save',
      'Clear',
      'line "It wakes the sleepy a…"',
      'thought "The word is COFFEE. I…"',
      'kind "agent.spoke"',
    ]);
    const thought = await opened(uri, 'thought');
    assert.match(thought.getText(), /^The word is COFFEE\. I must not say it, but I may hint at mornings\.$/);
  });

  test('structured output: each error of a validation is told', async () => {
    const { uri } = await parse('verdict', { text: '{"kind": "agent.spoke", "winner": 3}' });
    const message = diagnostics(uri)[0]?.message ?? '';
    assert.match(message, /^ValidationError: .*/);
    for (const place of ['kind', 'text', 'winner']) assert.match(message, new RegExp(`\\n${place}: .* \\[\\w+\\]`));
  });

  test('Langroid: each tool of a response, tools that are none, and what the model is told', async () => {
    const { uri } = await parse('librarian', { file: 'responses/langroid-two.md' });
    const titles = await lensTitles(uri);
    assert.equal(titles[0], '✓ librarian');
    assert.deepEqual(
      titles.slice(3).map(title => title.replace(/ .*/, '')),
      ['reserve_book', 'search_books', '[{request,'],
    );
    const tool = await opened(uri, 'search_books');
    assert.equal(JSON.parse(tool.getText()).topic, 'Virginia Woolf');
    for (const [text, title] of [
      ['Gladly!', '✓ librarian · nothing recognised'],
      ['{"request": "burn_book"}', '✓ librarian · nothing recognised · tool error'],
    ] as const) {
      const document = await parse('librarian', { text });
      assert.equal((await lensTitles(document.uri))[0], title);
    }
    const wrong = await parse('librarian', { text: '{"request": "reserve_book", "isbn": "1", "member": "me"}' });
    assert.match((await lensTitles(wrong.uri))[0] ?? '', /^✗ ValidationError: .* · tool error$/);
    assert.match(
      (await opened(wrong.uri, 'Told')).getText(),
      /TOOL or function_call named 'reserve_book':\s+\('member',\)/,
    );
  });
});
