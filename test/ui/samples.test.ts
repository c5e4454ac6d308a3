import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench, until, type Workbench } from './harness.ts';

const definition = `{
  "type": "MarkdownJsonDictParser",
  "content_hint": { "speak": "what you say" },
  "keys_to_content": "speak",
  "samples": [
    { "name": "passes", "text": "{\\"speak\\": \\"hello\\"}", "expect": { "content": "hello" } },
    { "name": "other words", "text": "{\\"speak\\": \\"hello\\"}", "expect": { "content": "goodbye" } },
    { "name": "no file", "file": "nowhere.md" }
  ]
}
`;

const block = '```python\ndef greet(name: str) -> str:\n    return f"Hello, {name}!"\n\n\nprint(greet("world"))\n```';

suite('samples', () => {
  let workbench: Workbench;

  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1500, height: 900 });
    await writeFile(join(workbench.workspace, 'responses', 'guest.parser.json'), definition);
  });
  suiteTeardown(() => workbench?.close());

  /** What the editor shows. */
  const text = async () => ((await workbench.editor.textContent()) ?? '').replaceAll('\u00a0', ' ');
  /** The rows of the Test Explorer by their names for a screen reader. */
  const rows = () =>
    workbench.page
      .locator('.test-explorer .monaco-list-row')
      .evaluateAll(all => all.map(row => row.getAttribute('aria-label') ?? ''));
  const row = (label: string) =>
    workbench.page.locator(`.test-explorer .monaco-list-row[aria-label^="${label}"]`).first();
  const has = (start: RegExp, state = '') =>
    until(`${start} ${state}`, async () => {
      const labels = await rows();
      if (labels.some(label => start.test(label) && label.includes(state))) return true;
      throw new Error(labels.join('\n'));
    });

  test('the tree shows folders and files, then definitions and samples, by the keyboard @main', async () => {
    await workbench.page.locator('.activitybar [aria-label^="Testing"]').first().click();
    await has(/^coder\.parser\.json/);
    await has(/^responses/);
    await row('responses').click();
    // A hover would cover the rows below.
    await workbench.page.mouse.move(800, 400);
    const { keyboard } = workbench.page;
    await has(/^guest\.parser\.json/);
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    await has(/^guest(?!\.)/);
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    await has(/^no file/);
    const labels = await rows();
    const at = labels.findIndex(label => /^guest(?!\.)/.test(label));
    assert.deepEqual(
      labels.slice(at + 1, at + 4).map(label => label.split(/ \(|, /)[0]),
      ['passes', 'other words', 'no file'],
    );
  });

  test('a run shows each verdict; the difference is in a peek @main', async () => {
    await workbench.runCommand('Test: Run All Tests');
    await has(/^passes/, 'Passed');
    await has(/^other words/, 'Failed');
    await has(/^no file/, 'Errored');
    await workbench.picture('samples-explorer');
    await row('other words').dblclick();
    await workbench.page.locator('.tab.active[data-resource-name="guest.parser.json"]').first().waitFor();
    await workbench.page.locator('.zone-widget .monaco-diff-editor').first().waitFor();
    await workbench.picture('samples-peek');
  });

  test('Update Expectation in the menu of a failing sample', async () => {
    await workbench.choose(row('other words'), 'Update Expectation');
    await until('the new value', async () =>
      (await text()).includes('{ "content": "hello" } },    { "name": "no file"'),
    );
    await workbench.picture('samples-updated');
    await workbench.page.keyboard.press('Control+S');
  });

  test('a continuous run follows the files that samples name', async () => {
    const entry = workbench.page.getByRole('menuitemcheckbox', { name: 'Turn on Continuous Run' });
    // A tree that is drawn anew closes the menu.
    await until('continuous run', async () => {
      await row('guest.parser.json').click({ button: 'right' });
      try {
        await entry.hover({ timeout: 5000 });
        await entry.press('Enter', { timeout: 5000 });
        return true;
      } catch {
        await workbench.page.keyboard.press('Escape');
        return undefined;
      }
    });
    await has(/^no file/, 'Errored');
    await writeFile(join(workbench.workspace, 'responses', 'nowhere.md'), '{"speak": "here"}');
    await has(/^no file/, 'Passed');
    await writeFile(join(workbench.workspace, 'responses', 'nowhere.md'), 'nothing');
    await has(/^no file/, 'Failed');
    await workbench.picture('samples-continuous');
  });

  test('Save as Sample writes a new file and the definition as one step', async () => {
    await workbench.openFile('responses/code.md');
    await workbench.selectText(block);
    await workbench.chooseForSelection('Parse Selection with Parser…');
    await workbench.pick('coder');
    await until('the lens', async () => (await workbench.lenses()).flat().includes('coder'));
    await workbench.focusEditor();
    const save = workbench.page.locator('.action-widget .monaco-list-row', { hasText: 'Save as Sample' });
    await workbench.untilShown(save, () => workbench.page.keyboard.press('Control+.'));
    await save.click();
    await workbench.page.locator('.quick-input-widget', { hasText: 'Save as Sample of coder' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page
      .locator('.quick-input-list .monaco-list-row', { hasText: 'expects only that it parses' })
      .first()
      .waitFor();
    await workbench.picture('samples-save');
    await workbench.pick('In a New File');
    const file = join(workbench.workspace, 'samples', 'sample-3.md');
    assert.equal(await until('the file', () => readFile(file, 'utf8')), block);
    await workbench.openFile('coder.parser.json');
    await until('the sample', async () => (await text()).includes('"file": "samples/sample-3.md"'));
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+Z');
    await workbench.picture('samples-undo');
    await until('no sample', async () => !(await text()).includes('sample-3.md'));
    await until('no file', async () => !existsSync(file));
  });
});
