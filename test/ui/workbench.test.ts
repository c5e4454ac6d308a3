import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from './harness.ts';

suite('workbench', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench();
  });
  suiteTeardown(() => workbench?.close());

  test('opens the examples and one of their files', async () => {
    await workbench.openFile('werewolf.parser.json');
    assert.match((await workbench.editor.textContent()) ?? '', /keys_to_content/);
  });
});
