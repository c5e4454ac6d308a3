import { deepEqual, equal } from 'node:assert/strict';
import { toPlain, type Violation } from '../../../src/engine/index.ts';
import { violationsJson } from '../../../src/views/resultJson.ts';

suite('violations as JSON', () => {
  const violation: Violation = {
    ...{ path: '/a', cause: 'wrong-type', span: { start: 5, end: 8 } },
    ...{ wanted: 'integer', got: 'string', message: 'no', wants: { types: ['integer'] } },
  };
  const said = { path: '/a', cause: 'wrong-type', span: { start: 5, end: 8 } };
  const words = { wanted: 'integer', got: 'string', message: 'no' };

  test('have a line and a column in a text, and the number of their call in a message', () => {
    const found = violationsJson([violation, { ...violation, call: 0 }], '{\n"a": "x"}');
    deepEqual(found && toPlain(found), [
      { ...said, line: 2, column: 4, ...words },
      { ...said, call: 0, ...words },
    ]);
  });

  test('are none where there are none', () => equal(violationsJson(undefined, ''), undefined));
});
