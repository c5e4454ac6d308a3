import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';
import { writeEvaluated } from './evaluationFixture.ts';
import { openWorkbench, until, type Workbench } from './harness.ts';

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The themes by their names in VS Code's list, and the class that a page has then. */
const themes: readonly (readonly [string, string])[] = [
  ['Light Modern', 'vscode-light'],
  ['Dark High Contrast', 'vscode-high-contrast'],
  ['Light High Contrast', 'vscode-high-contrast-light'],
  ['Dark Modern', 'vscode-dark'],
];

/** What axe has to say of a page, with the elements that it says it of. `rules`: only of these. */
async function findings(frame: Frame, rules?: readonly string[]): Promise<string[]> {
  if (!(await frame.evaluate('typeof axe === "object"'))) await frame.evaluate(await axe);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const found = (await frame.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, failureSummary, html].join('\\n'))))`)) as string[];
  return found;
}

suite('accessibility', () => {
  let workbench: Workbench;

  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
  });
  suiteTeardown(() => workbench?.close());

  /** Runs axe on the states of a page, in the other themes for their colors alone. */
  async function findsNothing(frame: Frame, states: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
    for (const [i, [theme, name]] of themes.entries()) {
      await workbench.runCommand('Preferences: Color Theme');
      await workbench.pick(theme);
      await until(theme, async () => ` ${await frame.locator('body').getAttribute('class')} `.includes(` ${name} `));
      for (const [state, enter] of Object.entries(states)) {
        await enter();
        const found = await findings(frame, i === 0 ? undefined : ['color-contrast']);
        assert.deepEqual(found, [], `${state}, ${theme}`);
      }
    }
  }

  /** What the keyboard comes to in a page, from its start, as screen readers say it. */
  async function stops(frame: Frame): Promise<string[]> {
    await frame.evaluate('document.activeElement?.blur(); document.body.tabIndex = -1; document.body.focus()');
    const seen: string[] = [];
    for (;;) {
      await workbench.page.keyboard.press('Tab');
      const said = (await frame.evaluate(`(() => {
        const { activeElement: it } = document;
        if (!it || it === document.body || !document.hasFocus()) return '';
        const labels = it.getAttribute('aria-labelledby')?.split(' ').map(id => document.getElementById(id)?.textContent);
        const label = it.labels?.[0];
        const said = label?.querySelector('span:not([aria-hidden])') ?? (it.localName === 'input' ? label : undefined);
        const own = (said ?? it).textContent;
        const name = it.getAttribute('aria-label') ?? labels?.join(' ') ?? own;
        return (it.getAttribute('role') ?? it.localName) + ' ' + name.trim().slice(0, 40);
      })()`)) as string;
      if (said === '' || seen.length > 60) return seen;
      seen.push(said);
    }
  }

  test('the instruction preview: axe finds nothing, in any theme', async () => {
    await workbench.openFile('werewolf.parser.json');
    await workbench.runCommand('ParserLens: Preview Format Instruction');
    const frame = await workbench.webview('Format Instruction');
    await frame.getByText('3 of 3 pass').waitFor();
    await workbench.selectText('what you speak');
    await workbench.page.keyboard.type('what you say');
    await frame.locator('ins').first().waitFor();
    await frame.getByText('Robustness', { exact: true }).click();
    await until('a score', async () => (await frame.locator('.robustness table, .robustness h3').count()) > 0);
    const tokens = frame.locator('.token');
    const colors = frame.getByRole('button', { name: 'Show Tokens in Color' });
    const off = async () => {
      if ((await tokens.count()) > 0) await colors.click();
      await until('no tokens', async () => (await tokens.count()) === 0);
    };
    const on = async () => {
      await colors.click();
      await until('tokens in color', async () => (await tokens.count()) > 20);
    };
    await findsNothing(frame, { instruction: off, tokens: on });
    await off();
  });

  test('the instruction preview by keyboard: every control has a name, in the order of the page', async () => {
    const frame = await workbench.webview('Format Instruction');
    await frame.getByText('Robustness', { exact: true }).click();
    await frame.locator('pre.instruction').click({ position: { x: 3, y: 3 } });
    assert.deepEqual((await stops(frame)).slice(0, 12), [
      'select Definition',
      'button Show Whitespace',
      'button Show Tokens in Color',
      'button Open as Document',
      'button Copy',
      'region Format Instruction',
      'button thought',
      'button speak',
      'button finish_discussion',
      'button agreed',
      'button forgot a key',
      'button no closing fence',
    ]);
    await frame.getByRole('button', { name: 'Show Whitespace' }).focus();
    await workbench.page.keyboard.press('Space');
    await until('white space', async () => (await frame.locator('[data-mark]').count()) > 0);
    await workbench.page.keyboard.press('Space');
    await workbench.openFile('werewolf.parser.json');
    await workbench.runCommand('File: Revert File');
    await workbench.runCommand('View: Close All Editors');
  });

  test('the conversation preview: axe finds nothing, in any theme', async () => {
    await workbench.openFile('library.messages.json');
    await workbench.runCommand('ParserLens: Preview Conversation');
    const frame = await workbench.webview('Conversation');
    await frame.getByText('126 of 156 tokens').waitFor();
    const alone = async () => {
      await frame.getByLabel('Compare with').selectOption('');
      await frame.locator('.payload').nth(1).waitFor({ state: 'detached' });
    };
    const compared = async () => {
      await frame.getByLabel('Compare with').selectOption('GeminiChatFormatter');
      await frame.locator('.differing.other').first().waitFor();
    };
    await findsNothing(frame, { conversation: alone, comparison: compared });
    await alone();
  });

  test('the conversation preview by keyboard: every control has a name, in the order of the page', async () => {
    const frame = await workbench.webview('Conversation');
    await frame.locator('.total').click();
    const all = await stops(frame);
    assert.deepEqual(all.slice(0, 7), [
      'select AgentScope',
      'select Formatter',
      'select Token counter',
      'input Limit',
      'button No Limit',
      'select Truncation',
      'select Compare with',
    ]);
    assert.deepEqual(
      all.filter(each => !/^button (system|Bob|Alice|Charlie|Friday) /.test(each)).slice(7),
      [
        'slider Limit',
        'separator Height of the payload',
        'button Payload',
        'button Open Payload as Document',
        'button Copy Payload',
        'region Payload',
      ].map(each => all.find(one => one.startsWith(each)) ?? `no ${each}`),
    );
  });

  test('a replay: axe finds nothing, in any theme', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('responses/day-discussion.md');
    await workbench.runCommand('ParserLens: Parse Selection with Parser…');
    await workbench.pick('day discussion');
    await until('lenses', async () => (await workbench.lenses()).length > 0);
    await workbench.runCommand('ParserLens: Replay as Stream');
    const frame = await workbench.webview('Replay as Stream');
    const slider = frame.locator('input[type=range]');
    const shows = (what: RegExp) =>
      until(String(what), async () => what.test((await frame.locator('.outcome:not(.stale)').allInnerTexts()).join()));
    await slider.waitFor();
    const whole = async () => {
      await slider.press('End');
      await shows(/reads/);
    };
    // From the end, so that what is shown is not what was shown before.
    const cut = async () => {
      await whole();
      await slider.press('Home');
      await frame.getByRole('button', { name: 'Next Change' }).press('Enter');
      await shows(/If it ended here: .*Error/);
    };
    await findsNothing(frame, { cut, whole });
  });

  test('an evaluation: axe finds nothing, in any theme', async () => {
    await workbench.runCommand('View: Close All Editors');
    await writeEvaluated(workbench.workspace);
    await workbench.openFile('triage.jsonl');
    await workbench.runCommand('ParserLens: Evaluate Definition over a Log…');
    await workbench.pick('triage');
    const frame = await workbench.webview('Evaluation');
    await frame.getByText('150 errors').first().waitFor();
    await frame.locator('.row .preview', { hasText: 'json' }).first().waitFor();
    await frame.locator('.causes button.name').first().click();
    const menu = async () => {
      const button = frame.getByRole('button', { name: 'More', exact: true });
      if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
      await frame.getByRole('menuitem').first().waitFor();
    };
    await findsNothing(frame, { evaluation: async () => {}, menu });
    await workbench.page.keyboard.press('Escape');
    await frame.locator('.rate').click();
    // A list of causes or groups, however long, is one stop; arrow keys move in it.
    assert.deepEqual(await stops(frame), [
      'button triage',
      'button Response Field: triage.jsonl · response',
      'button Evaluate Again',
      'button Compare with…',
      'button More',
      'button 1 more',
      'button error single-quotes JsonParsingError',
      'select model',
      'button model-0',
      'input Filter rows',
      'input ok',
      'input suspicious',
      'input error',
      'input without a response',
      'select Order',
      'button Take Off Filter: single-quotes JsonParsi',
      'button Clear Filters',
      'grid 30 rows',
    ]);
    await frame.locator('.causes button.name').first().focus();
    await workbench.page.keyboard.press('End');
    await until('the last cause', async () => /no-response/.test((await frame.locator(':focus').textContent()) ?? ''));
    await workbench.runCommand('View: Close All Editors');
  });

  test('the main job by keyboard alone: preview, source, parse, value, sample', async () => {
    const { page } = workbench;
    const { keyboard } = page;
    const open = async (name: string) => {
      await keyboard.press('Control+P');
      await keyboard.type(name);
      await page.locator(`.quick-input-list .monaco-list-row.focused[aria-label^="${name}"]`).waitFor();
      await keyboard.press('Enter');
      await page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor();
      await page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
    };
    const inBulb = async (entry: string) => {
      const row = page.locator('.action-widget .monaco-list-row', { hasText: entry });
      await workbench.untilShown(row, () => keyboard.press('Control+.'));
      const isFocused = async () => (await row.getAttribute('class'))?.split(' ').includes('focused');
      for (let i = 0; i < 8 && !(await isFocused()); i++) await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    };
    await open('werewolf.parser.json');
    await keyboard.press('Control+K');
    await keyboard.press('v');
    const frame = await workbench.webview('Format Instruction');
    await frame.getByText('3 of 3 pass').waitFor();
    // To the preview, and from a key there to where it was written.
    await keyboard.press('Control+2');
    const key = frame.getByRole('button', { name: 'speak', exact: true });
    await until('the key has the focus', async () => {
      await keyboard.press('Tab');
      return key.evaluate(element => element === element.ownerDocument.activeElement);
    });
    await keyboard.press('Enter');
    await page.locator('.statusbar', { hasText: /Ln 9, Col \d+ \(\d+ selected\)/ }).waitFor();
    // A new file is parsed with the previewed parser.
    await open('wolf-discussion.md');
    await keyboard.press('Control+Alt+Enter');
    await until('lenses', async () => (await workbench.lenses()).flat().some(title => title.startsWith('metadata')));
    await inBulb('Show toContent');
    const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: 'toContent' });
    await hover.getByText('11 tokens (o200k_base)').waitFor();
    await keyboard.press('Escape');
    await inBulb('Save as Sample');
    await page.locator('.quick-input-widget', { hasText: 'Save as Sample of wolf discussion' }).waitFor();
    await keyboard.press('Enter');
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'As This File' }).waitFor();
    await keyboard.press('Enter');
    await frame.getByText('4 of 4 pass').waitFor();
  });
});
