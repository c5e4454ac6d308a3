import type { Tree } from '@lezer/common';
import { parser } from '@lezer/python';
import { once } from '../../../core/once.ts';
import type { ChangedTrees } from '../../changedTrees.ts';

/** Brackets within brackets that are read: the parser drops what is below about 2,800 of them without a word, or reaches the end of its stack, by how often it ran. */
const maxBrackets = 1000;
const brackets: () => ReadonlySet<number> = once(
  () =>
    new Set(
      parser.nodeSet.types
        .filter(({ name }) => /^(?:Array|Dictionary|Set|Tuple|Parenthesized)\w*Expression$|^ArgList$/.test(name))
        .map(({ id }) => id),
    ),
);

/**
 * The tree of a Python text; `undefined`: brackets that are never closed nest too deeply. `known.trees` has it of an earlier version of
 * the text at `known.path`.
 */
export function treeOf(
  text: string,
  earlier?: { readonly trees: ChangedTrees; readonly path: string },
): Tree | undefined {
  try {
    const tree = earlier ? earlier.trees.parse(parser, earlier.path, text) : parser.parse(text);
    const opens = brackets();
    let levels = 0;
    let isTooDeep = false;
    tree.iterate({
      enter({ type }) {
        if (opens.has(type.id)) isTooDeep ||= ++levels > maxBrackets;
        return !isTooDeep;
      },
      leave({ type }) {
        if (opens.has(type.id)) levels--;
      },
    });
    return isTooDeep ? undefined : tree;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
