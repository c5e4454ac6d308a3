import { type Parser, type Tree, TreeFragment } from '@lezer/common';
import { LastUsed } from '../core/lastUsed.ts';

/** Texts whose trees stay, and characters of one that is worth it. */
const keptTrees = 24;
const maxLength = 400_000;

/** The trees of texts as they were last parsed: of a text that has changed since, only what is about the change is parsed. */
export class ChangedTrees {
  readonly #kept = new LastUsed<{ readonly text: string; readonly tree: Tree }>(keptTrees);

  /** The tree of a text, which is the same as `parser.parse(text)` gives. `key` is the same for all versions of a text, and for one parser. */
  parse(parser: Parser, key: string, text: string): Tree {
    const before = this.#kept.get(key);
    if (before?.text === text) return before.tree;
    const tree = parser.parse(text, this.partsOf(key, text));
    if (text.length <= maxLength) this.#kept.set(key, { text, tree });
    else this.#kept.delete(key);
    return tree;
  }

  /** What of the tree that is kept for a key still holds in another text. */
  partsOf(key: string, text: string): readonly TreeFragment[] {
    const before = this.#kept.get(key);
    return before ? unchangedParts(before.tree, before.text, text) : [];
  }
}

function unchangedParts(tree: Tree, before: string, text: string): readonly TreeFragment[] {
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === text.charCodeAt(start)) start++;
  let end = 0;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === text.charCodeAt(text.length - 1 - end))
    end++;
  const change = { fromA: start, toA: before.length - end, fromB: start, toB: text.length - end };
  return TreeFragment.applyChanges(TreeFragment.addTree(tree), [change]);
}
