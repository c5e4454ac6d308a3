import type { Automaton } from './automaton.ts';
import type { CharRanges } from './charRanges.ts';

/** What of the value a part of a sentence is: the path to it, and how reading makes it of the text. */
export interface Part {
  /** The keys that lead to it in the value; none: the value itself; `*`: an item of a list, the next each time. */
  readonly path: readonly string[];
  /** `text`: as it is; `stripped`: without white space around; `json`: the value of the JSON; `within`: it holds the text. */
  readonly reads: 'text' | 'stripped' | 'json' | 'within';
}

/** A grammar: which texts are sentences. */
export type Grammar =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'class'; readonly ranges: CharRanges }
  | { readonly kind: 'sequence'; readonly of: readonly Grammar[] }
  | { readonly kind: 'choice'; readonly of: readonly Grammar[] }
  /** `max` may be `Infinity`. */
  | { readonly kind: 'repetition'; readonly of: Grammar; readonly min: number; readonly max: number }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'part'; readonly part: Part; readonly of: Grammar }
  | TextGrammar;

/** What an automaton accepts; of a text up to a closing, which is in it, `part` is what stands before that. */
export interface TextGrammar {
  readonly kind: 'text';
  readonly automaton: Automaton;
  readonly closing: string;
  /** What must not stand in it: what looks for trouble tries it. */
  readonly words?: readonly string[];
  readonly part?: Part;
}

/** The sentences of a format: a grammar, and the rules that it refers to. */
export interface Format {
  readonly start: Grammar;
  readonly rules: ReadonlyMap<string, Grammar>;
}

/** The grammar of a definition's answers. */
export interface AnswerGrammar extends Format {
  /** What it does not keep of the schema of the value. */
  readonly notes?: readonly SchemaNote[];
}

/** A text as it is. */
export function literal(text: string): Grammar {
  return { kind: 'literal', text };
}

/** One character of a set. */
export function oneOf(ranges: CharRanges): Grammar {
  return { kind: 'class', ranges };
}

/** One after the other. */
export function sequence(...of: readonly Grammar[]): Grammar {
  return of.length === 1 ? of[0]! : { kind: 'sequence', of };
}

/** One of several. */
export function choice(...of: readonly Grammar[]): Grammar {
  return of.length === 1 ? of[0]! : { kind: 'choice', of };
}

/** From `min` to `max` times. */
export function repetition(of: Grammar, min: number, max: number): Grammar {
  return { kind: 'repetition', of, min, max };
}

/** The grammar, or nothing. */
export function optional(of: Grammar): Grammar {
  return repetition(of, 0, 1);
}

/** What a rule says. */
export function reference(name: string): Grammar {
  return { kind: 'reference', name };
}

/** A part of the value. */
export function part(path: readonly string[], reads: Part['reads'], of: Grammar): Grammar {
  return { kind: 'part', part: { path, reads }, of };
}

/** Something in a list, that may be left out or not. */
export interface ListedItem {
  readonly grammar: Grammar;
  readonly isRequired: boolean;
}

/**
 * Items in their order with a separator between those that are there. Where some may be left out, each place from which on
 * the rest follows is a rule, which `rule` makes. Linear.
 */
export function separated(
  items: readonly ListedItem[],
  separator: Grammar,
  rule: (grammar: Grammar) => Grammar,
): Grammar {
  if (items.every(({ isRequired }) => isRequired))
    return sequence(...items.flatMap(({ grammar }, i) => (i === 0 ? [grammar] : [separator, grammar])));
  const firstRequired = items.findIndex(({ isRequired }) => isRequired);
  const firsts = firstRequired < 0 ? items : items.slice(0, firstRequired + 1);
  const tails: Grammar[] = [];
  let tail: Grammar = sequence();
  for (let i = items.length - 1; i >= 0; i--) {
    tails[i] = tail;
    const behind = sequence(separator, items[i]!.grammar);
    if (i > 0) tail = rule(sequence(items[i]!.isRequired ? behind : optional(behind), tail));
  }
  const starts = firsts.map(({ grammar }, i) => sequence(grammar, tails[i]!));
  return firstRequired < 0 ? optional(choice(...starts)) : choice(...starts);
}

/** A keyword that a grammar does not keep as it is written. */
export interface SchemaNote {
  readonly keyword: string;
  /** A JSON pointer to the subschema. */
  readonly path: string;
  readonly verdict: 'dropped' | 'narrowed';
  /** A sentence, without its full stop. */
  readonly reason: string;
}

/** What a grammar does not keep of a schema, each keyword once. */
export class SchemaNotes {
  readonly #notes = new Map<string, SchemaNote>();

  /** Adds a note; of several on one keyword the first that is `dropped` counts. */
  add(path: string, keyword: string, verdict: SchemaNote['verdict'], reason: string): void {
    const place = `${path} ${keyword}`;
    const note = this.#notes.get(place);
    if (!note || (note.verdict === 'narrowed' && verdict === 'dropped'))
      this.#notes.set(place, { keyword, path, verdict, reason });
  }

  /** All notes. */
  get all(): readonly SchemaNote[] {
    return [...this.#notes.values()];
  }
}
