import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { openWorkbench, type Theme, until, type Workbench } from './harness.ts';

const textOf = async (element: Locator) => (await element.allInnerTexts()).join('\n');

suite('the constraint in the preview', () => {
  let workbench: Workbench;
  let frame: Frame;
  const section = () => frame.locator('.constraint');
  const grammar = () => frame.locator('.constraint pre');
  const engine = () => frame.getByRole('combobox', { name: 'Engine' });
  const form = () => frame.getByRole('combobox', { name: 'Form' });

  suiteSetup(async () => {
    workbench = await openWorkbench({
      settings: { 'files.autoSave': 'off', 'parserlens.engines': ['vllm', 'gemini'] },
    });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await workbench.openFile('werewolf.parser.json');
    await workbench.selectText('what you speak');
    await workbench.runCommand('ParserLens: Show Constraint for Engine');
    frame = await workbench.webview('Format Instruction');
    await grammar().waitFor();
  });
  suiteTeardown(() => workbench?.close());

  test('the grammar of the format for an engine, proved', async () => {
    assert.match(await textOf(grammar()), /^root ::= /);
    assert.match(await textOf(section()), /Proved: 200 sentences read as they were written\./);
    assert.equal(await engine().inputValue(), 'vllm');
    await workbench.picture('constraint');
  });

  test('the lens above each definition says what the chosen engines enforce; a click shows it', async () => {
    const said = () => workbench.page.locator('.codelens-decoration').allInnerTexts();
    await until('the lens', async () => (await said()).some(row => row.includes('vLLM ✓ · Gemini ✓')));
    await workbench.picture('constraint-lens');
  });

  test('by keyboard: another engine and form, copied for a request', async () => {
    await engine().focus();
    await engine().selectOption('llama.cpp');
    await until('its form', async () => /the best form \(gbnf\)/.test(await textOf(form())));
    await form().focus();
    await form().selectOption('json');
    await until('the schema', async () => /"type": "object"|has no|not an object/.test(await textOf(section())));
    await engine().selectOption('openai');
    await until('its form', async () => /lark/.test(await textOf(form())));
    await engine().selectOption('vllm');
    await until('the grammar', async () => /^root ::= /.test(await textOf(grammar())));
    const copy = frame.getByRole('button', { name: 'Copy for Request' });
    await copy.focus();
    await copy.press('Enter');
    await until('what was copied', async () => /Copied/.test(await textOf(section())));
    await frame.getByRole('button', { name: 'Open Constraint as Document' }).press('Enter');
    await until('the document', async () => /root ::=/.test((await textOf(workbench.editor)).replace(/\s/g, ' ')));
    await workbench.page.locator('.tab', { hasText: 'werewolf.parser.json' }).click();
  });

  test('what an engine does not keep leads to the definition; the choice stays through a reload', async () => {
    await frame.getByRole('combobox', { name: 'Definition' }).selectOption('wolf vote');
    await until('its grammar', async () => /vote/.test(await textOf(grammar())));
    await engine().selectOption('gemini');
    await until('the schema', async () => /drops|Nothing is dropped/.test(await textOf(section())));
    await workbench.reload();
    frame = await workbench.webview('Format Instruction');
    await grammar().waitFor();
    assert.equal(await engine().inputValue(), 'gemini');
  });

  const looks: readonly (readonly [name: string, theme: Theme, width: number, height: number])[] = [
    ['light', 'Light Modern', 1400, 900],
    ['narrow', 'Dark Modern', 1000, 700],
    ['contrast', 'Default High Contrast', 1400, 900],
  ];
  for (const [name, theme, width, height] of looks)
    test(`fits its column: ${name}`, async () => {
      await workbench.page.setViewportSize({ width, height });
      await workbench.chooseTheme(theme);
      await frame.evaluate(`document.querySelector('.constraint').scrollIntoView()`);
      await workbench.picture(`constraint-${name}`);
      const page = 'document.documentElement';
      assert.ok(await frame.evaluate(`${page}.scrollWidth <= ${page}.clientWidth`));
    });

  suite('fixes in the light bulb', () => {
    const shown = async () => ((await workbench.editor.locator('.view-lines').textContent()) ?? '').replace(/\s/g, ' ');
    /** Opens a definition, and chooses an entry of the bulb at a text of it. */
    const choose = async (name: string, definition: object, at: string, entry: string) => {
      await workbench.page.setViewportSize({ width: 1400, height: 900 });
      await writeFile(join(workbench.workspace, name), JSON.stringify(definition));
      await workbench.openFile(name);
      await workbench.selectText(at);
      const row = workbench.page.locator('.action-widget .monaco-list-row', { hasText: entry }).first();
      await workbench.untilShown(row, () => workbench.page.keyboard.press('Control+.'));
      await row.click();
    };
    const undone = async (before: RegExp) => {
      await workbench.focusEditor();
      await workbench.page.keyboard.press('Control+Z');
      await until('the text from before', async () => before.test(await shown()));
    };

    test('a reason moves in front of what it explains, and back', async () => {
      const content_hint = { vote: 'a name', thought: 'why' };
      const definition = { type: 'MarkdownJsonDictParser', content_hint };
      await choose('order.parser.json', definition, '"thought"', 'Move "thought"');
      await until('the order', async () => /"thought":"why","vote":"a name"/.test(await shown()));
      await undone(/"vote":"a name","thought":"why"/);
    });

    test('a field gets the name that servers take, and its own again', async () => {
      const fields = { reasoning_content: { open: '<think>', close: '</think>' }, content: {} };
      const definition = { type: 'response_template', response_template: { start_anchor: '<bot>', fields } };
      await choose('served.parser.json', definition, 'reasoning_content', 'to "thinking"');
      await until('the name', async () => /"fields":\{"thinking":\{"open"/.test(await shown()));
      await undone(/"fields":\{"reasoning_content":/);
    });

    test('what is dropped leads to the constraint of the engine', async () => {
      const votes = { type: 'array', items: { type: 'string' }, uniqueItems: true };
      const content_schema = { type: 'object', properties: { votes }, required: ['votes'] };
      const definition = { type: 'structured_output', content_schema };
      await choose('dropped.parser.json', definition, 'uniqueItems', 'Show Constraint for Engine');
      frame = await workbench.webview('Format Instruction');
      await until('the constraint', async () => /uniqueItems/.test(await textOf(section())));
    });
  });
});
