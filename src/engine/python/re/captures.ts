import type { BackReferenceNode, ConditionalNode, Pattern, Sequence } from './ast.ts';
import type { PatternWidths } from './patternWidth.ts';
import { untranslatable } from './untranslatable.ts';

/** What stands around a part of a pattern, innermost first. */
interface Frame {
  readonly parent: Frame | undefined;
  /** The pattern may match without this. */
  readonly skippable: boolean;
  /** It can match more than once. */
  readonly loops: boolean;
  /** It loops, and an iteration can match nothing. */
  readonly loopsOnNothing: boolean;
  /** The group that has matched wherever this is tried: the `yes` of a conditional. */
  readonly condition: number | undefined;
}

/** Whether a group has matched when it is referred to: always, or perhaps not. */
export type Participation = 'certain' | 'uncertain';

/** Every group that is referred to, and every reference with the state of its group. */
export interface CaptureUse {
  readonly captured: ReadonlySet<number>;
  readonly participation: ReadonlyMap<BackReferenceNode | ConditionalNode, Participation>;
}

/**
 * Checks that JavaScript's captures tell what Python's do wherever a group is referred to: by the pattern, or afterwards
 * (`groups`). JavaScript forgets the groups of a loop at each iteration and refuses an iteration that matches nothing;
 * Python keeps and takes them. Raises `UntranslatablePattern` where that makes a difference.
 */
export function analyzeCaptures(pattern: Pattern, groups: readonly number[], widths: PatternWidths): CaptureUse {
  const analysis = new CaptureAnalysis(pattern, widths);
  analysis.visit(pattern.body, undefined);
  for (const group of groups) analysis.refer(group, undefined);
  return analysis;
}

class CaptureAnalysis implements CaptureUse {
  readonly captured = new Set<number>();
  readonly participation = new Map<BackReferenceNode | ConditionalNode, Participation>();
  readonly #groups = new Map<number, { readonly frame: Frame | undefined; readonly position: number }>();
  readonly #pattern: Pattern;
  readonly #widths: PatternWidths;

  constructor(pattern: Pattern, widths: PatternWidths) {
    this.#pattern = pattern;
    this.#widths = widths;
  }

  visit(sequence: Sequence, frame: Frame | undefined): void {
    for (const node of sequence) {
      switch (node.type) {
        case 'branch':
          for (const item of node.items) this.visit(item, below(frame, { skippable: true }));
          break;
        case 'group':
          this.visit(node.body, frame);
          if (node.index !== undefined) this.#groups.set(node.index, { frame, position: node.position });
          break;
        case 'atomic':
          this.visit(node.body, frame);
          break;
        case 'repeat': {
          const loops = node.max > 1;
          const loopsOnNothing = loops && node.max > node.min && this.#widths.of(node.body).min === 0;
          this.visit(node.body, below(frame, { skippable: node.min === 0, loops, loopsOnNothing }));
          break;
        }
        case 'look':
          this.visit(node.body, below(frame, { skippable: node.negated }));
          break;
        case 'conditional':
          if (!this.#groups.has(node.group)) {
            const remedy = 'Put the condition behind the group that it asks about';
            throw untranslatable('a condition on a group that comes later', node.position, remedy);
          }
          this.participation.set(node, this.#referFrom(node, frame));
          this.visit(node.yes, below(frame, { skippable: true, condition: node.group }));
          this.visit(node.no, below(frame, { skippable: true }));
          break;
        case 'backReference':
          this.participation.set(node, this.#referFrom(node, frame));
          break;
      }
    }
  }

  #referFrom(node: BackReferenceNode | ConditionalNode, frame: Frame | undefined): Participation {
    const participation = this.refer(node.group, frame);
    if (participation === 'uncertain' && this.#widths.of(this.#pattern.groups[node.group] ?? []).min === 0) {
      const what = `a reference to group ${node.group}, which may be left out or match nothing,`;
      throw untranslatable(what, node.position, 'Let the group match at least one character where it takes part');
    }
    return participation;
  }

  /** Checks a reference to a group from a place in the pattern, or from behind it. */
  refer(group: number, from: Frame | undefined): Participation {
    this.captured.add(group);
    const place = this.#groups.get(group);
    if (!place) return 'uncertain';
    const around = new Set<Frame>();
    for (let frame = from; frame; frame = frame.parent) around.add(frame);
    let participation: Participation = 'certain';
    let frame = place.frame;
    for (; frame && !around.has(frame); frame = frame.parent) {
      if (frame.loopsOnNothing || (frame.loops && participation === 'uncertain'))
        throw forgotten(group, place.position);
      if (frame.skippable) participation = 'uncertain';
    }
    if ([...around].some(({ condition }) => condition === group)) return 'certain';
    if (participation === 'uncertain')
      for (; frame; frame = frame.parent) if (frame.loops) throw forgotten(group, place.position);
    return participation;
  }
}

function below(parent: Frame | undefined, frame: Partial<Omit<Frame, 'parent'>>): Frame {
  return { skippable: false, loops: false, loopsOnNothing: false, condition: undefined, ...frame, parent };
}

function forgotten(group: number, position: number): Error {
  const remedy = 'Take the group out of the repetition, or put a group around the repetition';
  return untranslatable(`the repeated group ${group}, which not every repetition matches,`, position, remedy);
}
