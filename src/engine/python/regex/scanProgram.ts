import type { CodeSet } from './codeSet.ts';
import type { ParsedRegex, RegexAnchor, RegexNode } from './regexNode.ts';
import { canBeEmpty } from './regexShape.ts';

/** An instruction of a pattern that is searched without going back. */
export type ScanInstruction =
  | { readonly type: 'char'; readonly code: number }
  | { readonly type: 'set'; readonly set: CodeSet }
  /** Tries `first`, then `second`. */
  | { type: 'split'; first: number; second: number }
  | { type: 'jump'; to: number }
  | { readonly type: 'save'; readonly slot: number }
  | { readonly type: 'anchor'; readonly anchor: RegexAnchor; readonly isAscii: boolean }
  | { readonly type: 'match' };

/** The slot of the match's end, where a look-ahead stands behind it. */
export const endSlot = 1;

/** A pattern that grows longer than this when its repetitions are written out is searched by backtracking only. */
const maxInstructions = 2000;

class NotRegular extends Error {}

/**
 * Compiles a pattern for a search that never goes back; `undefined` where it cannot be: for look-arounds but a look-ahead at
 * the pattern's end, back-references, conditions, atomic groups, `\K`, and repetitions of what may match nothing.
 */
export function compileScan({ body, unsupported }: ParsedRegex): readonly ScanInstruction[] | undefined {
  if (unsupported) return undefined;
  const code: ScanInstruction[] = [];
  try {
    add(code, body, true);
  } catch (fault) {
    if (fault instanceof NotRegular) return undefined;
    throw fault;
  }
  code.push({ type: 'match' });
  return code;
}

/** `isLast`: nothing of the pattern stands behind the node. */
function add(code: ScanInstruction[], node: RegexNode, isLast: boolean): void {
  if (code.length > maxInstructions) throw new NotRegular();
  switch (node.type) {
    case 'char':
    case 'set':
    case 'anchor':
      code.push(node);
      return;
    case 'sequence':
      for (const [i, item] of node.items.entries()) add(code, item, isLast && i === node.items.length - 1);
      return;
    case 'branch':
      addBranch(code, node.items, isLast);
      return;
    case 'group':
      code.push({ type: 'save', slot: 2 * node.index });
      add(code, node.body, false);
      code.push({ type: 'save', slot: 2 * node.index + 1 });
      return;
    case 'look':
      if (node.behind || node.negated || !isLast) throw new NotRegular();
      // What is ahead goes on from here, and the match is over.
      code.push({ type: 'save', slot: endSlot });
      add(code, node.body, false);
      return;
    case 'repeat':
      if (node.mode === 'possessive') throw new NotRegular();
      addRepeat(code, node);
      return;
    default:
      throw new NotRegular();
  }
}

function addBranch(code: ScanInstruction[], items: readonly RegexNode[], isLast: boolean): void {
  const ends: { to: number }[] = [];
  for (const [i, item] of items.entries()) {
    if (i === items.length - 1) {
      add(code, item, isLast);
      break;
    }
    const split = { type: 'split' as const, first: code.length + 1, second: 0 };
    code.push(split);
    add(code, item, isLast);
    const end = { type: 'jump' as const, to: 0 };
    code.push(end);
    ends.push(end);
    split.second = code.length;
  }
  for (const end of ends) end.to = code.length;
}

function addRepeat(
  code: ScanInstruction[],
  { min, max, mode, body }: Extract<RegexNode, { readonly type: 'repeat' }>,
): void {
  const copies = max === Number.POSITIVE_INFINITY ? min : max;
  if (copies > maxInstructions) throw new NotRegular();
  if (max > 1 && canBeEmpty(body, true)) throw new NotRegular();
  for (let i = 0; i < min; i++) add(code, body, false);
  const option = () => {
    const split = { type: 'split' as const, first: 0, second: 0 };
    code.push(split);
    const inside = code.length;
    return (outside: number) => {
      split.first = mode === 'lazy' ? outside : inside;
      split.second = mode === 'lazy' ? inside : outside;
    };
  };
  if (max === Number.POSITIVE_INFINITY) {
    const loop = code.length;
    const close = option();
    add(code, body, false);
    code.push({ type: 'jump', to: loop });
    close(code.length);
    return;
  }
  const closes: ((outside: number) => void)[] = [];
  for (let i = min; i < max; i++) {
    closes.push(option());
    add(code, body, false);
  }
  for (const close of closes) close(code.length);
}
