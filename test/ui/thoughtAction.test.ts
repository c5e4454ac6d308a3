import assert from 'node:assert/strict';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('thoughts, actions and the texts that a model is sent', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench();
    await workbench.page.setViewportSize({ width: 1600, height: 900 });
  });
  suiteTeardown(() => workbench?.close());

  const rows = () => workbench.page.locator('.pane-body .monaco-list-row');
  const row = (text: RegExp) => rows().filter({ hasText: text }).waitFor();

  async function parse(file: string, parser: string): Promise<void> {
    await workbench.openFile(file);
    await workbench.runCommand('ParserLens: Parse Selection with Parser…');
    await workbench.page.getByPlaceholder('Pick the parser that reads this response').waitFor();
    await workbench.pick(parser);
    await until('lenses', async () => (await workbench.lenses()).flat().some(title => title.startsWith('✓')));
  }

  /** Waits until there are lenses whose titles begin with these words, wherever there is room for them. */
  const hasLenses = (...words: readonly string[]) =>
    until(words.join(), async () => {
      const shown = new Set((await workbench.lenses()).flat().map(title => title.replace(/ .*/, '')));
      return words.every(word => shown.has(word));
    });

  test('the message of a provider: lenses, and what was recognised in the result', async () => {
    await parse('responses/swe-openai.json', 'tool calls');
    await hasLenses('✓', 'thought', 'action');
    await workbench.runCommand('ParserLens: Focus on Parse Result View');
    await row(/^recognised\s*"an OpenAI message"/);
    await row(/^Read as an OpenAI message with 1 tool call\./);
    await workbench.picture('sweagent-result');
  });

  test('structured output: the spoken line, the private thought, the kind, and what is beside the value', async () => {
    await parse('responses/clue.md', 'player');
    await hasLenses('✓', 'line', 'thought', 'content', 'memory', 'metadata');
    await workbench.runCommand('ParserLens: Focus on Parse Result View');
    for (const key of ['kind', 'reasoning', 'clue', 'residue', 'usable']) await row(new RegExp(`^${key}`));
    await workbench.picture('structured-result');
  });

  test('the preview switches to the schemas of the functions by keyboard', async () => {
    await workbench.openFile('sweagent.parser.json');
    await workbench.selectText('One tool call, as OpenAI');
    await workbench.runCommand('ParserLens: Preview Format Instruction');
    const frame = await workbench.webview('Format Instruction');
    const shows = (part: string) =>
      until(part, async () => (await frame.locator('pre.instruction').textContent())?.includes(part));
    await shows('str_replace_editor:\n  docstring: views and edits files');
    const tabs = frame.getByRole('tab');
    assert.deepEqual(await tabs.allInnerTexts(), ['Format Instruction', 'Function Schemas']);
    await tabs.first().focus();
    await workbench.page.keyboard.press('ArrowRight');
    await shows('"name": "str_replace_editor"');
    assert.equal(await frame.locator('[role=tab][aria-selected=true]:focus').textContent(), 'Function Schemas');
    await until('tokens', async () => /^\d+ tokens/.test((await frame.locator('.counts').textContent()) ?? ''));
    await workbench.picture('sweagent-preview');
    await workbench.page.keyboard.press('Home');
    await shows('docstring: views and edits files');
  });

  test('the preview of tools has the system message and the schemas, also strict', async () => {
    await workbench.focusEditor();
    await workbench.openFile('langroid.parser.json');
    await workbench.selectText('An agent that finds and reserves books');
    const frame = await workbench.webview('Format Instruction');
    const shows = (part: string) =>
      until(part, async () => (await frame.locator('pre.instruction').textContent())?.includes(part));
    await shows('TOOL: reserve_book');
    for (const [tab, part] of [
      ['Strict Function Schemas', '"additionalProperties": false'],
      ['Function Schemas', '"default": 5'],
      ['System Message', 'You are the librarian of a small town.'],
    ] as const) {
      await frame.getByRole('tab', { name: tab, exact: true }).click();
      await shows(part);
    }
    await workbench.picture('langroid-preview');
    await workbench.focusEditor();
    await parse('responses/langroid-two.md', 'librarian');
    await workbench.picture('langroid-lenses');
  });
});
