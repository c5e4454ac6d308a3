import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('conversation preview', () => {
  let workbench: Workbench;
  let frame: Frame;
  const total = () => frame.locator('.total').first().textContent();
  const counts = (text: string) => until(text, async () => (await total()) === text);
  const struck = () => frame.locator('.row s:first-child').allInnerTexts();
  const limit = () => frame.getByRole('slider', { name: 'Limit' });
  const unfold = () => frame.getByRole('button', { name: 'Payload', exact: true }).click();
  const onDisk = () => readFile(join(workbench.workspace, 'library.messages.json'), 'utf8');

  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1600, height: 1000 });
    await workbench.openFile('library.messages.json');
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+K');
    await workbench.page.keyboard.press('v');
    frame = await workbench.webview('Conversation');
    await counts('126 of 156 tokens');
    assert.equal(await frame.locator('.payload code').count(), 0);
    await unfold();
  });
  suiteTeardown(() => workbench?.close());

  test('the documented example: what each message costs, what is dropped and why @main', async () => {
    const rows = await until('rows', async () => {
      const texts = await frame.locator('.row').allInnerTexts();
      return texts.length === 11 ? texts : undefined;
    });
    assert.match(rows[1]!, /Bob[\s\S]*dropped in step 1: the oldest message[\s\S]*13/);
    assert.match(rows[3]!, /Charlie[\s\S]*28/);
    // As a screen reader says it, word by word.
    await frame.getByRole('button', { name: 'Friday assistant get_current_location()', exact: true }).waitFor();
    await frame.getByRole('spinbutton', { name: 'Limit', exact: true }).waitFor();
    assert.deepEqual(await struck(), ['Bob', 'Alice']);
    assert.match(
      (await frame.locator('.summary').textContent()) ?? '',
      /exact[\s\S]*2 of 11 dropped[\s\S]*Qwen2\.5-VL/,
    );
    assert.equal(await limit().getAttribute('aria-valuenow'), '136');
    const payload = await frame.locator('.payload code').textContent();
    assert.ok(payload?.includes('<history>\\nCharlie: No, let'));
    await workbench.picture('conversation');
  });

  test('the limit is dragged: messages are struck through, the count changes, and the file does not', async () => {
    const before = await onDisk();
    const box = await until('the limit', () => limit().boundingBox());
    const { mouse } = workbench.page;
    await mouse.move(box.x + box.width / 2, box.y + 100);
    await mouse.down();
    await mouse.move(box.x - 60, box.y + 100, { steps: 5 });
    await until('more is struck through', async () => (await struck()).length > 2);
    await mouse.move(box.x + 400, box.y + 100, { steps: 5 });
    await until('nothing is struck through', async () => (await struck()).length === 0);
    await mouse.up();
    await counts('156 tokens');
    assert.equal(await onDisk(), before);
    await workbench.focusEditor();
    await until('the lens follows', async () =>
      (await workbench.lenses()).flat().some(title => /^156 tokens/.test(title)),
    );
  });

  test('the limit moves by keys, and a field takes it in figures', async () => {
    await frame.getByLabel('Limit').and(frame.locator('input')).fill('150');
    await counts('143 of 156 tokens');
    await limit().focus();
    await workbench.page.keyboard.press('Shift+ArrowLeft');
    await until('140', async () => (await limit().getAttribute('aria-valuenow')) === '140');
    await counts('126 of 156 tokens');
    await workbench.page.keyboard.press('End');
    await counts('156 tokens');
  });

  test('a limit below the system prompt is the class’s error, and the bars stay', async () => {
    await limit().focus();
    await workbench.page.keyboard.press('Home');
    await frame.getByRole('alert').waitFor();
    assert.match(
      (await frame.getByRole('alert').textContent()) ?? '',
      /ValueError: The system prompt message already exceeds/,
    );
    assert.equal(await frame.locator('.mark').count(), 11);
    await workbench.page.keyboard.press('End');
    await counts('156 tokens');
  });

  test('saves only when asked, as an edit that can be undone', async () => {
    await frame.getByLabel('Limit').and(frame.locator('input')).fill('143');
    await counts('143 of 156 tokens');
    await frame.getByRole('button', { name: 'Save to File' }).click();
    await frame.getByRole('button', { name: 'Save to File' }).waitFor({ state: 'detached' });
    await workbench.focusEditor();
    await until('the edit', async () => /"max_tokens":\s143,/.test((await workbench.editor.textContent()) ?? ''));
    await workbench.page.keyboard.press('Control+Z');
    await counts('126 of 156 tokens');
  });

  test('the release of AgentScope is in the header; another one is tried, and one in between tells its rules', async () => {
    const label = frame.locator('label').filter({ has: frame.getByText('AgentScope', { exact: true }) });
    const release = label.locator('select');
    assert.equal((await release.locator('option:checked').textContent())?.trim(), '1.0.0');
    await release.selectOption('1.0.21');
    await counts('124 of 154 tokens');
    await release.selectOption('1.0.12');
    await counts('126 of 156 tokens');
    await frame.getByText('not yet, only since 1.0.13: DashScope').waitFor();
    await release.selectOption('');
    await frame.getByText('only since 1.0.13').waitFor({ state: 'detached' });
  });

  test('two formatters side by side', async () => {
    await frame.getByLabel('Compare with').selectOption('GeminiChatFormatter');
    const other = frame.locator('.payload').nth(1);
    await other.getByText('"parts"').first().waitFor();
    assert.match((await other.textContent()) ?? '', /GeminiChatFormatter.*\d+ tokens/);
    await until('lines that differ, in both', async () =>
      (await Promise.all(['main', 'other'].map(pane => frame.locator(`.differing.${pane}`).count()))).every(n => n > 3),
    );
    await workbench.picture('conversation-two');
    await other.getByRole('button', { name: 'Open as Diff' }).click();
    // The focus may stay in the page, and the tab's own button is out of sight: the middle button closes it.
    const diff = workbench.page.locator('.tab', { hasText: 'DashScopeMultiAgentFormatter ↔ GeminiChatFormatter' });
    await diff.waitFor();
    await workbench.page.locator('.monaco-diff-editor .line-delete').first().waitFor();
    await diff.click({ button: 'middle' });
    await diff.waitFor({ state: 'detached' });
    await frame.getByLabel('Compare with').selectOption('');
    await other.waitFor({ state: 'detached' });
  });

  test('the chart explains itself: bars from one axis, oldest first, and a legend that names all of it', async () => {
    assert.deepEqual(await frame.getByRole('list', { name: 'Legend' }).getByRole('listitem').allInnerTexts(), [
      'system',
      'user',
      'assistant',
      'dropped',
      'the messages before it',
      'what every message shares: 40 tokens',
      'limit: drag the line',
    ]);
    const boxes = await Promise.all((await frame.locator('.mark').all()).map(mark => mark.boundingBox()));
    const lefts = boxes.map(box => Math.round(box?.x ?? 0));
    // Bob and Alice are dropped: they take no room.
    assert.deepEqual([lefts[1], lefts[2]], [lefts[0], lefts[0]]);
    const kept = [lefts[0]!, ...lefts.slice(3)];
    assert.deepEqual(
      kept,
      [...kept].sort((a, b) => a - b),
    );
    const line = await limit().boundingBox();
    const numbers = await Promise.all((await frame.locator('.row .tokens').all()).map(each => each.boundingBox()));
    assert.ok(numbers.every(box => box!.x > line!.x + line!.width));
  });

  test('in a narrow page all messages are seen, and the chart stays where it is while the limit moves', async () => {
    await workbench.page.setViewportSize({ width: 1000, height: 700 });
    await unfold();
    const last = frame.locator('.row').nth(10);
    const scroll = frame.locator('.messages .scroll');
    await until('the last row', async () => {
      const [row, list] = [(await last.boundingBox())!, (await scroll.boundingBox())!];
      return row.y + row.height <= list.y + list.height && list.y + list.height <= 700;
    });
    const before = await scroll.boundingBox();
    await limit().focus();
    await workbench.page.keyboard.press('Shift+ArrowLeft');
    await frame.getByRole('button', { name: 'Save to File' }).waitFor();
    assert.deepEqual(await scroll.boundingBox(), before);
    await frame.getByRole('button', { name: 'Discard' }).click();
    await unfold();
    await workbench.picture('conversation-narrow');
    await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  });

  test('the payload folds, and has as much of the page as one likes', async () => {
    const fold = frame.getByRole('button', { name: 'Payload', exact: true });
    const height = async () => (await frame.locator('.payload').boundingBox())?.height ?? 0;
    const before = await height();
    const splitter = frame.getByRole('separator', { name: 'Height of the payload' });
    await splitter.focus();
    await workbench.page.keyboard.press('ArrowUp');
    await until('a higher payload', async () => (await height()) > before + 20);
    const box = (await splitter.boundingBox())!;
    await workbench.page.mouse.move(box.x + 100, box.y + 3);
    await workbench.page.mouse.down();
    await workbench.page.mouse.move(box.x + 100, box.y + 120, { steps: 4 });
    await workbench.page.mouse.up();
    await until('a lower payload', async () => (await height()) < before);
    await fold.click();
    assert.equal(await fold.getAttribute('aria-expanded'), 'false');
    await until('no payload', async () => (await height()) < 50);
    await fold.click();
    await frame.locator('.payload code').waitFor();
  });

  test('a click on a message leads to it', async () => {
    await frame.locator('.row strong', { hasText: 'Charlie' }).click();
    await until('a selection', async () => (await workbench.editor.locator('.selected-text').count()) > 0);
  });

  test('follows what is typed', async () => {
    await workbench.selectText('Thanks, Friday!');
    await workbench.page.keyboard.type('Many thanks, dear Friday, for all of your help!');
    await frame.getByText('Many thanks, dear Friday').first().waitFor();
    await workbench.runCommand('File: Revert File');
    await counts('126 of 156 tokens');
  });

  test('comes back after a reload, with what was chosen', async () => {
    await frame.getByLabel('Limit').and(frame.locator('input')).fill('150');
    await counts('143 of 156 tokens');
    await frame.getByLabel('Compare with').selectOption('truncation:langroid');
    await frame.locator('.payload').nth(1).waitFor();
    await workbench.reload();
    frame = await workbench.webview('Conversation');
    await counts('143 of 156 tokens');
    assert.equal(await frame.getByLabel('Compare with').inputValue(), 'truncation:langroid');
    await frame.getByRole('button', { name: 'Discard' }).click();
    await counts('126 of 156 tokens');
  });

  test('fetches nothing before a click that names the host', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end(Buffer.from(onePixel, 'base64'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const source = { type: 'url', url: `http://${host}/dot.png` };
      const messages = [{ name: 'Ada', role: 'user', content: [{ type: 'image', source }] }];
      const token_counter = { type: 'OpenAITokenCounter', model_name: 'gpt-4o' };
      const text = JSON.stringify({ formatter: 'OpenAIChatFormatter', token_counter, messages });
      await writeFile(join(workbench.workspace, 'remote.messages.json'), text);
      await workbench.runCommand('View: Close All Editors');
      await workbench.openFile('remote.messages.json');
      await workbench.runCommand('ParserLens: Preview Conversation');
      frame = await workbench.webview('Conversation');
      const allow = frame.getByRole('button', { name: `Allow ${host}` });
      await allow.waitFor();
      assert.equal(requests, 0);
      await allow.click();
      // The page may not decide alone: VS Code's own dialog names the host again.
      const dialog = workbench.page.getByRole('dialog').filter({ hasText: `Fetch media from ${host}?` });
      await dialog.waitFor();
      assert.equal(requests, 0);
      await dialog.getByRole('button', { name: `Allow ${host}` }).click();
      await until('a count', async () => /^\d+ tokens$/.test((await total()) ?? ''));
      assert.ok(requests > 0);
      // The host goes away: the rest of the conversation stays counted, and the row says why.
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await workbench.selectText('Ada');
      await workbench.page.keyboard.type('Ann');
      await until('what is left', async () => /^≥ \d+ tokens$/.test((await total()) ?? ''));
      const row = frame.locator('.row');
      const said = /image not counted: .*127\.0\.0\.1:\d+ cannot be reached/;
      await until('the reason', async () => said.test((await row.textContent()) ?? ''));
      await unfold();
      await frame.locator('.payload code', { hasText: 'image_url' }).waitFor();
      await frame.getByText('The token counter raises HTTPError').waitFor();
      await workbench.picture('conversation-unreachable');
      server.listen(Number(host.split(':')[1]), '127.0.0.1');
      await once(server, 'listening');
      await row.getByRole('button', { name: 'Retry' }).click();
      await until('a count again', async () => /^\d+ tokens$/.test((await total()) ?? ''));
    } finally {
      server.close();
    }
  });
});

