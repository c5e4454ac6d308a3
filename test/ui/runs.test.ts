import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oldest, versions } from '../run/vscode.mjs';
import { skipTest } from '../skipTest.ts';
import { type ModelServer, openAiEvents, sendEvents, startModelServer } from '../unit/providers/modelServer.ts';
import { openWorkbench, until, type Workbench } from './harness.ts';

const answer = '```json\n{"thought": "Eve is too quiet.", "vote": "Eve"}\n```';
const definition = {
  type: 'MarkdownJsonDictParser',
  content_hint: { thought: 'what you think', vote: 'a name' },
  required_keys: ['vote'],
  keys_to_content: 'vote',
  samples: [
    { name: 'night', text: answer, task: 'Who is the wolf?' },
    { name: 'dawn', text: answer, task: 'Who is next?' },
  ],
};

suite('running with a model, in the workbench', () => {
  let workbench: Workbench;
  let server: ModelServer;

  suiteSetup(async function () {
    // With an extension under development the oldest VS Code refuses to show dialogs.
    if (versions()[0] === oldest) skipTest(this, `in VS Code ${oldest}`);
    server = await startModelServer(response => sendEvents(response, openAiEvents(answer)));
    const settings = { 'parserlens.models': [`${server.url}/v1#llama3`], 'files.autoSave': 'off' };
    workbench = await openWorkbench({ settings, theme: 'Light Modern' });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await writeFile(join(workbench.workspace, 'asked.parser.json'), JSON.stringify(definition, null, 2));
  });
  suiteTeardown(async () => {
    await workbench?.close();
    await server?.close();
  });

  test('the request is shown with its host; the answer streams in, and its lenses are there at the end', async () => {
    const { page } = workbench;
    let finish = () => {};
    server.behave = async response => {
      const events = openAiEvents(answer);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events.slice(0, 10).join(''));
      await new Promise<void>(done => {
        finish = done;
      });
      response.end(events.slice(10).join(''));
    };
    await workbench.openFile('asked.parser.json');
    await until('the lens', async () => (await workbench.lenses()).flat().includes('Run…'));
    // Its group is locked, which must not lead to a third one.
    await workbench.runCommand('ParserLens: Preview Format Instruction');
    await workbench.webview('Format Instruction');
    await workbench.openFile('asked.parser.json');
    // A lens that is drawn anew takes no click.
    const night = page.locator('.quick-input-list .monaco-list-row', { hasText: 'night' }).first();
    await workbench.untilShown(night, () => workbench.clickLens('Run…'));
    await workbench.pick('night');
    await workbench.pick('llama3');
    const dialog = page.getByRole('dialog').filter({ hasText: 'Send this request to' });
    await dialog.waitFor();
    assert.match((await dialog.textContent()) ?? '', /POST http.*\/v1\/chat\/completions/);
    await workbench.picture('run-request');
    assert.equal(server.seen.length, 0);
    await dialog.getByRole('button', { name: /^Send to/ }).click();
    const first = page.locator('.view-line', { hasText: '{"thought": "Eve' });
    await first.waitFor();
    assert.equal(await page.locator('.view-line', { hasText: '"vote": "Eve"}' }).count(), 0);
    const answering = page.locator('.codelens-decoration', { hasText: /^Answering….*thought · (closed|final)/ });
    await answering.waitFor();
    assert.equal(await page.locator('.editor-group-container').count(), 2);
    await workbench.picture('run-streaming');
    finish();
    // The answer stands beside the definition, which keeps the focus.
    await page
      .locator('.codelens-decoration a', { hasText: /^✓ asked$/ })
      .first()
      .waitFor();
    await page.setViewportSize({ width: 1000, height: 700 });
    await workbench.picture('run-answer');
    await page.setViewportSize({ width: 1400, height: 900 });
    await until('what it took', async () =>
      (await workbench.notifications()).some(text => /reads it · [\d.]+ s$/.test(text)),
    );
  });

  test('a run that is cancelled says so in its lens, and what came is parsed', async () => {
    const { page } = workbench;
    server.behave = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(openAiEvents(answer).slice(0, 10).join(''));
    };
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.openFile('asked.parser.json');
    await workbench.runCommand('ParserLens: Run with Model…');
    await workbench.pick('night');
    await workbench.pick('llama3');
    const dialog = page.getByRole('dialog').filter({ hasText: 'Send this request to' });
    await dialog.getByRole('button', { name: /^Send to/ }).click();
    await page.locator('.codelens-decoration', { hasText: /^Answering…/ }).waitFor();
    await workbench.notifications();
    await page.locator('.notification-list-item').getByRole('button', { name: 'Cancel' }).first().click();
    const lens = page.locator('.codelens-decoration', { hasText: 'Cancelled' });
    await lens.waitFor();
    await page.locator('.codelens-decoration', { hasText: '✗' }).first().waitFor();
    assert.equal(await page.locator('.codelens-decoration', { hasText: 'Answering' }).count(), 0);
    await workbench.picture('run-cancelled');
  });

  test('many times: rows come into an evaluation, which pauses, goes on, and ends the server’s work', async () => {
    const { page } = workbench;
    const held: (() => void)[] = [];
    server.seen.length = 0;
    server.behave = async (response, _, n) => {
      const events = openAiEvents(n === 1 ? 'I would rather not say.' : answer);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(events.slice(0, 6).join(''));
      if (n >= 3) await new Promise<void>(done => held.push(done));
      response.end(events.slice(6).join(''));
    };
    await workbench.openFile('asked.parser.json');
    await workbench.runCommand('ParserLens: Run Many Times…');
    await workbench.pick('night');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'llama3' }).click();
    await page.keyboard.press('Enter');
    for (const [asked, value] of [
      ['How many times', '12'],
      ['How often', '0'],
    ] as const) {
      await page.locator('.quick-input-widget', { hasText: asked }).waitFor();
      await page.locator('.quick-input-widget input[type=text]').first().fill(value);
      await page.keyboard.press('Enter');
    }
    const dialog = page.getByRole('dialog').filter({ hasText: '12 times?' });
    await dialog.getByRole('button', { name: /^Send to/ }).click();
    const frame = await workbench.webview('Evaluation');
    const said = async () => (await frame.locator('body').innerText()).replaceAll('\u00a0', ' ');
    await until('three rows', async () => (await frame.locator('.grid .row').count()) >= 3);
    await until('the answers that come', async () => /llama3 #7\s+```json \{"thought"/.test(await said()));
    await workbench.picture('run-many');
    await frame.getByRole('button', { name: 'Pause' }).click();
    await frame.getByRole('button', { name: 'Resume' }).waitFor();
    for (const go of held.splice(0)) go();
    await until('those that were under way', async () => /7 of 12/.test(await said()));
    assert.equal(server.seen.length, 7);
    await frame.getByRole('button', { name: 'Resume' }).click();
    await until('four more', async () => held.length === 4);
    server.abandoned.length = 0;
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await until('the server’s work ends', async () => server.abandoned.length === 4);
    await frame.getByRole('button', { name: 'Pause' }).waitFor({ state: 'detached' });
    assert.equal(server.seen.length, 11);
    await workbench.picture('run-many-done');
  });

  test('the Test Explorer asks a model the tasks of samples', async () => {
    const { page } = workbench;
    server.behave = response => sendEvents(response, openAiEvents(answer));
    server.seen.length = 0;
    await workbench.runCommand('Testing: Focus on Test Explorer View');
    const row = page.locator('.test-explorer .monaco-list-row', { hasText: 'asked.parser.json' });
    await row.waitFor();
    await workbench.choose(row, 'Execute Using Profile...');
    await workbench.pick('Run with Model');
    await workbench.pick('llama3');
    const dialog = page.getByRole('dialog').filter({ hasText: 'Send 2 requests to' });
    await dialog.waitFor();
    await workbench.picture('run-tests-dialog');
    await dialog.getByRole('button', { name: 'Show All Requests' }).click();
    await page.locator('.view-line', { hasText: '// 1 / 2 · POST' }).waitFor();
    await workbench.picture('run-tests-requests');
    assert.equal(server.seen.length, 0);
    await workbench.notifications();
    await page
      .locator('.notification-list-item')
      .getByRole('button', { name: /^Send to/ })
      .click();
    await page.locator('.test-explorer .monaco-list-row .computed-state.codicon-testing-passed-icon').first().waitFor();
    await until('both tasks', async () => server.seen.length === 2);
    await workbench.picture('run-tests');
  });
});
