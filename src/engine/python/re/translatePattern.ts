import type {
  BackReferenceNode,
  ConditionalNode,
  Flags,
  LookNode,
  Node,
  Pattern,
  RepeatNode,
  Sequence,
} from './ast.ts';
import { analyzeCaptures, type CaptureUse } from './captures.ts';
import { casedIn } from './caseVariants.ts';
import { categorySource, classSource, literalSource } from './characterSets.ts';
import { matchesNothingLast, PatternWidths, partsOf } from './patternWidth.ts';
import { untranslatable } from './untranslatable.ts';

/** A Python pattern as a JavaScript one that finds the same. */
export interface TranslatedPattern {
  readonly source: string;
  readonly flags: string;
  /** The pattern for where `source` has just matched nothing, see `PatternJob`; absent where that finds nothing more. */
  readonly nonEmpty?: string;
  /** JavaScript's numbers of those groups that are needed and there, by name. */
  readonly groups: ReadonlyMap<string, number>;
}

/**
 * Translates a pattern for JavaScript's `u` flag; `names` are the groups that are read afterwards. Flags, anchors and
 * categories are written out, since JavaScript's differ or cannot be scoped. Raises `UntranslatablePattern`.
 */
export function translatePattern(pattern: Pattern, names: readonly string[]): TranslatedPattern {
  const groupNames = names.filter(name => pattern.names.has(name));
  const numbers = groupNames.map(name => pattern.names.get(name) ?? 0);
  const widths = new PatternWidths(pattern);
  const captures = analyzeCaptures(pattern, numbers, widths);
  const searchesOn = !matchesNothingLast(pattern.body, widths);
  const translation = new Translation(pattern, captures, widths, searchesOn ? 1 : 0);
  const body = translation.sequence(pattern.body, { flags: pattern.flags, behind: false });
  const groups = new Map(groupNames.map((name, i) => [name, translation.groupNumber(numbers[i] ?? 0)]));
  const flags = translation.ignoresCase ? 'iu' : 'u';
  if (!searchesOn) return { source: body, flags, groups };
  // Group 1 of `nonEmpty` holds the rest of the text, which must have become shorter.
  return { source: `()(?:${body})`, flags, nonEmpty: `(?=([^]*))(?:${body})(?!\\1$)`, groups };
}

/** Where a part stands: its flags, and whether it is read backwards, in a look-behind. */
interface Context {
  readonly flags: Flags;
  readonly behind: boolean;
}

/** The state of one translation. */
class Translation {
  /** A back-reference needs JavaScript's own `i` flag. */
  ignoresCase = false;
  /** Some part distinguishes upper and lower case; set once it matters. */
  #tellsCase: boolean | undefined;
  readonly #pattern: Pattern;
  readonly #captures: CaptureUse;
  readonly #widths: PatternWidths;
  /** JavaScript's groups so far: Python's that are referred to, and helpers. */
  #count: number;
  readonly #numbers = new Map<number, number>();

  constructor(pattern: Pattern, captures: CaptureUse, widths: PatternWidths, groupsBefore: number) {
    this.#pattern = pattern;
    this.#captures = captures;
    this.#widths = widths;
    this.#count = groupsBefore;
  }

  groupNumber(group: number): number {
    return this.#numbers.get(group) ?? 0;
  }

  sequence(sequence: Sequence, context: Context): string {
    return sequence.map(node => this.#node(node, context)).join('');
  }

  #node(node: Node, context: Context): string {
    const { flags } = context;
    switch (node.type) {
      case 'literal':
        return literalSource(node.code, flags);
      case 'set':
        return classSource(node.items, node.negated, flags);
      case 'any':
        return flags.dotAll ? '[^]' : '[^\\n]';
      case 'anchor':
        return anchorSource(node.anchor, flags);
      case 'branch':
        return `(?:${node.items.map(item => this.sequence(item, context)).join('|')})`;
      case 'group':
        return `(${this.#opening(node.index)}${this.sequence(node.body, { ...context, flags: { ...flags, ...node.flags } })})`;
      case 'atomic':
        return this.#atomic(context, () => this.sequence(node.body, context));
      case 'repeat':
        return this.#repeat(node, context);
      case 'look':
        return this.#look(node, context);
      case 'backReference':
        return this.#backReference(node, context);
      case 'conditional':
        return this.#conditional(node, context);
    }
  }

