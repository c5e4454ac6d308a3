import { EngineError } from '../../core/errors.ts';
import type { Node, Pattern, Sequence } from './ast.ts';

/** How many code points a part matches: the fewest and the most, which may be `Infinity`. */
export interface Width {
  readonly min: number;
  readonly max: number;
}

const nothing: Width = { min: 0, max: 0 };

/** The widths of a pattern's parts, each computed once. */
export class PatternWidths {
  readonly #pattern: Pick<Pattern, 'groups'>;
  readonly #widths = new Map<Sequence, Width>();

  constructor(pattern: Pick<Pattern, 'groups'>) {
    this.#pattern = pattern;
  }

  /** The width of parts in a row, as CPython counts it. */
  of(sequence: Sequence): Width {
    let width = this.#widths.get(sequence);
    if (width === undefined) {
      width = nothing;
      for (const node of sequence) {
        const { min, max } = this.ofNode(node);
        width = { min: width.min + min, max: width.max + max };
      }
      this.#widths.set(sequence, width);
    }
    return width;
  }

  /** The width of one part. */
  ofNode(node: Node): Width {
    switch (node.type) {
      case 'literal':
      case 'set':
      case 'any':
        return { min: 1, max: 1 };
      case 'anchor':
      case 'look':
        return nothing;
      case 'branch':
        return widest(node.items.map(item => this.of(item)));
      case 'atomic':
      case 'group':
        return this.of(node.body);
      case 'backReference':
        return this.of(this.#pattern.groups[node.group] ?? []);
      case 'conditional':
        return widest([this.of(node.yes), this.of(node.no)]);
      case 'repeat': {
        const { min, max } = this.of(node.body);
        return { min: min * node.min, max: max === 0 || node.max === 0 ? 0 : max * node.max };
      }
    }
  }
}

function widest(widths: readonly Width[]): Width {
  return {
    min: widths.reduce((least, { min }) => Math.min(least, min), Infinity),
    max: widths.reduce((most, { max }) => Math.max(most, max), 0),
  };
}

const maxLookBehind = 0xffffffff;

/** Raises CPython's `re.error` (which names no place) for the first look-behind whose width is not fixed. */
export function checkLookBehinds(pattern: Pattern): void {
  const widths = new PatternWidths(pattern);
  visit(pattern.body, node => {
    if (node.type !== 'look' || !node.behind) return;
    const { min, max } = widths.of(node.body);
    if (min !== max) throw new EngineError('re.error', 'look-behind requires fixed-width pattern');
    if (min > maxLookBehind) throw new EngineError('re.error', 'looks too much behind');
  });
}

function visit(sequence: Sequence, action: (node: Node) => void): void {
  for (const node of sequence) {
    action(node);
    for (const part of partsOf(node)) visit(part, action);
  }
}

/** The sequences that a part is made of. */
export function partsOf(node: Node): readonly Sequence[] {
  if ('body' in node) return [node.body];
  if (node.type === 'branch') return node.items;
  return node.type === 'conditional' ? [node.yes, node.no] : [];
}

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
