import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { openWorkbench, type Theme, until, type Workbench } from './harness.ts';

const fence = '```';
const definition = { type: 'MarkdownJsonDictParser', required_keys: ['a'] };
const answer = (i: number) => `${fence}json\n{"a": ${i}${i % 9 === 0 ? '' : `}\n${fence}`}`;
const lines = (items: readonly unknown[]) => items.map(item => `${JSON.stringify(item)}\n`).join('');

suite('logs', () => {
  let folder: string;
  let workbench: Workbench;
  let frame: Frame;
  const text = async (selector: string) =>
    (await frame.locator(selector).allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim();
  const shows = (selector: string, what: RegExp) => until(String(what), async () => what.test(await text(selector)));
  const button = (name: string | RegExp) => frame.getByRole('button', { name });
  /** The page that has this now: a hidden one is gone, and comes back as another frame. */
  const page = async (selector: string, timeout?: number) => {
    const visible = async () => {
      for (const each of workbench.page.frames())
        if (each.url().includes('fake.html') && (await each.locator(selector).first().isVisible())) return each;
      return undefined;
    };
    frame = await until(selector, visible, timeout);
  };
  const pictures = async (name: string, selector: string) => {
    const looks: readonly (readonly [string, Theme, number, number])[] = [
      ['light', 'Light Modern', 1400, 900],
      ['contrast', 'Default High Contrast', 1400, 900],
      ['small', 'Dark Modern', 1000, 700],
      ['dark', 'Dark Modern', 1400, 900],
    ];
    for (const [look, theme, width, height] of looks) {
      await workbench.page.setViewportSize({ width, height });
      await workbench.chooseTheme(theme);
      await page(selector);
      await workbench.picture(`${name}-${look}`);
    }
  };

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-logs-'));
    await writeFile(join(folder, 'vote.parser.json'), JSON.stringify(definition));
    const rows = Array.from({ length: 600 }, (_, i) => ({ id: `r${i}`, model: `m${i % 3}`, response: answer(i) }));
    await writeFile(join(folder, 'log.jsonl'), lines(rows));
    const dialog = (...answers: readonly string[]) =>
      answers.flatMap(content => [
        { role: 'user', content: 'Vote.' },
        { role: 'assistant', content },
      ]);
    const chats = Array.from({ length: 20 }, (_, i) => ({
      id: `chat${i}`,
      chosen: [...dialog('Not yet.', answer(i)), { role: 'user', content: 'Thanks.' }],
    }));
    await writeFile(join(folder, 'chats.jsonl'), lines(chats));
    const cli = (...args: string[]) =>
      execFileSync(process.execPath, [join(import.meta.dirname, '../../dist/cli.js'), ...args], { cwd: folder });
    const evaluate = ['evaluate', 'log.jsonl', '--parser', 'vote.parser.json'];
    for (const i of [1, 2, 3, 4]) cli(...evaluate, '--shard', `${i}/4`, '--out', `${i}.evaluation.json`);
    cli(...evaluate, '--off', 'odd-type', '--shard', '1/4', '--out', 'other.evaluation.json');
    cli('merge', ...[1, 2, 3, 4].map(i => `${i}.evaluation.json`), '--out', 'whole.evaluation.json');
    // It comes later.
    await rename(join(folder, '3.evaluation.json'), join(folder, 'later'));
    workbench = await openWorkbench({ folder, settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
  });
  suiteTeardown(async () => {
    await workbench?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('a part says which parts it has and which are missing; those of its folder are merged, also one that comes later', async () => {
    // In a new window, VS Code may show a file as text: it does not know yet that the extension has an editor for it.
    await until('the page of an evaluation', async () => {
      await workbench.closeEditors();
      await workbench.explorerEntry('2.evaluation.json').dblclick();
      await page('main.file .parts', 10_000);
      return true;
    });
    await shows(
      '.parts',
      /^Only part 2 of 4 is here\. Missing: 1, 3–4\. The numbers are those of the rows that are here\./,
    );
    await shows('.summary', /152 rows/);
    await pictures('parts-one', 'main.file .parts');
    await button('Merge with the Parts in This Folder').click();
    await shows(
      '.parts',
      /^Merged here from parts 1–2, 4 of 4: 2\.evaluation\.json, 1\.evaluation\.json, 4\.evaluation\.json\. Missing: 3\./,
    );
    await shows('.parts', /Left out: other\.evaluation\.json \(it has other options/);
    assert.equal(await button('Merge with the Parts in This Folder').count(), 0);
    await pictures('parts-some', 'main.file .parts');
    await rename(join(workbench.workspace, 'later'), join(workbench.workspace, '3.evaluation.json'));
    await shows('.parts', /^Merged here from all 4 parts: /);
    await shows('.summary', /600 rows/);
    await workbench.picture('parts-all');
    const merged = await text('.summary');
    await workbench.explorerEntry('whole.evaluation.json').dblclick();
    await until('the whole', async () => {
      await page('main.file .summary');
      return (await frame.locator('.parts').count()) === 0 && (await text('.summary')) === merged;
    });
  });

  test('every answer of a conversation is a row: chosen by the field, numbered, opened', async () => {
    await workbench.openFile('chats.jsonl');
    await workbench.runCommand('ParserLens: Evaluate Definition over a Log…');
    await workbench.pick('vote');
    await page('.rows .grid');
    await shows('.summary', /20 rows/);
    await shows('header .logs', /chats\.jsonl · the last answer of a conversation/);
    await frame.locator('header .logs').click();
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'all answers of' }).waitFor();
    await workbench.picture('turns-pick');
    await workbench.pick('all answers of a conversation');
    await shows('.summary', /40 rows/);
    await shows('header .logs', /all answers of a conversation/);
    await shows('.grid tbody', /chat0 ?#1 \S+ no-answer \S+ Not yet/);
    await shows('.grid tbody', /chat1 ?#2 \S+ ok \S+ \{"a": 1/);
    await frame.locator('table[role=grid]').focus();
    for (let i = 0; i < 4; i++) await workbench.page.keyboard.press('ArrowDown');
    await shows('.row.active', /^chat1 ?#2 /);
    await shows('.pane', /"a": 1/);
    await pictures('turns', '.rows .grid');
  });
});
