import assert from 'node:assert/strict';
import type { PyValue } from '../../../../../src/engine/core/pyValue.ts';
import { problemWithImages } from '../../../../conformance/adapters/sweagent/problemImages.ts';

suite('images of a problem', () => {
  const url = 'https://example.com/a.png';
  const withImage = (answer: Readonly<Record<string, PyValue>>) =>
    problemWithImages('P', [url], new Map([[url, new Map(Object.entries(answer))]]));
  const cases: readonly (readonly [what: string, answer: Readonly<Record<string, PyValue>>, type?: string])[] = [
    ['a PNG unless it says otherwise', { base64: 'AAAA' }, 'image/png'],
    ['by its type without parameters', { base64: 'AAAA', content_type: 'image/WebP; q=1' }, 'image/webp'],
    ['jpg is jpeg', { base64: 'AAAA', content_type: 'image/jpg' }, 'image/jpeg'],
    ['of another type', { base64: 'AAAA', content_type: 'image/gif' }],
    ['that is not found', { base64: 'AAAA', status: 404 }],
    ['that is empty', { base64: '' }],
  ];
  for (const [what, answer, type] of cases)
    test(what, () =>
      assert.equal(withImage(answer), type === undefined ? 'P' : `P\n\n![${url}](data:${type};base64,AAAA)`),
    );

  // A third of four characters for each byte; what is left over is filled up with `=`.
  const whole = 'A'.repeat(Math.floor((10 * 1024 * 1024) / 3) * 4);
  const sizes: readonly (readonly [what: string, base64: string, isTaken: boolean])[] = [
    ['10 MB', `${whole}AA==`, true],
    ['10 MB and a byte', `${whole}AAA=`, false],
    ['1 MB', 'A'.repeat(1_400_000), true],
  ];
  for (const [what, base64, isTaken] of sizes)
    test(`at most 10 MB: ${what}`, () => assert.equal(withImage({ base64 }).length > base64.length, isTaken));
});
