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
      await workbench.picture('installed');
    }
  });
});
