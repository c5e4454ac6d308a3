import assert from 'node:assert/strict';
import { packageExtension } from '../run/setup.mjs';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('installed from its .vsix, in a folder that is not trusted', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench({ vsix: await packageExtension(), trust: false });
  });
  suiteTeardown(() => workbench?.close());

  test('previews a format instruction', async () => {
    try {
      await workbench.openFile('werewolf.parser.json');
      await workbench.runCommand('ParserLens: Preview Format Instruction');
      const preview = await workbench.webview('Format Instruction');
      const text = await until('the instruction in the preview', async () => {
        const shown = (await preview.locator('body').textContent()) ?? '';
        return shown.includes('what you thought') ? shown : undefined;
      });
      assert.match(text, /Respond a JSON dictionary/);
    } finally {
      await workbench.screenshot('installed');
    }
  });

  test('the pictures of its page are shown', async () => {
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await workbench.runCommand('Extensions: Show Installed Extensions');
    await workbench.page.locator('.extensions-list .monaco-list-row', { hasText: 'ParserLens' }).first().click();
    const shown = `[...document.images].map(({ complete, naturalWidth }) => complete && naturalWidth > 100)`;
    const pictures = await until('the pictures', async () => {
      for (const frame of workbench.page.frames()) {
        if (!frame.url().includes('fake.html')) continue;
        const all = (await frame.evaluate(shown)) as boolean[];
        if (all.length > 1 && all.every(Boolean)) return all;
      }
      return undefined;
    });
    assert.ok(pictures.length >= 2);
    await workbench.screenshot('installed-page');
  });
});
