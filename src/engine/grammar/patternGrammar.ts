import { EngineError } from '../core/errors.ts';
import {
  type Node,
  type Pattern,
  parsePattern,
  type RepeatNode,
  type Sequence,
  type SetItem,
} from '../python/index.ts';
import { allChars, type CharRanges, charRange, charsOf, complement, union } from './charRanges.ts';
import { choice, type Grammar, literal, oneOf, repetition, sequence } from './grammar.ts';
import { NoGrammarError } from './noGrammarError.ts';

const flags = { ignoreCase: false, multiline: false, dotAll: false, ascii: true };
const anything = repetition(oneOf(allChars), 0, Number.POSITIVE_INFINITY);

/** What `\w`, `\d` and `\s` are: of ASCII, as all dialects have it. */
const categories: Readonly<Record<'word' | 'digit' | 'space', CharRanges>> = {
  digit: charRange('0', '9'),
  word: union([...charRange('0', '9'), ...charRange('A', 'Z'), ...charRange('a', 'z'), ...charsOf('_')]),
  space: charsOf(' \t\n\r\f\v'),
};

/** What stands for a group of a pattern, by its number: a part of the value. */
export type WithGroup = (group: number, grammar: Grammar) => Grammar;

/**
 * The texts in which a pattern matches, or, with `whole`, those that it matches from end to end. Throws `NoGrammarError` for
 * what is not a pattern, and for one that looks around, refers back, or asks for a word's boundary. Linear in the pattern.
 */
export function patternGrammar(
  pattern: string,
  { whole = false, dotAll = false, withGroup = (_group: number, grammar: Grammar): Grammar => grammar } = {},
): Grammar {
  const read = parsed(pattern, dotAll);
  return new PatternReader(read, withGroup).branches(read.body, { begins: !whole, ends: !whole });
}

function parsed(pattern: string, dotAll: boolean): Pattern {
  try {
    return parsePattern(pattern, { ...flags, dotAll });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new NoGrammarError(`The pattern is not read: ${error.message}.`);
  }
}

/** Whether a sequence stands where the text may begin, or end, anywhere. */
interface Ends {
  readonly begins: boolean;
  readonly ends: boolean;
}

class PatternReader {
  readonly #pattern: Pattern;
  readonly #withGroup: WithGroup;

  constructor(pattern: Pattern, withGroup: WithGroup) {
    this.#pattern = pattern;
    this.#withGroup = withGroup;
    if (pattern.flags.ignoreCase || pattern.flags.multiline)
      throw new NoGrammarError('A pattern with flags has no grammar.');
  }

  branches(nodes: Sequence, ends: Ends): Grammar {
    const [only] = nodes;
    if (nodes.length === 1 && only?.type === 'branch')
      return choice(...only.items.map(each => this.branches(each, ends)));
    if (nodes.length === 1 && only?.type === 'group') {
      const inside = this.branches(only.body, ends);
      return only.index === undefined || ends.begins || ends.ends ? inside : this.#withGroup(only.index, inside);
    }
    const first = this.#opens(nodes[0]);
    const last = this.#closes(nodes.at(-1));
    const inner = nodes.slice(first ? 1 : 0, last && nodes.length > (first ? 1 : 0) ? -1 : nodes.length);
    return sequence(
      ...(ends.begins && !first ? [anything] : []),
      ...inner.map(node => this.#node(node)),
      ...(ends.ends && !last ? [anything] : []),
    );
  }

  #opens(node: Node | undefined): boolean {
    return node?.type === 'anchor' && (node.anchor === 'beginning' || node.anchor === 'beginningString');
  }

  #closes(node: Node | undefined): boolean {
    return node?.type === 'anchor' && (node.anchor === 'end' || node.anchor === 'endString');
  }

  #sequence(nodes: Sequence): Grammar {
    return sequence(...nodes.map(node => this.#node(node)));
  }

  #node(node: Node): Grammar {
    switch (node.type) {
      case 'literal':
        return literal(String.fromCodePoint(node.code));
      case 'set':
        return oneOf(node.negated ? complement(rangesOf(node.items)) : rangesOf(node.items));
      case 'any':
        return oneOf(this.#pattern.flags.dotAll ? allChars : complement(charsOf('\n')));
      case 'branch':
        return choice(...node.items.map(each => this.#sequence(each)));
      case 'group':
        return node.index === undefined
          ? this.#sequence(node.body)
          : this.#withGroup(node.index, this.#sequence(node.body));
      case 'repeat':
        return this.#repeat(node);
      default:
        throw new NoGrammarError(refusals[node.type]);
    }
  }

  #repeat({ body, min, max, mode }: RepeatNode): Grammar {
    if (mode === 'possessive') throw new NoGrammarError(refusals.atomic);
    if (min > maxTimes || (Number.isFinite(max) && max > maxTimes))
      throw new NoGrammarError(`A pattern that counts beyond ${maxTimes} has no grammar.`);
    return repetition(this.#sequence(body), min, max);
  }
}

const maxTimes = 2000;

const refusals = {
  look: 'A pattern that looks around has no grammar.',
  backReference: 'A pattern that refers back has no grammar.',
  conditional: 'A pattern with a condition has no grammar.',
  atomic: 'A pattern that gives nothing back has no grammar.',
  anchor: 'A pattern with an anchor inside has no grammar.',
};

function rangesOf(items: readonly SetItem[]): CharRanges {
  return union(
    items.flatMap((item): CharRanges => {
      if ('low' in item) return [[item.low, item.high]];
      const ranges = categories[item.category];
      return item.negated ? complement(ranges) : ranges;
    }),
  );
}
