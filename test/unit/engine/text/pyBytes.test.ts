import assert from 'node:assert/strict';
import { pyTypeName } from '../../../../src/engine/core/pyValue.ts';
import { toJsonText } from '../../../../src/engine/python/jsonDumps.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';
import { pyBytes } from '../../../../src/engine/text/base64.ts';

test('bytes have their type, are printed as Python prints them, and are base64 in JSON', () => {
  const cases: readonly (readonly [bytes: readonly number[], repr: string, json: string])[] = [
    [[], "b''", '""'],
    [[0x61, 0x27, 0x0a, 0xff], 'b"a\'\\n\\xff"', '"YScK/w=="'],
  ];
  for (const [bytes, repr, json] of cases) {
    const value = pyBytes(Uint8Array.from(bytes));
    assert.deepEqual([pyTypeName(value), pyRepr(value), toJsonText(value, 0)], ['bytes', repr, json]);
  }
});
