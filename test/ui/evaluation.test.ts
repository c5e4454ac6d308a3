import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { writeEvaluated } from './evaluationFixture.ts';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('evaluation', () => {
  let folder: string;
  let workbench: Workbench;
  let frame: Frame;
  const text = async (selector: string) =>
    (await frame.locator(selector).allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim();
  const shows = (selector: string, what: RegExp) => until(String(what), async () => what.test(await text(selector)));
  const button = (name: string | RegExp) => frame.getByRole('button', { name });
  const definition = () => join(workbench.workspace, 'aTriage.parser.json');
  /** Brings the page of the evaluation to the front: a hidden one is gone, and comes back as another frame. */
  const show = async () => {
    await workbench.page.locator('.tab', { hasText: 'Evaluation: triage' }).click();
    await until('the page', async () => {
      for (const each of workbench.page.frames())
        if (each.url().includes('fake.html') && (await each.locator('.rows .grid').isVisible())) frame = each;
      return frame.locator('.rows .grid').isVisible();
    });
  };
  /** Chooses a command of the page's menu. */
  const choose = async (name: string) => {
    await frame.getByRole('button', { name: 'More', exact: true }).click();
    await frame.getByRole('menuitem', { name }).click();
  };
  const compareWith = async (label: string) => {
    await button('Compare with…').click();
    await workbench.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).click();
    await until(label, async () => (await text('.comparison')).startsWith(`Compared with ${label}`));
  };

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-evaluated-'));
    await writeEvaluated(folder);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    workbench = await openWorkbench({ folder, settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await workbench.openFile('triage.jsonl');
    await workbench.runCommand('ParserLens: Evaluate Definition over a Log…');
    await workbench.pick('triage');
    frame = await workbench.webview('Evaluation');
  });
  suiteTeardown(async () => {
    await workbench?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('the rate in one line, groups, causes and rows @main', async () => {
    await shows('.counts', /^2,760 ok 60 suspicious 150 errors 30 without a response$/);
    // What was there before the first message.
    assert.match(
      await frame.evaluate<string>('document.body.dataset.messages'),
      /"name":"triage","logs":"triage\.jsonl"/,
    );
    assert.match(await text('.summary'), /92\.9 % ok .*95 % interval 92\.0 – 93\.8 %/);
    assert.match(await text('.groups tbody'), /model-0 .* model-2 100\.0 % 750/);
    assert.match(await text('.causes tbody'), /single-quotes JsonParsingError 30/);
    await shows('.grid tbody', /r0 model-0 .*single-quotes.* r1 model-1 ok …"Row 1: /);
    await workbench.picture('evaluation');
  });

  test('a cause filters, arrow keys move, the pane follows, Enter opens the response with its lenses, Escape lets go', async () => {
    await frame.locator('.causes button', { hasText: 'single-quotes' }).click();
    await shows('.filters', /30 of 3,000 rows/);
    await shows('.grid tbody', /r0 .* r100 .* r200 /);
    await frame.locator('table[role=grid]').focus();
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('Escape');
    await until('no row', async () => (await frame.locator('.row.active').count()) === 0);
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('ArrowDown');
    await shows('.row.active', /^r100 /);
    // It is read without leaving the table, its cause marked; the pane is the next stop of the Tab key.
    await shows(
      '.pane-head',
      /^r100 single-quotes JsonParsingError · line 2, column 2 .*Open Go to Log Save as Sample$/,
    );
    assert.equal(await text('.pane mark'), "'");
    assert.match(await text('.pane pre'), /^```json \{'thought':'Row 100: /);
    assert.equal(await workbench.page.locator('.tab', { hasText: 'r100.md' }).count(), 0);
    for (const name of ['Open', 'Go to Log', 'Save as Sample']) {
      await workbench.page.keyboard.press('Tab');
      await until(name, async () => (await frame.locator(':focus').innerText()).trim() === name);
    }
    await workbench.page.keyboard.press('Tab');
    await frame.locator('.pane-text:focus').waitFor();
    await frame.locator('table[role=grid]').focus();
    await workbench.page.keyboard.press('ArrowDown');
    await shows('.pane-head', /^r200 /);
    await workbench.page.keyboard.press('ArrowUp');
    await shows('.pane-head', /^r100 /);
    await workbench.page.keyboard.press('Enter');
    const lens = workbench.page.locator('.codelens-decoration', { hasText: 'JsonParsingError' }).first();
    await lens.waitFor();
    await workbench.page.locator('.tab', { hasText: 'r100.md' }).waitFor();
    await workbench.picture('evaluation-row');
    assert.equal(await workbench.page.locator('.editor-group-container').count(), 1);
    // Back from the response, the keys go on where they were.
    await show();
    await frame.locator('table[role=grid]:focus').waitFor();
    await shows('.row.active', /^r100 /);
    await button('Save as Sample').click();
    await workbench.page.locator('.quick-input-widget', { hasText: 'Save as Sample of triage' }).waitFor();
    const name = workbench.page.locator('.quick-input-widget input[type=text]').first();
    await until('the name of the row', async () => (await name.inputValue()) === 'r100');
    await workbench.page.keyboard.press('Escape');
    // A document that stands beside the evaluation follows.
    await workbench.runCommand('View: Move Editor into Next Group');
    await show();
    await choose('Copy as Markdown');
    await workbench.page.locator('.statusbar', { hasText: 'The evaluation was copied as Markdown.' }).waitFor();
    // Of the rows that were walked over, only the one that is shown has problems.
    await frame.locator('table[role=grid]').focus();
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.locator('.tab', { hasText: 'r200.md' }).waitFor();
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.locator('.tab', { hasText: 'r300.md' }).waitFor();
    assert.equal(await workbench.page.locator('.tab', { hasText: 'r200.md' }).count(), 0);
    const problems = workbench.page.locator('[id="status.problems"]');
    await until('one error, and that of the document that was moved', async () =>
      /^\s*2\b/.test(await problems.innerText()),
    );
    await button('Go to Log').click();
    await workbench.page.locator('.statusbar', { hasText: /Ln 301, Col 1\b/ }).waitFor();
    assert.equal(await workbench.page.locator('.editor-group-container').count(), 2);
    await workbench.runCommand('View: Close All Editors in Group');
    await show();
    await button('Clear Filters').click();
    await shows('.filters', /3,000 of 3,000 rows/);
  });

  for (const [width, height] of [
    [1400, 900],
    [1000, 700],
  ] as const)
    test(`with a preview of another file open, ${width} × ${height}: it takes its width while it is in front; rows with their responses and the pane are on the screen, bars are whole, and no row makes a third column`, async () => {
      const { page } = workbench;
      await workbench.openFile('aTriage.parser.json');
      await workbench.runCommand('ParserLens: Preview Format Instruction');
      await workbench.webview('Format Instruction');
      await page.setViewportSize({ width, height });
      const preview = page.locator('.tab', { hasText: 'Instruction: triage' });
      await preview.waitFor();
      await show();
      await preview.waitFor({ state: 'hidden' });
      const row = (name: string) => frame.locator('.row').filter({ has: frame.locator(`.name:text-is("${name}")`) });
      await row('r2').click();
      await shows('.pane-head', /^r2 /);
      const high = await frame.evaluate<number>('innerHeight');
      const inside = async (what: Locator) => {
        const box = await what.evaluate(element => {
          const { top, bottom, width: wide } = element.getBoundingClientRect();
          return { top, bottom, wide };
        });
        assert.ok(box.top >= 0 && box.bottom <= high, `${what} ${JSON.stringify(box)} of ${high}`);
        return box;
      };
      for (const name of ['r0', 'r1', 'r2']) await inside(row(name));
      assert.ok((await inside(row('r2').locator('.preview'))).wide >= 80);
      await inside(frame.locator('.pane'));
      await inside(frame.locator('.causes button').first());
      const bars = await frame.locator('.graph').evaluateAll(cells =>
        cells.map(cell => {
          const bar = cell.querySelector('.bar')!.getBoundingClientRect();
          return cell.getBoundingClientRect().right - bar.right;
        }),
      );
      assert.ok(bars.length > 0 && bars.every(room => room >= 0), String(bars));
      await workbench.picture(`evaluation-beside-${width}`);
      await row('r2').dblclick();
      await page.locator('.tab', { hasText: 'r2.md' }).waitFor();
      await preview.waitFor();
      assert.equal(await page.locator('.editor-group-container').count(), 2);
      await workbench.runCommand('View: Close Editor');
      await preview.waitFor({ state: 'hidden' });
      await workbench.openFile('aTriage.parser.json');
      await preview.click();
      await workbench.runCommand('View: Close Editor');
      await page.setViewportSize({ width: 1400, height: 900 });
      await show();
      await frame.locator('table[role=grid]').focus();
      await page.keyboard.press('Escape');
    });

  test('how long each row took is a column, which goes where it is narrow, and an order with the slowest first', async () => {
    const order = frame.getByRole('combobox', { name: 'Order' });
    await order.selectOption('slowest first');
    const numbers = () => frame.locator('td.measure').allInnerTexts();
    await until('the slowest first', async () => {
      const shown = (await numbers()).map(Number);
      return shown.length > 20 && shown.every((number, i) => number > 0 && number <= (shown[i - 1] ?? number));
    });
    assert.equal(await text('th.measure'), 'ms');
    // What has no response was not read.
    await frame.locator('table[role=grid]').focus();
    await workbench.page.keyboard.press('End');
    await shows('.row.active', / no-response –$/);
    await workbench.page.keyboard.press('Escape');
    await order.selectOption('as in the log');
    await shows('.grid tbody', /^r0 /);
    await workbench.page.setViewportSize({ width: 1000, height: 700 });
    await until('no column', async () => !(await frame.locator('th.measure').isVisible()));
    await order.selectOption('slowest first');
    await frame.locator('th.measure').waitFor();
    await order.selectOption('as in the log');
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
  });

  test('a text is searched for in the responses; the end of the list is as near as its beginning', async () => {
    await frame.getByRole('searchbox').fill('row 1234:');
    await shows('.filters', / 1 of 3,000 rows/);
    await shows('.grid tbody', /^r1234 /);
    await frame.getByRole('searchbox').fill('');
    await shows('.filters', /3,000 of 3,000 rows/);
    await frame.locator('table[role=grid]').focus();
    await workbench.page.keyboard.press('End');
    await shows('.row.active', /^r2999 /);
    // The head stays above the rows.
    const [grid, head] = await Promise.all(['.grid', '.grid .head'].map(each => frame.locator(each).boundingBox()));
    assert.ok(Math.abs(head!.y - grid!.y) < 2, `${head!.y} ${grid!.y}`);
  });

  test('the field of the responses is chosen, and guessed again', async () => {
    await button(/^Response Field: triage\.jsonl · response/).click();
    await workbench.pick('id');
    await shows('.counts', /^0 ok 0 suspicious 3,000 errors/);
    await button(/^Response Field: triage\.jsonl · id/).click();
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Guess It' }).click();
    await shows('.counts', /^2,760 ok/);
  });

  test('every cause is reached by mouse and keys; causes come before groups; filters are chips', async () => {
    const { page } = workbench;
    await page.setViewportSize({ width: 1000, height: 700 });
    const more = frame.locator('.causes h2 button');
    await until('causes below the fold', async () => /^\d more$/.test((await more.innerText()).trim()));
    await more.click();
    const last = frame.locator('.causes button.name').last();
    const isInside = () =>
      last.evaluate(element => {
        const { bottom } = element.getBoundingClientRect();
        return bottom <= element.closest('.scroll')!.getBoundingClientRect().bottom + 1;
      });
    await until('the last cause', isInside);
    await frame.getByRole('button', { name: 'Fewer' }).click();
    await until('fewer', async () => !(await isInside()));
    await frame.locator('.causes button.name').first().focus();
    await page.keyboard.press('End');
    await last.and(frame.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await frame.locator('.groups select:focus').waitFor();
    await page.keyboard.press('Tab');
    await frame.locator('.groups button.name:focus').waitFor();
    await page.keyboard.press('Enter');
    await until('two chips', async () => (await frame.locator('.chip').count()) === 2);
    await frame.locator('.chip', { hasText: 'model: ' }).click();
    await frame.getByRole('searchbox').and(frame.locator(':focus')).waitFor();
    assert.equal(await frame.locator('.chip').count(), 1);
    await button('Clear Filters').click();
    await shows('.filters', /3,000 of 3,000 rows$/);
    // Nothing that is clicked is without words.
    const wordless = await frame
      .locator('button:visible, select:visible')
      .evaluateAll(all => all.filter(each => !/\p{L}/u.test(each.textContent ?? '')).map(each => each.outerHTML));
    assert.deepEqual(wordless, []);
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  test('an edit says at each cause what came and went since the page opened; a filter by what is gone is taken off', async () => {
    const { page } = workbench;
    await frame.locator('.causes button', { hasText: 'missing-key' }).click();
    await shows('.filters', /30 of 3,000 rows missing-key \/category /);
    await workbench.openFile('aTriage.parser.json');
    await workbench.selectText('required_keys');
    await page.keyboard.type('required');
    await show();
    await shows('.comparison', /^Compared with triage, as it was when the page opened: 92\.9 % \+1\.0 points/);
    await shows('.comparison', /better 30 worse 0 other cause 0/);
    assert.match(await text('.causes tbody'), /missing-key \/category 0 30 −30/);
    assert.match(await text('.summary'), /93\.9 % ok \+30 /);
    await shows('.grid', /No row passes the filters/);
    await frame.locator('.chip', { hasText: 'missing-key' }).click();
    await shows('.filters', /3,000 of 3,000 rows$/);
    await frame.locator('.causes button', { hasText: 'missing-key' }).click();
    await shows('.filters', /30 of 3,000 rows was missing-key/);
    await shows('.grid tbody', /r33 .* ok was missing-key/);
    await workbench.picture('evaluation-since');
    await button('Clear Filters').click();
    await button('Compare with…').click();
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await until('the earlier texts', async () => {
      const labels = await rows.locator('.label-name').allInnerTexts();
      return /as it was when the page opened$/.test(labels[0] ?? '') && /as committed$/.test(labels[1] ?? '');
    });
    await page.keyboard.press('Escape');
    await page.locator('.tab', { hasText: 'aTriage.parser.json' }).click();
    await workbench.runCommand('File: Revert File');
    await show();
    await until('nothing to compare with', async () => (await frame.locator('.comparison').count()) === 0);
  });

  test('unsaved edits are followed, and compared with what is saved, committed and defined elsewhere', async () => {
    await workbench.openFile('aTriage.parser.json');
    await workbench.selectText('billing, shipping or technical');
    await workbench.page.keyboard.type('billing, shipping or refund');
    await show();
    await shows('.counts', /^1,8\d\d ok/);
    await until('no old numbers', async () => (await frame.locator('main.stale').count()) === 0);
    await compareWith('triage, as saved');
    assert.match(await text('.comparison'), /saved: 92\.9 % −\d+\.\d points p < 0\.001 better 0 worse 9\d\d/);
    await button(/^worse/).click();
    await shows('.grid tbody', /^r2 model-2 outside-hint category was ok /);
    await button('Clear Filters').click();
    await workbench.page.locator('.tab', { hasText: 'aTriage.parser.json' }).click();
    await workbench.page.keyboard.press('Control+S');
    await until('it is saved', async () => (await readFile(definition(), 'utf8')).includes('or refund'));
    await show();
    await compareWith('triage, as committed');
    assert.match(await text('.comparison'), /committed: 92\.9 % .* better 0 worse 9\d\d/);
    await compareWith('loose');
    await button(/^worse/).click();
    await shows('.filters', /\d of 3,000 rows/);
    await workbench.picture('evaluation-compared');
    await button('Stop Comparing').click();
    await until('no comparison', async () => (await frame.locator('.comparison').count()) === 0);
    await button('Clear Filters').click();
  });

  test('the numbers follow the definition on the disk', async () => {
    const before = await readFile(definition(), 'utf8');
    await writeFile(definition(), before.replace('refund', 'technical'));
    await shows('.counts', /^2,760 ok/);
    await until('no old numbers', async () => (await frame.locator('main.stale').count()) === 0);
  });

  test('what could change of the schema: each change with its rows, made as an edit of the definition', async () => {
    const { page } = workbench;
    const before = await readFile(definition(), 'utf8');
    await choose('What Could Change…');
    const change = page.locator('.quick-input-list .monaco-list-row', { hasText: 'may be missing' });
    await change.waitFor();
    assert.match(await change.innerText(), /[\d,]+ of [\d,]+ rows that break it would be read/);
    await workbench.picture('evaluation-change-schema');
    await change.click();
    await page.locator('.tab.dirty', { hasText: 'aTriage.parser.json' }).waitFor();
    await page.locator('.tab', { hasText: 'aTriage.parser.json' }).click();
    await page.keyboard.press('Control+Z');
    await until('it is undone', async () => (await page.locator('.tab.dirty').count()) === 0);
    assert.equal(await readFile(definition(), 'utf8'), before);
    await show();
  });

  test('one sample for each cause, and the evaluation as a file in its own editor, which evaluates again', async () => {
    const { page } = workbench;
    const accept = page.locator('.quick-input-list .monaco-list-row');
    await choose('Save One per Cause…');
    await page.locator('.quick-input-widget', { hasText: 'Save Samples of triage' }).waitFor();
    await page.keyboard.press('Enter');
    await accept.filter({ hasText: 'Expect the present result' }).click();
    await page.locator('.tab.dirty', { hasText: 'aTriage.parser.json' }).waitFor();
    await workbench.runCommand('File: Save All Files');
    const samples = async () => JSON.parse(await readFile(definition(), 'utf8')).parsers.triage.samples ?? [];
    await until('the samples', async () => (await samples()).length > 0);
    const causes = await frame.locator('.causes tbody tr').count();
    // Rows without a response are none.
    assert.equal((await samples()).length, causes - 1);
    await choose('Export…');
    await accept.filter({ hasText: '.evaluation.json' }).click();
    await page.locator('.quick-input-widget', { hasText: 'Export Evaluation' }).waitFor();
    await until('the file', async () => {
      await page.keyboard.press('Enter');
      return readFile(join(workbench.workspace, 'triage.evaluation.json'), 'utf8');
    });
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorerEntry('triage.evaluation.json').dblclick();
    const file = await until('its page', async () => {
      for (const each of page.frames())
        if (each.url().includes('fake.html') && (await each.locator('main.file').isVisible())) return each;
      return undefined;
    });
    await file.getByText('2,760 ok').waitFor();
    await workbench.picture('evaluation-file');
    await file.getByRole('button', { name: 'Evaluate Again' }).click();
    await page.locator('.tab.active', { hasText: 'Evaluation: triage' }).waitFor();
    assert.equal(await page.locator('.tab', { hasText: 'Evaluation: triage' }).count(), 1);
  });

  test('a reload of the window brings all back: the evaluation, what is listed, its order', async () => {
    await show();
    await frame.locator('.causes button', { hasText: 'single-quotes' }).click();
    await shows('.filters', /30 of 3,000 rows/);
    await frame.locator('.order select').selectOption('group');
    await shows('.grid tbody', /r0 /);
    await workbench.reload();
    await show();
    await shows('.filters', /30 of 3,000 rows/);
    assert.equal(await frame.locator('.order select').inputValue(), 'group');
    await shows('.counts', /^2,760 ok/);
    await workbench.page.setViewportSize({ width: 1000, height: 700 });
    // Nothing covers the last cause, which is scrolled to.
    await frame.locator('.causes button').last().click({ trial: true });
    await workbench.picture('evaluation-small');
  });
});
