import { equal } from 'node:assert/strict';
import { PiecesAhead } from '../../../../src/portable/formats/piecesAhead.ts';

const mega = 1024 * 1024;

/** Whether a piece finds room before anything is taken. */
async function hasRoom(ahead: PiecesAhead, size: number): Promise<boolean> {
  let isThere = false;
  void ahead.add(size).then(() => {
    isThere = true;
  });
  await new Promise(resolve => setImmediate(resolve));
  return isThere;
}

suite('the pieces that a decoder is ahead of its reader', () => {
  test('many small ones, and as much as a row group has', async () => {
    const ahead = new PiecesAhead();
    for (let i = 0; i < 32; i++) equal(await hasRoom(ahead, mega / 4), true, `piece ${i}`);
    equal(await hasRoom(ahead, mega / 4), false);
  });

  test('what is taken makes room', async () => {
    const ahead = new PiecesAhead();
    await ahead.add(7 * mega);
    const next = ahead.add(2 * mega);
    ahead.remove();
    await next;
    equal(await hasRoom(ahead, 7 * mega), false);
  });

  test('of those that are larger than the room one', async () => {
    const ahead = new PiecesAhead();
    equal(await hasRoom(ahead, 100 * mega), true);
    equal(await hasRoom(ahead, 1), false);
  });

  test('a new file begins with all of it', async () => {
    const ahead = new PiecesAhead();
    await ahead.add(100 * mega);
    ahead.reset();
    equal(await hasRoom(ahead, mega), true);
  });
});
