import assert from 'node:assert/strict';
import { nodeHost } from '../../../src/node/nodeHost.ts';

suite('nodeHost', () => {
  for (const name of ['../../package', 'a/b', ''])
    test(`no table outside its folder: ${JSON.stringify(name)}`, () =>
      assert.rejects(async () => nodeHost.loadTable?.(name), /^Error: No table is named/));

  test('a table that is not there is an error that says what to do', () =>
    assert.rejects(async () => nodeHost.loadTable?.('no_such_table'), /has no no_such_table\.gz\. .*`--tables`/));
});