  #opening(group: number | undefined): string {
    if (group === undefined || !this.#captures.captured.has(group)) return '?:';
    this.#numbers.set(group, ++this.#count);
    return '';
  }

  /** A look-ahead is never entered again, so its capture is all that an atomic group may match. In a look-behind, where all widths are fixed, a plain group does. */
  #atomic(context: Context, body: () => string): string {
    if (context.behind) return `(?:${body()})`;
    const helper = ++this.#count;
    return `(?:(?=(${body()}))\\${helper})`;
  }

  #repeat(node: RepeatNode, context: Context): string {
    if (node.mode === 'possessive')
      return this.#atomic(context, () => this.#repeat({ ...node, mode: 'greedy' }, context));
    const body = this.sequence(node.body, context);
    const lazy = node.mode === 'lazy';
    if (this.#widths.of(node.body).min === 0) {
      // JavaScript refuses an optional iteration that matches nothing; Python takes it, with its groups.
      if (node.min === 0 && node.max === 1) return lazy ? `(?:|${body})` : `(?:${body}|)`;
      if (!lazy && node.max > node.min && !matchesNothingLast(node.body, this.#widths)) {
        const what = 'a repetition of something that may rather match nothing';
        throw untranslatable(what, node.position, 'Let what is repeated match at least one character');
      }
    }
    return `(?:${body})${quantifierSource(node)}${lazy ? '?' : ''}`;
  }

  #look(node: LookNode, context: Context): string {
    const body = this.sequence(node.body, { ...context, behind: node.behind });
    return `(?${node.behind ? '<' : ''}${node.negated ? '!' : '='}${body})`;
  }

  #backReference(node: BackReferenceNode, context: Context): string {
    if (context.flags.ignoreCase) this.#ignoreCase(node, context.flags);
    const number = this.groupNumber(node.group);
    const certain = this.#captures.participation.get(node) === 'certain';
    return certain ? `(?:\\${number})` : `(?:\\${number}${hasMatched(number)})`;
  }

  #ignoreCase(node: BackReferenceNode, flags: Flags): void {
    this.ignoresCase = true;
    this.#tellsCase ??= findCaseSensitive(this.#pattern.body, this.#pattern.flags);
    if (!this.#tellsCase && !flags.ascii) return;
    const what = flags.ascii
      ? 'a back-reference that ignores case in ASCII alone'
      : 'a back-reference that ignores case, in a pattern that elsewhere does not,';
    throw untranslatable(
      what,
      node.position,
      `Put (?i) at the start of the pattern${flags.ascii ? ', without (?a)' : ''}`,
    );
  }

  #conditional(node: ConditionalNode, context: Context): string {
    const number = this.groupNumber(node.group);
    const certain = this.#captures.participation.get(node) === 'certain';
    const [met, unmet] = certain ? ['', '(?!)'] : [hasMatched(number), hasNotMatched(number)];
    const yes = this.sequence(node.yes, context);
    return `(?:${met}${yes}|${unmet}${this.sequence(node.no, context)})`;
  }
}

/**
 * True when a group, which never matches nothing, has matched. At the end of the text `\n` matches only if it stands for
 * nothing, as an unmatched group does in JavaScript. Costs a walk to the end of the text.
 */
function hasMatched(number: number): string {
  return `(?=[^]*?$(?!\\${number}))`;
}

function hasNotMatched(number: number): string {
  return `(?=[^]*?$\\${number})`;
}

function quantifierSource({ min, max }: RepeatNode): string {
  if (max === Infinity) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  if (min === 0 && max === 1) return '?';
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function anchorSource(anchor: Extract<Node, { type: 'anchor' }>['anchor'], flags: Flags): string {
  const word = `[${categorySource('word', false, flags)}]`;
  switch (anchor) {
    case 'beginning':
      return flags.multiline ? '(?<![^\\n])' : '^';
    case 'end':
      return flags.multiline ? '(?![^\\n])' : '(?=\\n?$)';
    case 'beginningString':
      return '^';
    case 'endString':
      return '$';
    case 'boundary':
      return `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;
    case 'nonBoundary':
      // Python finds none in the empty text.
      return `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word})(?!^$))`;
  }
}

/** True when some part of a pattern tells upper from lower case. */
function findCaseSensitive(sequence: Sequence, flags: Flags): boolean {
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
