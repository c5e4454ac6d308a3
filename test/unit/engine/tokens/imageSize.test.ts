import assert from 'node:assert/strict';
import { imageSize } from '../../../../src/engine/tokens/imageSize.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

/** The beginning of a file in hexadecimal, width, height. */
const images: readonly (readonly [string, number, number])[] = [
  ['89504e470d0a1a0a 0000000d 49484452 00000003 00011170', 3, 70_000],
  ['474946383761 2c01 0200', 300, 2],
  ['ffd8 ffe0 0004 0000 ffc0 0011 08 0401 0011', 17, 1025],
  // A comment that looks like a frame, tables, padding, and a progressive frame.
  ['ffd8 fffe 0009 ffc00011080000 ffc4 0004 0000 ffdb 0003 00 ffff ffc2 0011 08 0009 0280', 640, 9],
  // An escaped byte and a restart have no length.
  ['ffd8 ff00 ffd0 ffc3 0011 08 0005 0006', 6, 5],
  ['ffd8 ffd9 ffcf 0011 08 0005 0006', 6, 5],
  ['52494646 58000000 57454250 56503820 4c000000 100700 9d012a 2100 9001', 33, 400],
  ['52494646 24000000 57454250 5650384c 17000000 2f e7830000', 1000, 3],
  ['52494646 88000000 57454250 56503858 0a000000 18000000 040000 080300', 5, 777],
  ['424d fe040000 00000000 36000000 28000000 0c000000 deffffff', 12, 34],
  ['424d fe040000 00000000 1a000000 0c000000 0c00 2200', 12, 34],
];

suite('imageSize', () => {
  test('reads the header of every format, and no image from less', () => {
    for (const [hex, width, height] of images) {
      const file = bytes(hex);
      assert.deepEqual(imageSize(file), { width, height });
      for (let length = 0; length < file.length; length++)
        assert.throws(() => imageSize(file.subarray(0, length)), { class: 'UnidentifiedImageError' }, hex);
    }
  });

  test('anything else is not identified', () => {
    for (const hex of [
      '',
      '3c737667',
      'ffd8 ffda 0002 ffc0 0011 08 0401 0011',
      // Neither a reserved code nor an arithmetic condition is a frame.
      'ffd8 ff01 ffc0 0011 08 0401 0011',
      'ffd8 ffcc 0004 0000',
      '52494646 00000000 57454250 41425844',
      '00'.repeat(64),
    ])
      assert.throws(() => imageSize(bytes(hex)), {
        class: 'UnidentifiedImageError',
        message: 'cannot identify image file',
      });
  });
});
