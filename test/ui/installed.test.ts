import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { packageExtension } from '../run/setup.mjs';
import { openWorkbench, until, type Workbench } from './harness.ts';

suite('installed from its .vsix, in a folder that is not trusted', () => {
  let workbench: Workbench;
  let vsix: string;
  suiteSetup(async () => {
    vsix = await packageExtension();
    workbench = await openWorkbench({ vsix, trust: false });
  });
  suiteTeardown(() => workbench?.close());

  test('brings the licences of what is in it', async () => {
    // The names of a zip file's entries are not packed.
    assert.ok((await readFile(vsix)).includes('extension/dist/ThirdPartyNotices.txt'));
  });

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
