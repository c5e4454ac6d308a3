import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';
import { writeEvaluated } from './evaluationFixture.ts';
import { openWorkbench, type Theme, until, type Workbench } from './harness.ts';

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The themes by their names in VS Code's list, and the class that a page has then. */
const themes: readonly (readonly [string, string])[] = [
  ['Light Modern', 'vscode-light'],
  ['Dark High Contrast', 'vscode-high-contrast'],
  ['Light High Contrast', 'vscode-high-contrast-light'],
  ['Dark Modern', 'vscode-dark'],
];

/** What axe has to say of a page, with the elements that it says it of. */
async function findings(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate('typeof axe === "object"'))) await frame.evaluate(await axe);
  const found = (await frame.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, failureSummary, html].join('\\n'))))`)) as string[];
  return found;
}

suite('accessibility', () => {
  let workbench: Workbench;

  suiteSetup(async () => {
    workbench = await openWorkbench({ theme: 'Dark Modern' as Theme, settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
  });
  suiteTeardown(() => workbench?.close());
  teardown(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.screenshot(`failed-${this.currentTest.title.slice(0, 12)}`);
  });

  /** Runs axe in every theme. */
  async function findsNothing(frame: Frame, what: string): Promise<void> {
    for (const [theme, name] of themes) {
      await workbench.runCommand('Preferences: Color Theme');
      await workbench.pick(theme);
      await until(theme, async () => ` ${await frame.locator('body').getAttribute('class')} `.includes(` ${name} `));
      assert.deepEqual(await findings(frame), [], `${what}, ${theme}`);
      await workbench.screenshot(`axe-${what}-${name}`);
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
        const own = it.labels?.[0]?.querySelector('span')?.textContent ?? it.textContent;
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
    await findsNothing(frame, 'instruction');
    await frame.getByRole('button', { name: 'Show Tokens in Color' }).click();
    await until('tokens in color', async () => (await frame.locator('.token').count()) > 20);
    await findsNothing(frame, 'tokens');
    await frame.getByRole('button', { name: 'Show Tokens in Color' }).click();
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
    await findsNothing(frame, 'conversation');
    await frame.getByLabel('Compare with').selectOption('GeminiChatFormatter');
    await frame.locator('.differing.other').first().waitFor();
    await findsNothing(frame, 'comparison');
    await frame.getByLabel('Compare with').selectOption('');
    await frame.locator('.payload').nth(1).waitFor({ state: 'detached' });
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

  test('an evaluation: axe finds nothing, in any theme', async () => {
    await workbench.runCommand('View: Close All Editors');
    await writeEvaluated(workbench.workspace);
    await workbench.openFile('triage.jsonl');
    await workbench.runCommand('ParserLens: Evaluate Definition over a Log…');
    await workbench.pick('triage');
    const frame = await workbench.webview('Evaluation');
    await frame.getByText('150 errors').first().waitFor();
    await frame.locator('.row .preview', { hasText: 'json' }).first().waitFor();
    await frame.locator('.causes button').first().click();
    await findsNothing(frame, 'evaluation');
  });
});
