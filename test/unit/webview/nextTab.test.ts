import assert from 'node:assert/strict';
import { nextTab } from '../../../src/webview/instruction/nextTab.ts';

suite('tabs of the preview', () => {
  for (const [key, current, next] of [
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 0],
    ['ArrowLeft', 0, 2],
    ['ArrowLeft', 2, 1],
    ['Home', 1, 0],
    ['End', 1, 2],
    ['Tab', 1, undefined],
    ['Enter', 1, undefined],
  ] as const)
    test(`${key} on tab ${current} of 3`, () => assert.equal(nextTab(key, current, 3), next));
});
