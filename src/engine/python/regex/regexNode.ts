import type { CodeSet } from './codeSet.ts';

/** A place that matches nothing by itself. `searchStart` is `\G`. */
export type RegexAnchor =
  | 'lineStart'
  | 'lineEnd'
  | 'textStart'
  | 'textEnd'
  | 'textEndOrLast'
  | 'boundary'
  | 'nonBoundary'
  | 'wordStart'
  | 'wordEnd'
  | 'searchStart';

/** `body{min,max}`; `max` may be `Infinity`. */
export interface RegexRepeat {
  readonly type: 'repeat';
  readonly min: number;
  readonly max: number;
  readonly mode: 'greedy' | 'lazy' | 'possessive';
  readonly body: RegexNode;
}

/** `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`. */
export interface RegexLook {
  readonly type: 'look';
  readonly behind: boolean;
  readonly negated: boolean;
  readonly body: RegexNode;
}

/** A part of a pattern of Python's `regex` module, with its flags worked in. */
export type RegexNode =
  | { readonly type: 'char'; readonly code: number }
  | { readonly type: 'set'; readonly set: CodeSet }
  | { readonly type: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly type: 'branch'; readonly items: readonly RegexNode[] }
  | { readonly type: 'group'; readonly index: number; readonly body: RegexNode }
  | { readonly type: 'atomic'; readonly body: RegexNode }
  | { readonly type: 'anchor'; readonly anchor: RegexAnchor; readonly isAscii: boolean }
  | { readonly type: 'backReference'; readonly group: number; readonly ignoreCase: boolean }
  | { readonly type: 'conditional'; readonly group: number; readonly yes: RegexNode; readonly no: RegexNode }
  /** `\K`: the match begins here. */
  | { readonly type: 'keep' }
  /** What compiles in Python and cannot be run here: using the pattern raises `UntranslatablePattern`. */
  | { readonly type: 'unsupported'; readonly what: string; readonly position: number }
  | RegexRepeat
  | RegexLook;

/** A pattern that the `regex` module compiles. */
export interface ParsedRegex {
  readonly body: RegexNode;
  /** How many groups there are, without the match itself. */
  readonly groupCount: number;
  /** Group numbers by name. */
  readonly names: ReadonlyMap<string, number>;
  /** What cannot be run here, if anything. */
  readonly unsupported: Extract<RegexNode, { type: 'unsupported' }> | undefined;
}
