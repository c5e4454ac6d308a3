import type { Flags, Node, Sequence } from './ast.ts';
import { casedIn } from './caseVariants.ts';
import { partsOf } from './patternWidth.ts';

/** True when some part of a pattern tells upper from lower case. */
export function findCaseSensitive(sequence: Sequence, flags: Flags): boolean {
  return sequence.some(node => {
    const inner = node.type === 'group' ? { ...flags, ...node.flags } : flags;
    return (!flags.ignoreCase && tellsCase(node)) || partsOf(node).some(part => findCaseSensitive(part, inner));
  });
}

function tellsCase(node: Node): boolean {
  switch (node.type) {
    case 'literal':
      return casedIn(node.code, node.code, false).length > 0;
    case 'set':
      return node.items.some(item => 'low' in item && casedIn(item.low, item.high, false).length > 0);
    case 'backReference':
      return true;
    default:
      return false;
  }
}
