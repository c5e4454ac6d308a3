import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { writeEvaluated } from './evaluationFixture.ts';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('evaluation', () => {
  let workbench: Workbench;
  let frame: Frame;
  const text = async (selector: string) =>
    (await frame.locator(selector).allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim();
  const shows = (selector: string, what: RegExp) => until(String(what), async () => what.test(await text(selector)));

  suiteSetup(async () => {
    workbench = await openWorkbench();
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await writeEvaluated(workbench.workspace);
    await workbench.openFile('triage.jsonl');
    await workbench.runCommand('ParserLens: Evaluate Definition over a Log…');
    await workbench.pick('triage');
    frame = await workbench.webview('Evaluation');
  });
  suiteTeardown(() => workbench?.close());
  teardown(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.screenshot(`failed-${this.currentTest.title.slice(0, 12)}`);
  });

  test('the rate in one line, groups, causes and rows', async () => {
    await shows('.counts', /^2,760 ok 60 suspicious 150 errors 30 without a response$/);
    assert.match(await text('.summary'), /92\.9 % ok .*95 % interval 92\.0 – 93\.8 %/);
    assert.match(await text('.groups tbody'), /model-0 .* model-2 100\.0 % 750/);
    assert.match(await text('.causes tbody'), /single-quotes JsonParsingError 30/);
    await shows('.grid tbody', /r0 model-0 .*single-quotes.* r1 model-1 ok ```json/);
    await workbench.screenshot('evaluation');
  });

  test('a cause filters, arrow keys move, Enter opens the response with its lenses', async () => {
    await frame.locator('.causes button', { hasText: 'single-quotes' }).click();
    await shows('.toolbar', /30 of 3,000 rows/);
    await shows('.grid tbody', /r0 .* r100 .* r200 /);
    await frame.locator('table[role=grid]').focus();
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('ArrowDown');
    await shows('.row.active', /^r100 /);
    await workbench.page.keyboard.press('Enter');
    const lens = workbench.page.locator('.codelens-decoration', { hasText: 'JsonParsingError' }).first();
    await lens.waitFor();
    await workbench.page.locator('.tab', { hasText: 'r100.md' }).waitFor();
    await workbench.screenshot('evaluation-row');
    await frame.getByRole('button', { name: 'Clear Filters' }).click();
    await shows('.toolbar', /3,000 of 3,000 rows/);
  });

  test('a text is searched for in the responses; the end of the list is as near as its beginning', async () => {
    await frame.getByRole('searchbox').fill('row 1234:');
    await shows('.toolbar', / 1 of 3,000 rows/);
    await shows('.grid tbody', /^r1234 /);
    await frame.getByRole('searchbox').fill('');
    await shows('.toolbar', /3,000 of 3,000 rows/);
    await frame.locator('table[role=grid]').focus();
    await workbench.page.keyboard.press('End');
    await shows('.row.active', /^r2999 /);
  });

  test('the numbers follow the definition', async () => {
    const file = join(workbench.workspace, 'aTriage.parser.json');
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replace('billing, shipping or technical', 'billing or shipping'));
    await until('other numbers', async () => {
      const counts = await text('.counts');
      return /\d suspicious/.test(counts) && !/ 60 suspicious/.test(counts);
    });
    await until('no old numbers', async () => (await frame.locator('main.stale').count()) === 0);
    await workbench.page.setViewportSize({ width: 1000, height: 700 });
    await workbench.screenshot('evaluation-small');
  });
});
