import assert from 'node:assert/strict';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('structure of definitions', () => {
  let workbench: Workbench;

  suiteSetup(async () => {
    workbench = await openWorkbench({
      settings: { 'files.autoSave': 'off', 'parserlens.tokens.counters': ['o200k_base', 'cl100k_base'] },
    });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await workbench.openFile('werewolf.parser.json');
  });
  suiteTeardown(() => workbench?.close());

  const lensLine = (part: string) =>
    until(part, async () => (await workbench.lenses()).find(line => line.some(title => title.includes(part))));

  /** Opens the menu of refactorings on a text. It closes when the focus that a command took away comes back late. */
  const refactorings = (text: string) =>
    until(`refactorings of ${text}`, async () => {
      await workbench.selectText(text);
      await workbench.page.keyboard.press('Control+Shift+R');
      const row = workbench.page.locator('.action-widget .monaco-list-row', { hasText: 'Convert to Multi' }).first();
      await row.waitFor({ timeout: 3000 });
      return true;
    });

  test('a lens above each definition says what it costs and whether its samples pass', async () => {
    await lensLine('3/3 pass');
    const line = await until('all of the first', async () =>
      (await workbench.lenses()).find(titles => titles[0] === 'Preview' && titles.length === 3),
    );
    assert.equal(line[0], 'Preview');
    assert.match(line[1] ?? '', /^\d+ tokens$/);
    assert.equal(line[2], 'Run…');
    const tokens = workbench.editor.locator('.codelens-decoration a', { hasText: 'tokens' }).first();
    const tooltip = () => tokens.getAttribute('title');
    await until('both counters', async () =>
      /Click to choose.*\n\d+ tokens: o200k_base \(exact\)\n\d+ tokens: cl100k_base \(exact\)/.test(
        (await tooltip()) ?? '',
      ),
    );
    await workbench.picture('definition-lenses');
  });

  test('the lenses stay while a user types', async () => {
    await workbench.selectText('what you speak');
    await workbench.page.evaluate(`
      window.lensesGone = 0;
      window.lensObserver = new MutationObserver(() => {
        const titles = [...document.querySelectorAll('.codelens-decoration')].map(each => each.textContent);
        if (!['3/3', 'tokens'].every(part => titles.some(title => title.includes(part)))) window.lensesGone++;
      });
      window.lensObserver.observe(document.querySelector('.editor-instance'), { subtree: true, childList: true, characterData: true });
    `);
    await workbench.page.keyboard.type('what you say " { [', { delay: 20 });
    await workbench.editor.locator('.squiggly-error').first().waitFor();
    await workbench.page.keyboard.press('Backspace');
    await until('the preview lens', async () => (await workbench.lenses()).length >= 5);
    assert.equal(await workbench.page.evaluate('window.lensObserver.disconnect(), window.lensesGone'), 0);
    await workbench.runCommand('File: Revert File');
  });

  test('a click on the tokens offers the tokenizers', async () => {
    await workbench.clickLens('tokens');
    await workbench.page.locator('.quick-input-title', { hasText: 'Count Tokens With' }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  test('a click on the samples runs them in the Test Explorer', async () => {
    await workbench.clickLens('3/3 pass');
    // The definition is revealed, and its verdict is shown.
    await workbench.page
      .locator('.test-explorer .monaco-list-row', { hasText: 'wolf discussion' })
      .locator('.codicon-testing-passed-icon')
      .first()
      .waitFor();
    await workbench.picture('definition-lens-samples');
  });

  test('a click on Preview opens the preview', async () => {
    await workbench.clickLens('Preview');
    const frame = await workbench.webview('Format Instruction');
    await until('the text', async () =>
      (await frame.locator('pre.instruction').textContent())?.includes('what you speak'),
    );
  });

  test('a definition is converted from the menu of refactorings, which says why another is not', async () => {
    await workbench.openFile('werewolf.parser.json');
    await refactorings('"content_schema"');
    await workbench.picture('conversion-refused');
    await workbench.page.keyboard.press('Escape');
    await refactorings('"wolf discussion"');
    await workbench.page.keyboard.press('Enter');
    await workbench.editor.locator('.view-line', { hasText: '[THOUGHT]' }).first().waitFor();
    await lensLine('3/3 pass');
    await workbench.picture('converted');
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+Z');
    await workbench.editor.locator('.view-line', { hasText: 'MarkdownJsonDictParser' }).first().waitFor();
  });

  test('a conversion that loses something lists it before, with the tokens, and writes nothing until it is wanted', async () => {
    const { page, editor } = workbench;
    const box = page.locator('.monaco-dialog-box');
    await workbench.openFile('dspy.parser.json');
    for (const answer of ['Cancel', 'Convert']) {
      await refactorings('"triage"');
      await page.locator('.action-widget .monaco-list-row', { hasText: 'Convert to Multi' }).first().click();
      await box.waitFor();
      const told = (await box.textContent()) ?? '';
      assert.match(told, /Convert triage to MultiTaggedContentParser\?/);
      assert.match(told, /Tags have no types/);
      assert.match(told, /Sent because of the definition: \d+ tokens before, \d+ after/);
      await workbench.picture('conversion-losses');
      assert.equal(await editor.locator('.view-line', { hasText: '[REASONING]' }).count(), 0);
      await box.getByRole('button', { name: answer, exact: true }).click();
      await box.waitFor({ state: 'detached' });
    }
    await editor.locator('.view-line', { hasText: '[REASONING]' }).first().waitFor();
    await workbench.focusEditor();
    await page.keyboard.press('Control+Z');
    await editor.locator('.view-line', { hasText: '"ChatAdapter"' }).first().waitFor();
  });

  test('a key that is renamed to one that is there says why it stays', async () => {
    const { page } = workbench;
    await workbench.openFile('werewolf.parser.json');
    const name = page.locator('.rename-box input').first();
    await workbench.untilNotified('has a key "thought" already', async () => {
      await workbench.selectText('"finish_discussion"');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('F2');
      await name.waitFor();
      await name.fill('thought');
      await page.keyboard.press('Enter');
    });
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  test('definitions and samples are found by name across the workspace', async () => {
    await workbench.page.keyboard.press('Control+T');
    const input = workbench.page.locator('.quick-input-widget input[type=text]').first();
    await input.fill('#forgot');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'forgot a key' }).waitFor();
    await workbench.picture('workspace-symbols');
    await workbench.page.keyboard.press('Escape');
  });
});
