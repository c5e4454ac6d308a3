import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { listMatches } from '../../../../../src/engine/systems/langchain/python/pythonLists.ts';
import { scriptListPattern } from '../../../../../src/engine/systems/langchain/script/scriptLists.ts';
import { propertyRuns } from '../../../../propertyRuns.ts';

const type = 'MarkdownListOutputParser';
/** LangChain's own pattern; with `\n` as the only end of a line it is Python's. */
const script = /^\s*[-*]\s([^\n]+)$/gm;
const python = /(?<![^\n])[\s\x1c-\x1f\x85]*[-*][\s\x1c-\x1f\x85]([^\n]+)/g;

const ofScript = (text: string, pattern = scriptListPattern(type)!) =>
  [...text.matchAll(pattern)].map(([, item]) => item);
const ofPython = (text: string) => listMatches(type, undefined)(text).map(({ item }) => item);

suite('MarkdownListOutputParser', () => {
  test('finds what LangChain’s pattern finds', () => {
    const pieces = ['-', '*', ' ', '\n', '\r', '\t', '\u2028', '\x1c', '\v', '\x85', 'x', '- x'];
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map(all => all.join(''));
    fc.assert(
      fc.property(texts, text => {
        deepEqual(ofScript(text), ofScript(text, script));
        deepEqual(
          ofPython(text),
          [...text.matchAll(python)].map(([, item]) => item),
        );
      }),
      { numRuns: propertyRuns(1000, 4000) },
    );
  });

  test('blank lines without end are read to the end', () => {
    for (const blank of ['\n', '\r', ' ', ' \n']) {
      const text = `${blank.repeat(1e5)}\n- x`;
      deepEqual([ofScript(text), ofPython(text)], [['x'], ['x']]);
      deepEqual([ofScript(blank.repeat(1e5)), ofPython(blank.repeat(1e5))], [[], []]);
    }
  });
});
