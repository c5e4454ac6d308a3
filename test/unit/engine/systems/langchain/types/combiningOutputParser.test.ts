import assert from 'node:assert/strict';
import type { ParserType } from '../../../../../../src/engine/parsers/parserType.ts';
import { combiningOutputParser } from '../../../../../../src/engine/systems/langchain/types/combiningOutputParser.ts';
import { regexParser } from '../../../../../../src/engine/systems/langchain/types/regexParser.ts';
import { parserOf } from '../../agentscope/parse.ts';

const types: readonly ParserType[] = [regexParser, combiningOutputParser(() => types)];
const [, combining] = types as readonly [ParserType, ParserType];

/** A parser in so many combined parsers. */
function combined(depth: number): object {
  const inner = { type: 'RegexParser', regex: '(a)', outputKeys: ['a'] };
  return Array.from({ length: depth }).reduce<object>(
    parser => ({ type: 'CombiningOutputParser', parsers: [parser] }),
    inner,
  );
}

suite('CombiningOutputParser: parsers in parsers', () => {
  for (const depth of [1, 2, 20])
    test(`${depth} deep are taken`, () => assert.ok(parserOf(combining, combined(depth))));

  test('21 deep are too many', () =>
    assert.throws(() => parserOf(combining, combined(21)), { class: 'RangeError', path: ['parsers'] }));
});
