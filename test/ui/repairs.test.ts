import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { openWorkbench, type Theme, until, type Workbench } from './harness.ts';

const broken = '```json\n{"thought": "They all look innocent.", "vote": "Player 4",}\n```';

suite('repairs in the workbench', () => {
  let workbench: Workbench;
  const head = () =>
    until('the cause', async () => {
      const rows = await workbench.lenses();
      // Until the cause is known, the framework's words stand there.
      return rows.some(([first]) => first?.startsWith('✗ trailing comma, line 6 · JsonParsingError'))
        ? rows
        : undefined;
    });
  /** An entry of the light bulb, which has what a row of lenses has no room for. */
  const inBulb = (entry: RegExp | string) =>
    workbench.page.locator('.action-widget .monaco-list-row', { hasText: entry });
  const choose = async (entry: string) => {
    await workbench.focusEditor();
    await workbench.untilShown(inBulb(entry), () => workbench.page.keyboard.press('Control+.'));
    await inBulb(entry).click();
  };

  /** To the response, wherever the test before has ended: its selection is as it was. */
  const back = async () => {
    // The diff is named after the same file.
    const tab = (state: string) =>
      workbench.page.locator(`.tab${state}[data-resource-name="broken.md"]`, { hasNotText: 'Repair' });
    await workbench.untilShown(tab('.active'), () => tab('').click());
    await head();
  };

  /** The repair ends before the minimap begins, or the editor ends; what is said beside it may go on. */
  const assertWhole = () =>
    until('lenses with room', async () => {
      const { editor } = workbench;
      const around = await editor.boundingBox();
      const map = await editor.locator('.minimap').first().boundingBox();
      const end = map && map.width > 0 ? map.x : around!.x + around!.width;
      const lenses = await editor.locator('.codelens-decoration a', { hasText: 'Apply Repair' }).all();
      const boxes = await Promise.all(lenses.map(each => each.boundingBox({ timeout: 1000 })));
      return boxes.length > 0 && boxes.every(box => box && box.width > 0 && box.x + box.width <= end);
    });

  suiteSetup(async () => {
    workbench = await openWorkbench();
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await workbench.openFile('responses/broken.md');
    await workbench.selectText(broken);
    await workbench.chooseForSelection('Parse Selection with Parser…');
    await workbench.pick('wolf vote');
  });
  suiteTeardown(() => workbench?.close());

  test("the cause stands beside the framework's error, and the repair above its place @main", async () => {
    const [, repair] = await head();
    assert.deepEqual(repair?.slice(0, 2), ['Apply Repair (99 %)', 'Feedback']);
    await workbench.runCommand('ParserLens: Focus on Parse Result View');
    for (const row of ['trailing comma, line 6', 'Repair ('])
      await workbench.page.locator('.pane-body .monaco-list-row', { hasText: row }).waitFor();
    await workbench.picture('repairs');
  });

  test('Explain shows the page of the cause rendered', async () => {
    await back();
    await workbench.untilShown(workbench.page.locator('.tab.active[data-resource-name="trailing-comma.md"]'), () =>
      choose('Explain trailing comma'),
    );
    const { page } = workbench;
    // A webview loads its next page in a hidden frame, whose text is visible to a locator already.
    const ofShown = async (frame: Frame) => {
      const text = frame.getByText('A comma stands before the closing bracket.');
      const isShown = (await (await frame.frameElement()).isVisible()) && (await text.isVisible());
      return isShown ? ((await text.boundingBox()) ?? undefined) : undefined;
    };
    // A frame that is only loading does not answer.
    const none = () => new Promise<undefined>(resolve => setTimeout(resolve, 1000, undefined));
    await until('the page on the screen', async () => {
      const frames = page.frames().filter(each => each !== page.mainFrame());
      const boxes = await Promise.all(frames.map(each => Promise.race([ofShown(each), none()]).catch(none)));
      const box = boxes.find(each => each !== undefined);
      const { width, height } = page.viewportSize()!;
      if (!box || box.x < 0 || box.y < 0 || box.x >= width || box.y + box.height > height) return false;
      // Nothing but a background takes some 200 bytes.
      return (await page.screenshot({ clip: { ...box, width: Math.min(box.width, 300) } })).length > 1000;
    });
    await workbench.picture('repairs-explain');
  });

  test('Show Repair is a diff', async () => {
    await back();
    await workbench.untilShown(workbench.page.locator('.tab.active', { hasText: /Repair \(\d\d %\)/ }), () =>
      choose('Show Repair'),
    );
    await workbench.page.locator('.monaco-diff-editor .char-delete').first().waitFor();
    await workbench.picture('repairs-diff');
  });

  test('a quick fix makes the edit, and undo takes it back @main', async () => {
    await back();
    await workbench.focusEditor();
    const fix = inBulb(/Apply Repair: trailing comma \(\d\d %\)/);
    await workbench.untilShown(fix, () => workbench.page.keyboard.press('Control+.'));
    const fixes = await workbench.page.locator('.action-widget .monaco-list-row').allInnerTexts();
    const first = fixes.findIndex(each => each.includes('Apply Repair'));
    assert.deepEqual(fixes.slice(first + 1, first + 3), ['Show Repair', 'Explain trailing comma']);
    await workbench.picture('repairs-fix');
    await fix.click();
    await until('the tick', async () => (await workbench.lenses())[0]?.[0]?.startsWith('✓'));
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+Z');
    await head();
  });

  const looks: readonly (readonly [name: string, theme: Theme, width: number, height: number])[] = [
    ['light', 'Light Modern', 1400, 900],
    ['narrow', 'Dark Modern', 1000, 700],
    ['contrast', 'Default High Contrast', 1400, 900],
  ];
  for (const [name, theme, width, height] of looks)
    test(`how it looks: ${name}`, async () => {
      await workbench.page.setViewportSize({ width, height });
      await workbench.chooseTheme(theme);
      await back();
      const [, repair] = await head();
      assert.deepEqual(repair?.slice(0, 2), ['Apply Repair (99 %)', 'Feedback']);
      await assertWhole();
      await workbench.picture(`repairs-${name}`);
    });
});
