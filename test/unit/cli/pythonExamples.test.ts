import assert from 'node:assert/strict';
import { python3, pythonHas } from '../node/python/python3.ts';
import { runCli } from './runCli.ts';

suite('examples of kinds that need a package', () => {
  for (const name of ['pydantic', 'langroid'])
    test(`${name}: its samples pass; where the package is missing, the error says what, and in which Python`, async function () {
      if (python3 === undefined) this.skip();
      const { code, out } = await runCli('examples', `check python/${name}.parser.json --python ${python3}`, '');
      if (pythonHas(name)) assert.equal(code, 0, out);
      else {
        assert.equal(code, 1);
        assert.match(out, new RegExp(`ModuleNotFoundError: No module named '${name}' \\(in .*, Python 3`));
      }
    });

  test('a check of the folder passes them over', async () => {
    const { code, out } = await runCli('examples', 'check python', '');
    assert.equal(code, 0, out);
    assert.match(out, /0 passed, \d+ skipped/);
  });
});
