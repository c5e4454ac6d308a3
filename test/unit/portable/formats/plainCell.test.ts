import { deepEqual } from 'node:assert/strict';
import { plainCell } from '../../../../src/portable/formats/plainCell.ts';

suite('cells as JSON has them', () => {
  for (const [what, cell, plain] of [
    ['a large integer that a number holds', 9007199254740991n, 9007199254740991],
    ['one that it does not', 9007199254740993n, '9007199254740993'],
    ['nothing', undefined, null],
    ['null', null, null],
    ['a text', 'x', 'x'],
    ['a time', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['no time', new Date(Number.NaN), null],
    ['bytes', Uint8Array.of(0, 15, 255), '000fff'],
    ['numbers', Float32Array.of(0.5, 2), [0.5, 2]],
    ['large integers', BigInt64Array.of(5n), [5]],
    ['a list with gaps', [1n, undefined], [1, null]],
    ['an object', { a: 1n, b: { c: undefined } }, { a: 1, b: { c: null } }],
  ] as const)
    test(what, () => deepEqual(plainCell(cell), plain));
});
