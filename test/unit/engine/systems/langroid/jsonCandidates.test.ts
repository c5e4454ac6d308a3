import assert from 'node:assert/strict';
import { findJsonCandidates, nestingLimit } from '../../../../../src/engine/systems/langroid/candidates.ts';

const nested = (depth: number) => `${'{'.repeat(depth)}${'}'.repeat(depth)}`;
const deepest = nested(nestingLimit - 1);

/** A text, and what stands between braces in it. */
const cases: readonly (readonly [what: string, text: string, found: readonly string[]])[] = [
  ['one after the other', 'a {"a": {}} b {1} c', ['{"a": {}}', '{1}']],
  ['braces in quoted strings are none', 'x {"}": \'{\'} y', ['{"}": \'{\'}']],
  ['a brace that does not close is passed over', 'x { {1}', ['{1}']],
  ['braces side by side in another', `x {{1}{2}${nested(3)}}`, [`{{1}{2}${nested(3)}}`]],
  ['as deep as pyparsing reads', deepest, [deepest]],
  ['as deep as pyparsing reads, behind other text', `Sure: ${deepest}`, [deepest]],
  ['nothing at all where one is too deep', `{1} ${nested(nestingLimit)}`, []],
  ['nothing at all where one is too deep, behind other text', `Sure: ${nested(nestingLimit)}`, []],
  ['nothing at all where one in another is too deep', `Sure: {${deepest}}`, []],
  ['nothing at all where one beside another is too deep', `Sure: {{1} ${deepest}}`, []],
];

suite('Langroid: stretches between braces', () => {
  for (const [what, text, found] of cases)
    test(what, () => {
      const candidates = findJsonCandidates(text);
      assert.deepEqual(
        candidates.map(candidate => candidate.text),
        found,
      );
      for (const { span, text: own } of candidates) assert.equal(text.slice(span.start, span.end), own);
    });
});
