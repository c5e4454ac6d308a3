import type { Node, Sequence } from './ast.ts';
import type { PatternWidths } from './patternWidth.ts';

/**
 * True when a part that can match nothing does so only as its last choice, at every place. Then Python, which ends a
 * loop after an iteration that matched nothing and looks for a longer match after a match of nothing, and JavaScript,
 * which refuses such an iteration and steps on, find the same. False when in doubt.
 */
export function matchesNothingLast(sequence: Sequence, widths: PatternWidths): boolean {
  return (
    widths.of(sequence).min > 0 ||
    widths.of(sequence).max === 0 ||
    sequence.every(node => nodeMatchesNothingLast(node, widths))
  );
}

function nodeMatchesNothingLast(node: Node, widths: PatternWidths): boolean {
  switch (node.type) {
    case 'branch': {
      let sawEmpty = false;
      for (const item of node.items) {
        const { min, max } = widths.of(item);
        if (sawEmpty && max > 0) return false;
        if (min === 0 && !matchesNothingLast(item, widths)) return false;
        sawEmpty ||= min === 0;
      }
      return true;
    }
    case 'group':
      return matchesNothingLast(node.body, widths);
    case 'conditional':
      return matchesNothingLast(node.yes, widths) && matchesNothingLast(node.no, widths);
    case 'repeat':
      if (node.mode === 'possessive') return true;
      return (node.mode === 'greedy' || node.min === node.max) && matchesNothingLast(node.body, widths);
    default:
      // One character, or a part that matches in one way only.
      return true;
  }
}
