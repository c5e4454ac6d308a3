import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { libraryForTwo } from './agentscope2Conversation.ts';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('conversation preview of AgentScope 2', () => {
  const name = 'library2.messages.json';
  let workbench: Workbench;
  let frame: Frame;
  const struck = () => frame.locator('.row s:first-child').allInnerTexts();
  const threshold = () => frame.getByRole('slider', { name: 'Compress from' });
  const field = () => frame.getByLabel('Compress from').and(frame.locator('input'));
  const counts = (text: string) =>
    until(text, async () => (await frame.locator('.total').first().textContent()) === text);

  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await writeFile(join(workbench.workspace, name), libraryForTwo);
    await workbench.openFile(name);
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+K');
    await workbench.page.keyboard.press('v');
    frame = await workbench.webview('Conversation');
    await counts('≈ 52 of 167 tokens');
    await frame.getByRole('button', { name: 'Payload', exact: true }).click();
  });
  suiteTeardown(() => workbench?.close());

  test('the threshold, the cut, what goes into the summary, and its placeholder', async () => {
    assert.deepEqual(await struck(), ['Ann', 'Friday', 'Ann']);
    assert.equal(await threshold().getAttribute('aria-valuenow'), '120');
    await frame.getByText('4 of 7 messages go into a summary').waitFor();
    await frame.getByText('cut: 3 of its 4 blocks go into the summary').waitFor();
    assert.equal(await frame.locator('.cut').count(), 1);
    await frame.getByText('(the summary that the model will write)').waitFor();
    assert.doesNotMatch((await frame.locator('main').textContent()) ?? '', /dropped in step/);
    await workbench.picture('conversation-agentscope2');
  });

  test('what a model is sent for the summary opens as a document', async () => {
    await frame.getByRole('button', { name: 'Show Request' }).click();
    const tab = workbench.page.locator('.tab', { hasText: 'summary request' });
    await tab.waitFor();
    await until('the request', async () =>
      /continuation|lighthouse/.test((await workbench.page.locator('.editor-instance').allInnerTexts()).join()),
    );
    await tab.click({ button: 'middle' });
    await tab.waitFor({ state: 'detached' });
  });

  test('the line is dragged: above the estimate nothing is compressed; saving sets the context’s size', async () => {
    const box = await until('the threshold', () => threshold().boundingBox());
    const { mouse } = workbench.page;
    await mouse.move(box.x + box.width / 2, box.y + 60);
    await mouse.down();
    await mouse.move(box.x + 500, box.y + 60, { steps: 5 });
    await until('nothing is struck through', async () => (await struck()).length === 0);
    await mouse.up();
    await counts('≈ 167 tokens');
    assert.equal(await frame.locator('.cut').count(), 0);
    await field().fill('160');
    await counts('≈ 66 of 167 tokens');
    await frame.getByRole('button', { name: 'Save to File' }).click();
    await frame.getByRole('button', { name: 'Save to File' }).waitFor({ state: 'detached' });
    await workbench.focusEditor();
    await until('the edit', async () =>
      /"context_size":\s200,/.test((await workbench.page.locator('.editor-instance').allInnerTexts()).join()),
    );
    await workbench.page.keyboard.press('Control+Z');
    await counts('≈ 52 of 167 tokens');
    assert.equal(await readFile(join(workbench.workspace, name), 'utf8'), libraryForTwo);
  });

  test('beside what another version makes of it', async () => {
    const compared = frame.getByLabel('Compare with');
    await compared.selectOption('release:1.0.21');
    const headers = frame.locator('.payload h2');
    await until('both versions', async () =>
      /2\.0\.6\+[\s\S]*1\.0\.21/.test((await headers.allInnerTexts()).join('\n')),
    );
    await frame.locator('.payload').nth(1).getByText('"tool_calls"').first().waitFor();
    await workbench.picture('conversation-agentscope2-compared');
    await compared.selectOption('');
    await headers.nth(1).waitFor({ state: 'detached' });
  });
});