suite('a conversation with a module', () => {
  const open = async (trust: boolean, use: (workbench: Workbench, frame: Frame) => Promise<void>) => {
    const workbench = await openWorkbench({ trust });
    try {
      await workbench.page.setViewportSize({ width: 1600, height: 1000 });
      await workbench.openFile('transcript.messages.json');
      await workbench.runCommand('ParserLens: Preview Conversation');
      await use(workbench, await workbench.webview('Conversation'));
    } finally {
      await workbench.picture(trust ? 'conversation-truncations' : 'conversation-untrusted');
      await workbench.close();
    }
  };

  test('says that the module runs only where it is trusted, and leads there', () =>
    open(false, async (workbench, frame) => {
      await frame.getByText('not run: this workspace is not trusted').waitFor();
      await frame.getByRole('button', { name: 'Manage Workspace Trust' }).click();
      await workbench.page.getByText('You are in Restricted Mode').first().waitFor();
    }));

  test('is formatted by it, and seen under two truncations side by side', () =>
    open(true, async (workbench, frame) => {
      const picked = frame.getByLabel('Truncation');
      const compared = frame.getByLabel('Compare with');
      const headers = frame.locator('.payload h2');
      const bob = frame.locator('.row').nth(1);
      const shows = (header: number, pattern: RegExp) =>
        until(String(pattern), async () => pattern.test((await headers.allInnerTexts())[header] ?? ''));
      await frame.getByRole('button', { name: 'Payload', exact: true }).click();
      await frame.locator('.payload code', { hasText: '<transcript>' }).waitFor();
      assert.deepEqual(
        (await picked.locator('optgroup ~ option').allTextContents()).map(text => text.replace(/ – .+/, ' – …')),
        ['fifo – …', 'langroid – …', 'langroid_drop_turns – …', 'sweagent – …', 'custom – …'],
      );
      await picked.selectOption('langroid_drop_turns');
      await compared.selectOption('truncation:langroid');
      await shows(0, /langroid_drop_turns/);
      await shows(1, /langroid(?!_)/);
      await until('both outcomes', async () =>
        /dropped in step 1: part of the oldest turn.*langroid: changed in step 1: cut to its first 30 tokens/.test(
          (await bob.textContent()) ?? '',
        ),
      );
      await workbench.focusEditor();
      const total = workbench.editor
        .locator('.codelens-decoration a', { hasText: / tokens · 5 of 7 dropped$/ })
        .first();
      await until('the lens names the truncation', async () =>
        / · custom · langroid_drop_turns\n/.test((await total.getAttribute('title')) ?? ''),
      );
    }));
});

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
