import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('preview', () => {
  let workbench: Workbench;
  let frame: Frame;
  const text = () => frame.locator('pre.instruction').textContent();
  const shows = (part: string) => until(part, async () => (await text())?.includes(part));

  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1600, height: 900 });
    await workbench.openFile('werewolf.parser.json');
    await workbench.selectText('what you speak');
    await workbench.page.keyboard.press('Control+K');
    await workbench.page.keyboard.press('v');
    frame = await workbench.webview('Format Instruction');
    await shows('what you speak');
  });
  suiteTeardown(() => workbench?.close());

  test('the exact text, its tokens, where keys go, and the samples @main', async () => {
    assert.equal(
      await text(),
      'Respond a JSON dictionary in a markdown\'s fenced code block as follows:\n```json\n{"thought": "what you thought", "speak": "what you speak", "finish_discussion": "whether the discussion reached an agreement or not (true/false)"}\n```',
    );
    await until('tokens', async () =>
      /^\d+ tokens o200k_base$/.test((await frame.locator('.counts').textContent()) ?? ''),
    );
    const rows = await frame.locator('tbody tr').allInnerTexts();
    assert.deepEqual(
      rows.map(row => row.split(/\s+/).filter(Boolean)),
      [
        ['thought', 'required', 'goes', 'nowhere'],
        ['speak', 'required', 'content', 'memory'],
        ['finish_discussion', 'required', 'metadata'],
      ],
    );
    await until('samples', async () => (await frame.locator('.samples li').count()) === 3);
    await workbench.picture('preview');
  });

  test('marks blanks without changing what is copied, and colors tokens', async () => {
    const before = await text();
    await frame.getByRole('button', { name: 'Show Whitespace' }).click();
    await frame.getByRole('button', { name: 'Show Tokens in Color' }).click();
    await until('tokens in color', async () => (await frame.locator('.token').count()) > 20);
    assert.ok((await frame.locator('[data-mark="¶"]').count()) > 0);
    const selected = await frame.evaluate(`
      getSelection().selectAllChildren(document.querySelector('pre.instruction'));
      const copied = getSelection().toString();
      getSelection().empty();
      copied
    `);
    assert.equal(selected, before);
    await workbench.picture('preview-marks');
  });

  test('follows what is typed, and marks in the text what changed since the last save @main', async () => {
    const whole = await text();
    await workbench.selectText('what you speak');
    await workbench.page.keyboard.type('what you say</script>');
    await shows('what you say</script>');
    await frame.locator('ins', { hasText: 'say' }).first().waitFor();
    const marks = await frame.locator('ins').all();
    assert.equal((await Promise.all(marks.map(mark => mark.textContent()))).join(''), 'say</script>');
    assert.equal(await marks[0]!.getAttribute('title'), 'At the last save: speak');
    await workbench.picture('preview-changed');
    await workbench.selectText(' say</script>');
    await workbench.page.keyboard.press('Delete');
    const removed = frame.getByRole('img', { name: 'Removed since the last save:  speak' });
    // It takes no room.
    await removed.waitFor({ state: 'attached' });
    assert.equal(await text(), whole?.replace('you speak', 'you'));
    await workbench.page.keyboard.press('Control+S');
    await removed.waitFor({ state: 'detached' });
    assert.equal(await frame.locator('ins').count(), 0);
  });

  test('a click leads to where a piece was written', async () => {
    await frame.locator('.own', { hasText: 'thought' }).first().click();
    await workbench.page.locator('.statusbar', { hasText: /Ln 8, Col \d+ \(9 selected\)/ }).waitFor();
  });

  test('another definition can be picked', async () => {
    await frame.getByRole('combobox', { name: 'Definition' }).selectOption('wolf vote');
    await shows('player_name');
  });

  test('shows the definition whose name the cursor is at', async () => {
    await workbench.selectText('"wolf vote": {');
    await shows('player_name');
    await workbench.page.keyboard.press('ArrowUp');
    await shows('what you thought');
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('Home');
    await workbench.page.keyboard.press('Home');
    await shows('player_name');
  });

  test('follows to another file, and says where keys go that have no row', async () => {
    await workbench.openFile('react.parser.json');
    await frame.getByRole('rowheader', { name: 'any other key' }).waitFor();
    await workbench.openFile('werewolf.parser.json');
    await shows('player_name');
  });

  test('keeps the last good version while the file is broken, and leads to the error', async () => {
    await workbench.selectText('"wolf vote": {');
    await workbench.page.keyboard.press('ArrowRight');
    const chosen = frame.getByRole('combobox', { name: 'Definition' }).locator('option:checked');
    await until('wolf vote', async () => (await chosen.textContent()) === 'wolf vote');
    await shows('player_name');
    const place = () => frame.locator('pre.instruction').boundingBox();
    const before = await place();
    await frame.evaluate(`
      addEventListener('message', ({ data }) => {
        if (data.state?.broken) window.brokenAt ??= performance.now();
      });
      new MutationObserver(() => {
        if (document.querySelector('[role=alert]')) window.saidAt ??= performance.now();
      }).observe(document.body, { childList: true, subtree: true });
    `);
    await workbench.page.keyboard.type('!');
    const alert = frame.getByRole('alert');
    await alert.waitFor();
    await shows('player_name');
    assert.equal(await frame.locator('.last-good').count(), 1);
    assert.deepEqual(await place(), before);
    const waited = Number(await frame.evaluate('window.saidAt - window.brokenAt'));
    assert.ok(waited >= 490, `after ${waited} ms`);
    await frame.locator('header').getByText('from before the error').waitFor();
    await workbench.picture('preview-broken');
    await alert.getByRole('button').click();
    await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
    await until(
      'the error',
      async () => (await workbench.page.locator('.statusbar', { hasText: 'Ln 22, ' }).count()) > 0,
    );
    await workbench.page.keyboard.press('Control+Z');
    await alert.waitFor({ state: 'detached' });
    assert.equal(await frame.getByText('from before the error').count(), 0);
    await workbench.page.keyboard.press('Control+S');
  });

  test('comes back after a reload, with its switches', async () => {
    await frame.getByRole('combobox', { name: 'Definition' }).selectOption('day discussion');
    await shows('[/THOUGHT]');
    await workbench.reload();
    frame = await workbench.webview('Format Instruction');
    await shows('[/THOUGHT]');
    assert.equal(await frame.getByRole('button', { name: 'Show Whitespace' }).getAttribute('aria-pressed'), 'true');
    await until('tokens in color', async () => (await frame.locator('.token').count()) > 20);
  });
});
