import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { openWorkbench, until, type Workbench } from './harness.ts';

const definition = {
  parsers: {
    triage: {
      type: 'MarkdownJsonDictParser',
      content_hint: { thought: 'why', category: 'billing, shipping or technical', priority: '1 to 5' },
      required_keys: ['category'],
    },
    loose: { type: 'MarkdownJsonObjectParser' },
  },
};
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;

/** A row of the log; some of a hundred do not read, each for its own reason. */
function row(i: number) {
  const thought = `Row ${i}: the parcel of last week did not arrive.`;
  const good = fenced({ thought, category: ['billing', 'shipping', 'technical'][i % 3], priority: 1 + (i % 5) });
  const bad: Record<number, string | undefined> = {
    0: good.replaceAll('"', "'"),
    7: good.slice(0, 60),
    13: good.replace(',"priority"', ',,"priority"'),
    21: thought,
    33: fenced({ thought, priority: 2 }),
    47: good.replace('"category":"', '"category":"none of '),
    60: `${good}\n${good.replace('Row', 'Line')}`,
    80: undefined,
  };
  const response = i % 100 in bad ? bad[i % 100] : good;
  return { id: `r${i}`, model: `model-${i % 4}`, ...(response !== undefined && { response }) };
}

suite('evaluation', () => {
  let workbench: Workbench;
  let frame: Frame;
  const text = async (selector: string) => (await frame.locator(selector).allInnerTexts()).join('\n');
  const shows = (selector: string, what: RegExp) => until(String(what), async () => what.test(await text(selector)));

  suiteSetup(async () => {
    workbench = await openWorkbench();
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await writeFile(join(workbench.workspace, 'aTriage.parser.json'), JSON.stringify(definition, null, 2));
    const rows = Array.from({ length: 3000 }, (_, i) => `${JSON.stringify(row(i))}\n`);
    await writeFile(join(workbench.workspace, 'triage.jsonl'), rows.join(''));
    await workbench.openFile('triage.jsonl');
    await workbench.runCommand('ParserLens: Evaluate Definition over a Log…');
    await workbench.pick('triage');
    frame = await workbench.webview('Evaluation');
    await shows('.counts', /\d errors/);
  });
  suiteTeardown(() => workbench?.close());
  teardown(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.screenshot(`failed-${this.currentTest.title.slice(0, 12)}`);
  });

  test('it opens', async () => {
    await workbench.screenshot('evaluation');
    assert.match(await text('.counts'), /150 errors/);
    await frame.locator('.causes button.name').first().click();
    await frame.locator('.grid .row').nth(2).click();
    await until('the response', async () => (await workbench.lenses()).length > 0).catch(() => {});
    await workbench.screenshot('evaluation-row');
    for (const theme of ['Light Modern', 'Dark High Contrast'] as const) {
      await workbench.runCommand('Preferences: Color Theme');
      await workbench.pick(theme);
      await workbench.screenshot(`evaluation-${theme.slice(0, 6)}`);
    }
    await workbench.page.setViewportSize({ width: 1000, height: 700 });
    await workbench.screenshot('evaluation-small');
  });
});
