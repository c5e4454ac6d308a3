import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oldest, versions } from '../run/vscode.mjs';
import { type ModelServer, openAiEvents, sendEvents, startModelServer } from '../unit/providers/modelServer.ts';
import { openWorkbench, until, type Workbench } from './harness.ts';

const answer = '```json\n{"thought": "Eve is too quiet.", "vote": "Eve"}\n```';
const definition = {
  type: 'MarkdownJsonDictParser',
  content_hint: { thought: 'what you think', vote: 'a name' },
  required_keys: ['vote'],
  keys_to_content: 'vote',
  samples: [{ name: 'night', text: answer, task: 'Who is the wolf?' }],
};

suite('running with a model, in the workbench', () => {
  let workbench: Workbench;
  let server: ModelServer;

  suiteSetup(async function () {
    // With an extension under development the oldest VS Code refuses to show dialogs.
    if (versions()[0] === oldest) this.skip();
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
  teardown(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.screenshot(`failed-${this.currentTest.title.slice(0, 12)}`);
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
    await workbench.clickLens('Run…');
    await workbench.pick('night');
    await workbench.pick('llama3');
    const dialog = page.getByRole('dialog').filter({ hasText: 'Send this request to' });
    await dialog.waitFor();
    assert.match((await dialog.textContent()) ?? '', /POST http.*\/v1\/chat\/completions/);
    await workbench.screenshot('run-request');
    assert.equal(server.seen.length, 0);
    await dialog.getByRole('button', { name: /^Send to/ }).click();
    const first = page.locator('.view-line', { hasText: '{"thought": "Eve' });
    await first.waitFor();
    assert.equal(await page.locator('.view-line', { hasText: '"vote": "Eve"}' }).count(), 0);
    const answering = page.locator('.codelens-decoration', { hasText: /^Answering….*thought "Eve is too quiet\." · / });
    await answering.waitFor();
    await workbench.screenshot('run-streaming');
    finish();
    // The answer stands beside the definition, which keeps the focus.
    await page.locator('.codelens-decoration a', { hasText: /^✓$/ }).first().waitFor();
    await page.setViewportSize({ width: 1000, height: 700 });
    await workbench.screenshot('run-answer');
    await page.setViewportSize({ width: 1400, height: 900 });
    assert.ok((await workbench.notifications()).some(text => /reads it · 12 tokens in/.test(text)));
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
    const dialog = page.getByRole('dialog').filter({ hasText: 'Send this request to' });
    await dialog.getByRole('button', { name: /^Send to/ }).click();
    await page.locator('.test-explorer .monaco-list-row .computed-state.codicon-testing-passed-icon').first().waitFor();
    assert.equal(server.seen.length, 1);
    await workbench.screenshot('run-tests');
  });
});
