import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { type ModelServer, openAiEvents, sendEvents, startModelServer } from '../unit/providers/modelServer.ts';
import { type Theme, until, type Workbench } from './harness.ts';
import { examples, openWebWorkbench, type WebWorkbench, wordTokenizer } from './webHarness.ts';

const answer = `<think>They want the weather of Bern.</think>Sunny.<|end|>`;
const vote = '```json\n{"vote": "Eve"}\n```';
const asked = {
  type: 'MarkdownJsonDictParser',
  content_hint: { vote: 'a name' },
  required_keys: ['vote'],
  samples: [{ name: 'night', text: vote, task: 'Who is the wolf?' }],
};
const textOf = async (element: Locator) => (await element.allInnerTexts()).join('\n');

/** In a small window with the light theme, in Restricted Mode at first: what other files do not do in a browser. */
suite('in a browser: models, replay, robustness and export', () => {
  let web: WebWorkbench;
  let workbench: Workbench;
  let models: ModelServer;
  let frame: Frame;
  const shows = (part: string) =>
    until(part, async () => {
      const titles = (await workbench.lenses()).flat();
      if (titles.some(title => title.includes(part))) return true;
      throw new Error(titles.join('\n'));
    });
  const fits = async () =>
    assert.ok(await frame.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'));

  suiteSetup(async () => {
    const files = {
      ...examples(),
      'answer.md': answer,
      'asked.parser.json': JSON.stringify(asked, null, 2),
      'smallModel/tokenizer.json': JSON.stringify(wordTokenizer()),
    };
    models = await startModelServer(
      (response, _, n) => sendEvents(response, openAiEvents(n === 1 ? 'Nobody.' : vote)),
      true,
    );
    const settings = { 'parserlens.models': [`${models.url}/v1#llama3`] };
    web = await openWebWorkbench({ trust: false, theme: 'Light Modern', files, settings, models: models.url });
    workbench = web.workbench;
    await workbench.page.setViewportSize({ width: 1000, height: 700 });
  });
  suiteTeardown(async () => {
    await workbench?.close();
    await models?.close();
  });
  teardown(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.screenshot(`failed-web-tools-${this.currentTest.title.slice(0, 16)}`);
    assert.deepEqual(web.faults(), []);
  });

  test('a model’s template reads an answer, also where the workspace is not trusted', async () => {
    await workbench.openFile('answer.md');
    await workbench.runCommand('ParserLens: Parse Selection with Parser…');
    await workbench.pick('smallModel');
    await shows('✓');
    await shows('reasoning_content "They want the weathe…"');
    await shows('content "Sunny."');
    await workbench.picture('web-tools-answer');
  });

  test('its chat template is previewed, and counted with its own tokenizer once the workspace is trusted', async () => {
    await workbench.openFile('smallModel/chat_template.jinja');
    await workbench.runCommand('ParserLens: Preview Chat Template');
    frame = await workbench.webview('Chat Template');
    await until('the prompt', async () => /get_weather/.test(await textOf(frame.locator('.prompt .text'))));
    await until('tokens', async () => /\d+ tokens/.test(await textOf(frame.locator('.counts'))));
    assert.doesNotMatch(await textOf(frame.locator('.counts')), /smallModel/);
    await fits();
    await workbench.picture('web-tools-model');
    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    await workbench.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.openFile('smallModel/chat_template.jinja');
    frame = await workbench.webview('Chat Template');
    await until('its own tokens', async () => /\d+ tokens\s+smallModel/.test(await textOf(frame.locator('.counts'))));
    await workbench.picture('web-tools-own-tokens');
    await workbench.runCommand('View: Close All Editors');
  });

  test('an answer is replayed as it came', async () => {
    await workbench.openFile('responses/day-discussion.md');
    await workbench.runCommand('ParserLens: Parse Selection with Parser…');
    await workbench.pick('day discussion');
    await shows('content "I don\'t trust "Player 2".');
    await workbench.runCommand('ParserLens: Replay as Stream');
    frame = await workbench.webview('Replay as Stream');
    await frame.locator('input[type=range]').press('End');
    await until('what is final', async () =>
      /thought\s+final[\s\S]*suspects\s+final/.test(await textOf(frame.locator('tbody'))),
    );
    await fits();
    await workbench.picture('web-tools-replay');
    await workbench.runCommand('View: Close All Editors');
  });

  test('samples are mutated as models err', async () => {
    await workbench.openFile('react.parser.json');
    await workbench.runCommand('ParserLens: Check Robustness');
    frame = await workbench.webview('Format Instruction');
    await until('a score', async () => /\d+ of 100/.test(await textOf(frame.locator('.robustness > summary'))));
    assert.match(await textOf(frame.locator('.mutations')), /silently different/);
    await fits();
    await workbench.picture('web-tools-robustness');
    await workbench.runCommand('View: Close All Editors');
  });

  test('a definition can be exported, and what the form cannot carry is told', async () => {
    const { page } = workbench;
    await workbench.openFile('coder.parser.json');
    await workbench.runCommand('ParserLens: Export Definition As…');
    await page.locator('.quick-input-list').getByText('not possible').first().waitFor();
    await workbench.picture('web-tools-export');
    await page.keyboard.type('Python');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-list').getByText('Continue').waitFor();
    await page.keyboard.press('Escape');
    await workbench.runCommand('View: Close All Editors');
  });

  test('a model that allows it is asked many times, and its answers are judged as they come', async () => {
    const { page } = workbench;
    await workbench.openFile('asked.parser.json');
    await workbench.runCommand('ParserLens: Run Many Times…');
    await workbench.pick('night');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'llama3' }).click();
    await page.keyboard.press('Enter');
    for (const [question, value] of [
      ['How many times', '6'],
      ['How often', '0'],
    ] as const) {
      await page.locator('.quick-input-widget', { hasText: question }).waitFor();
      await page.locator('.quick-input-widget input[type=text]').first().fill(value);
      await page.keyboard.press('Enter');
    }
    const dialog = page.getByRole('dialog').filter({ hasText: '6 times?' });
    await dialog.waitFor();
    await workbench.picture('web-tools-run-many-asks');
    await dialog.getByRole('button', { name: /^Send to/ }).click();
    frame = await workbench.webview('Evaluation');
    await until('six rows', async () => (await frame.locator('.grid .row').count()) === 6);
    await until('the share', async () =>
      /83\.3 %/.test((await textOf(frame.locator('body'))).replaceAll('\u00a0', ' ')),
    );
    assert.equal(models.seen.length, 6);
    await fits();
    await workbench.picture('web-tools-run-many');
    await workbench.runCommand('View: Close All Editors');
  });

  const themes: readonly (readonly [name: string, theme: Theme])[] = [
    ['light', 'Light Modern'],
    ['contrast', 'Default High Contrast'],
  ];
  for (const [name, theme] of themes)
    test(`the main pages fit a small window: ${name}`, async () => {
      await workbench.chooseTheme(theme);
      await workbench.openFile('werewolf.parser.json');
      await workbench.runCommand('ParserLens: Preview Format Instruction');
      frame = await workbench.webview('Format Instruction');
      await frame.locator('.samples li').first().waitFor();
      await fits();
      await workbench.picture(`web-tools-${name}-instruction`);
      await workbench.openFile('library.messages.json');
      await workbench.runCommand('ParserLens: Preview Conversation');
      frame = await workbench.webview('Conversation');
      await until('the count', async () => (await textOf(frame.locator('.total').first())) === '126 of 156 tokens');
      await fits();
      await workbench.picture(`web-tools-${name}-conversation`);
      await workbench.runCommand('View: Close All Editors');
    });
});
