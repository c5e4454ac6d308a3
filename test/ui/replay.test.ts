import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { openWorkbench, type Theme, until, type Workbench } from './harness.ts';

const textOf = async (element: Locator) => (await element.allInnerTexts()).join('\n');

suite('Replay as Stream', () => {
  let workbench: Workbench;
  let frame: Frame;
  const slider = () => frame.locator('input[type=range]');
  const states = async () => (await textOf(frame.locator('tbody'))).replace(/\s+/g, ' ');
  const at = async () => Number(await slider().inputValue());
  /** Waits until the table says so. */
  const shows = (what: RegExp) => until(String(what), async () => what.test(await states()));
  const press = (key: string) => slider().press(key);

  suiteSetup(async () => {
    workbench = await openWorkbench();
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await workbench.openFile('responses/day-discussion.md');
    await workbench.runCommand('ParserLens: Parse Selection with Parser…');
    await workbench.pick('day discussion');
    await until('lenses', async () => (await workbench.lenses()).length > 0);
    await workbench.runCommand('ParserLens: Replay as Stream');
    frame = await workbench.webview('Replay as Stream');
    await slider().waitFor();
  });
  suiteTeardown(() => workbench?.close());

  test('at the beginning nothing is there, at the end all is final', async () => {
    await shows(/^thought not yet speak not yet suspects not yet ?$/);
    await press('End');
    await shows(/^thought final .* speak final .* suspects final/);
    await until('the verdict', async () => /Response: .*reads/.test(await textOf(frame.locator('.outcome'))));
    await press('Home');
    await shows(/not yet speak not yet/);
    assert.equal(await at(), 0);
  });

  test('arrows move by a character, the buttons from change to change; the open key fills in', async () => {
    await press('ArrowRight');
    assert.equal(await at(), 1);
    await frame.getByRole('button', { name: 'Next Change' }).press('Enter');
    await shows(/^thought open/);
    await frame.getByRole('button', { name: 'Next Change' }).press('Enter');
    await shows(/^thought (closed|final) "/);
    const closed = await at();
    await until('what the framework says', async () =>
      /If it ended here: .*TagNotFoundError: Missing tag/.test(await textOf(frame.locator('.outcome'))),
    );
    await frame.getByRole('button', { name: 'Next Change' }).press('Enter');
    for (let i = 0; i < 12; i++) await press('ArrowRight');
    await shows(/speak open \w/);
    assert.match((await slider().getAttribute('aria-valuetext')) ?? '', /^\d+ of \d+ characters, speak: open$/);
    await workbench.picture('replay');
    await frame.getByRole('button', { name: 'Previous Change' }).press('Enter');
    await frame.getByRole('button', { name: 'Previous Change' }).press('Enter');
    assert.equal(await at(), closed);
    assert.equal(await frame.locator('button:not([aria-label]), input:not([aria-label])').count(), 0);
  });

  test('it plays, and stops at the end', async () => {
    await press('Home');
    await frame.getByRole('button', { name: 'Play' }).click();
    await shows(/suspects final/);
    await frame.getByRole('button', { name: 'Play' }).waitFor();
  });

  test('it comes back after a reload at the same place', async () => {
    await press('Home');
    for (let i = 0; i < 12; i++) await press('ArrowRight');
    await until('what the framework says', async () =>
      /If it ended here: .*Error/.test(await textOf(frame.locator('.outcome:not(.stale)'))),
    );
    await workbench.reload();
    frame = await workbench.webview('Replay as Stream');
    await slider().waitFor();
    assert.equal(await at(), 12);
    await shows(/^thought open/);
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
      await press('Home');
      for (let i = 0; i < 3; i++) await frame.getByRole('button', { name: 'Next Change' }).press('Enter');
      for (let i = 0; i < 15; i++) await press('ArrowRight');
      await workbench.picture(`replay-${name}`);
      const page = 'document.documentElement';
      assert.ok(await frame.evaluate(`${page}.scrollWidth <= ${page}.clientWidth`));
    });
});
