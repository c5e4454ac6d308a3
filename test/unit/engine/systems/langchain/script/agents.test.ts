import { deepEqual, equal, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { parseReAct, parseZeroShot } from '../../../../../../src/engine/systems/langchain/script/agents.ts';
import { propertyRuns } from '../../../../../propertyRuns.ts';

/** LangChain's own patterns, which take the cube of the length. */
const react = /Action\s*\d*\s*:[\s]*(.*?)[\s]*Action\s*\d*\s*Input\s*\d*\s*:[\s]*(.*)/;
const quoted = /^("+)(.*?)(\1)$/;

const texts = (...pieces: string[]) => fc.array(fc.constantFrom(...pieces), { maxLength: 16 }).map(all => all.join(''));

suite('agents', () => {
  test('ReAct: an action is what LangChain’s pattern takes for one', () => {
    const words = ['Action', 'Action:', ' Input', ':', '1', ' ', '\n', '\u2028', '\u00a0', 'x', '"', 'Action Input: y'];
    fc.assert(
      fc.property(texts(...words), text => {
        const match = react.exec(text);
        if (!match) throws(() => parseReAct(text), { message: /^Could not parse LLM output: / });
        else
          deepEqual(parseReAct(text), {
            tool: match[1],
            toolInput: match[2]!.trim().replace(/^"|"$/g, ''),
            log: text,
          });
      }),
      { numRuns: propertyRuns(1000, 4000) },
    );
  });

  test('ReAct: blanks and actions without end are read to the end', () => {
    for (const text of [`Action:${' '.repeat(1e5)}`, 'Action:'.repeat(3e4), `Action: a${'\nAction 1 '.repeat(3e4)}`])
      throws(() => parseReAct(text), { message: /^Could not parse LLM output: / });
    const steps = `${'Action: a\nb\n'.repeat(2e4)}Action: c\nAction Input: d`;
    deepEqual(parseReAct(steps), { tool: 'c', toolInput: 'd', log: steps });
  });

  test('zero-shot: the quotes around an input go as in LangChain’s pattern', () => {
    const inputOf = (input: string) => {
      const step = parseZeroShot(`Action: a\nAction Input:${input}`);
      return 'toolInput' in step ? step.toolInput : undefined;
    };
    fc.assert(
      fc.property(texts('"', '""', 'x', ' ', '\n', '\u2029'), input => {
        equal(inputOf(input), input.trim().replace(quoted, '$2'));
      }),
      { numRuns: propertyRuns(500, 2000) },
    );
    equal(inputOf(`${'"'.repeat(1e5)}x`), `${'"'.repeat(1e5)}x`);
  });
});
