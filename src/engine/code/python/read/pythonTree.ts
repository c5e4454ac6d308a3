import type { Tree } from '@lezer/common';
import { parser } from '@lezer/python';

/** Brackets within brackets that are read: the parser drops what is below about 2,800 of them without a word, or reaches the end of its stack, by how often it ran. */
const maxBrackets = 1000;
const brackets = /^(?:Array|Dictionary|Set|Tuple|Parenthesized)\w*Expression$|^ArgList$/;

/** The tree of a Python text; `undefined`: brackets that are never closed nest too deeply. */
export function treeOf(text: string): Tree | undefined {
  try {
    const tree = parser.parse(text);
    let levels = 0;
    let isTooDeep = false;
    tree.iterate({
      enter({ name }) {
        if (brackets.test(name)) isTooDeep ||= ++levels > maxBrackets;
        return !isTooDeep;
      },
      leave({ name }) {
        if (brackets.test(name)) levels--;
      },
    });
    return isTooDeep ? undefined : tree;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
