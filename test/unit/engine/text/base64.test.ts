import assert from 'node:assert/strict';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import { decodeBase64, encodeBase64 } from '../../../../src/engine/text/base64.ts';

const decoded = (text: string): string => {
  try {
    return String.fromCharCode(...decodeBase64(text));
  } catch (error) {
    return error instanceof EngineError ? `${error.class}: ${error.message}` : String(error);
  }
};

suite('base64', () => {
  /** What Python’s `base64.b64decode` gives. */
  const cases: readonly (readonly [text: string, bytes: string])[] = [
    ['aGk=', 'hi'],
    ['a-G_k\n=', 'hi'],
    ['aGk=aGk=', 'hi'],
    ['aGk', 'Error: Incorrect padding'],
    ['a', 'Error: Invalid base64-encoded string: number of data characters (1) cannot be 1 more than a multiple of 4'],
    ['aGk=é', 'ValueError: string argument should contain only ASCII characters'],
  ];
  for (const [text, bytes] of cases) test(JSON.stringify(text), () => assert.equal(decoded(text), bytes));

  test('there and back', () => {
    for (let length = 0; length < 20_000; length = length * 3 + 1) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 37) & 255);
      assert.equal(encodeBase64(bytes), Buffer.from(bytes).toString('base64'));
      assert.deepEqual(decodeBase64(encodeBase64(bytes)), bytes);
    }
  });
});
