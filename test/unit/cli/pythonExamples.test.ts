import assert from 'node:assert/strict';
import { skipTest } from '../../skipTest.ts';
import { python3, pythonHas } from '../node/python/python3.ts';
import { runCli } from './runCli.ts';

const square = { request: 'square', purpose: 'To square a <number>.', id: '', number: 3 };
/** An answer for each definition, and the value that it has. */
const answers: readonly (readonly [name: string, parser: string, answer: string, value: unknown])[] = [
  ['pydantic', 'model', '{"title": "Ghent", "stars": 4}', { title: 'Ghent', stars: 4, tags: [] }],
  ['pydantic', 'point', '{"x": 3}', { x: 3, y: 0 }],
  ['pydantic', 'vote', '{"player": "Ann"}', { player: 'Ann' }],
  ['langroid', 'square', '{"request": "square", "number": 3}', [square]],
];

suite('examples of kinds that need a package', () => {
  for (const [name, parser, answer, value] of answers)
    test(`${name}#${parser} reads; where the package is missing, the error says what, and in which Python`, async function () {
      if (python3 === undefined) skipTest(this, 'without Python 3.9 or newer');
      const command = `parse python/${name}.parser.json#${parser} - --json --python ${python3}`;
      const { code, out } = await runCli('examples', command, answer);
      if (pythonHas(name)) {
        assert.equal(code, 0, out);
        assert.deepEqual(JSON.parse(out).value, value);
      } else {
        assert.equal(code, 1);
        assert.match(out, new RegExp(`No module named '${name}' \\(in .*, Python 3`));
      }
    });

  test('what a model refuses is its error', async function () {
    if (python3 === undefined || !pythonHas('pydantic')) skipTest(this, 'without Pydantic');
    const command = `parse python/pydantic.parser.json#model - --json --python ${python3}`;
    const { code, out } = await runCli('examples', command, '{"title": "Ghent", "stars": 6}');
    assert.equal(code, 1);
    assert.equal(JSON.parse(out).error.class, 'pydantic_core._pydantic_core.ValidationError');
  });
});
