import assert from 'node:assert/strict';
import { definitionNames } from '../../../../src/engine/definition/index.ts';

suite('definitionNames', () => {
  const names = (text: string) =>
    definitionNames(text).map(({ name, span }) => [name, text.slice(span.start, span.end)]);

  test('the keys under `parsers`, without their quotes and as they are written', () => {
    assert.deepEqual(names('{ "other": { "x": 1 }, "parsers": { "a\\u0062": {}, /* c */ "": 1, } }'), [
      ['ab', 'a\\u0062'],
      ['', ''],
    ]);
    assert.deepEqual(names('{ "parsers": { "a": 1 }, "parsers": { "b": 1 } }'), [['b', 'b']]);
  });

  test('none in a file of one definition, nor in what is not one', () => {
    for (const text of ['{ "type": "identity" }', '{ "parsers": [1] }', '["parsers"]', '', '{ "parsers"'])
      assert.deepEqual(names(text), [], text);
  });
});
