import assert from 'node:assert/strict';
import { jiterFault } from '../../../../src/engine/python/jiterFault.ts';

/** What Pydantic 2.13 says of each behind `Invalid JSON: `. */
const faults: readonly (readonly [text: string, fault: string | undefined])[] = [
  ['', 'EOF while parsing a value at line 1 column 0'],
  ['tru', 'EOF while parsing a value at line 1 column 3'],
  ['N', 'EOF while parsing a value at line 1 column 1'],
  ['Infinit', 'EOF while parsing a value at line 1 column 7'],
  ['-I', 'EOF while parsing a value at line 1 column 2'],
  ['-', 'EOF while parsing a value at line 1 column 1'],
  ['{"a": fals', 'EOF while parsing a value at line 1 column 10'],
  ['tx', 'expected ident at line 1 column 2'],
  ['[]', undefined],
  ['[ ]', undefined],
  ['[[],1]', undefined],
  ['{"a": [], "b": {}}', undefined],
  ['[]]', 'trailing characters at line 1 column 3'],
  ['[[]', 'EOF while parsing a list at line 1 column 3'],
  ['[1', 'EOF while parsing a list at line 1 column 2'],
  ['[1,]', 'trailing comma at line 1 column 4'],
];

suite('What jiter finds wrong with JSON', () => {
  for (const [text, fault] of faults)
    test(`${JSON.stringify(text)}: ${fault ?? 'nothing'}`, () => assert.equal(jiterFault(text), fault));
});
