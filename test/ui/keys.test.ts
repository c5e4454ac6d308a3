import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('keys by keyboard', () => {
  let workbench: Workbench;

  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 50 } });
  });
  suiteTeardown(() => workbench?.close());

  const file = 'werewolf.parser.json';
  const saved = () => readFile(join(workbench.workspace, file), 'utf8');

  test('F2 renames a key in hint, lists and filters, and one undo takes it back', async () => {
    await workbench.openFile(file);
    const before = await saved();
    await workbench.selectText('"keys_to_content": "speak');
    const { keyboard } = workbench.page;
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowLeft');
    const input = workbench.page.locator('.rename-box input');
    await workbench.untilShown(input, () => keyboard.press('F2'));
    assert.equal(await input.inputValue(), 'speak');
    await input.fill('say');
    await keyboard.press('Enter');
    await until('the new name on disk', async () => (await saved()).includes('"keys_to_content": "say"'));
    const after = await saved();
    // Only in its own definition: the next one has a key of the same name.
    assert.equal(after.split('"say"').length - 1, 4);
    // In the texts of its samples as well, where JSON stands within JSON.
    assert.ok(after.includes('\\"say\\"'));
    assert.equal(after.replaceAll('"say"', '"speak"').replaceAll('\\"say\\"', '\\"speak\\"'), before);
    await workbench.picture('key-renamed');
    await keyboard.press('Control+Z');
    await until('the old text on disk', async () => (await saved()) === before);
  });

  test('F2 to a name that is taken changes nothing and says so', async () => {
    const before = await saved();
    await workbench.selectText('"keys_to_content": "speak');
    const { keyboard } = workbench.page;
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowLeft');
    await keyboard.press('F2');
    const input = workbench.page.locator('.rename-box input');
    await input.waitFor();
    await input.fill('thought');
    await keyboard.press('Enter');
    await until('the reason', async () => /has a key "thought" already/.test(String(await workbench.notifications())));
    await workbench.runCommand('Notifications: Clear All Notifications');
    assert.equal(await saved(), before);
  });

  test('a misspelt key is mended by its quick fix', async () => {
    await workbench.openFile(file);
    const before = await saved();
    await workbench.selectText('"keys_to_content": "speak');
    const { keyboard } = workbench.page;
    await keyboard.press('ArrowRight');
    await keyboard.type('er');
    await workbench.page.locator('.squiggly-warning').first().waitFor();
    await keyboard.press('ArrowLeft');
    const fix = workbench.page.locator('.action-widget .monaco-list-row', { hasText: 'Change to "speak"' });
    // The list of fixes is not filled in later: one that was asked for too early stays without ours.
    await until('the fix', async () => {
      await keyboard.press('Escape');
      await keyboard.press('Control+.');
      await fix.waitFor({ timeout: 5000 });
      return true;
    });
    await workbench.picture('key-fixes');
    await keyboard.press('Enter');
    await until('the key on disk', async () => (await saved()) === before);
  });

  test('typing a quote offers the keys, and the hover says where one goes', async () => {
    await workbench.openFile(file);
    await workbench.selectText('"keys_to_metadata": ["finish_discussion"');
    const { keyboard } = workbench.page;
    await keyboard.press('ArrowRight');
    await keyboard.type(', "');
    const offered = workbench.page.locator('.suggest-widget.visible .monaco-list-row');
    await offered.first().waitFor();
    assert.deepEqual((await offered.locator('.label-name').allInnerTexts()).sort(), ['speak', 'thought']);
    await workbench.picture('key-completion');
    await keyboard.press('Enter');
    await until('two keys on disk', async () =>
      /"keys_to_metadata": \["finish_discussion", "(speak|thought)"\]/.test(await saved()),
    );
    await workbench.selectText('"keys_to_content": "speak');
    await keyboard.press('ArrowRight');
    await workbench.runCommand('Show or Focus Hover');
    await workbench.page.locator('.monaco-hover', { hasText: 'required' }).first().waitFor();
    await workbench.picture('key-hover');
  });
});
