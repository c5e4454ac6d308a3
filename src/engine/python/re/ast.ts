/** A category of characters, `\w`, `\d` or `\s`. */
export type Category = 'word' | 'digit' | 'space';

/** A member of a set: a range of code points, both ends included, or a category or its complement. */
export type SetItem =
  | { readonly low: number; readonly high: number }
  | { readonly category: Category; readonly negated: boolean };

/** Flags of Python's `re` that change what a part of a pattern means; `(?x)` only changes how it is read. */
export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly ascii: boolean;
}

/** What `(?ims-x:…)` changes: `true` turns on, `false` off. `ascii: false` is `(?u:…)`. */
export type FlagChange = Partial<Flags>;

/** A place that matches nothing by itself. */
export type Anchor = 'beginning' | 'end' | 'beginningString' | 'endString' | 'boundary' | 'nonBoundary';

/** One after the other. */
export type Sequence = readonly Node[];

/** `(…)` with its number, or `(?:…)` and `(?i:…)` without. `position` counts code points of the pattern, here and below. */
export interface GroupNode {
  readonly type: 'group';
  readonly index: number | undefined;
  readonly flags: FlagChange;
  readonly body: Sequence;
  readonly position: number;
}

/** `body{min,max}`; `max` may be `Infinity`. */
export interface RepeatNode {
  readonly type: 'repeat';
  readonly mode: 'greedy' | 'lazy' | 'possessive';
  readonly min: number;
  readonly max: number;
  readonly body: Sequence;
  readonly position: number;
}

/** `\1` or `(?P=name)`. */
export interface BackReferenceNode {
  readonly type: 'backReference';
  readonly group: number;
  readonly position: number;
}

/** `(?(1)yes|no)`. */
export interface ConditionalNode {
  readonly type: 'conditional';
  readonly group: number;
  readonly yes: Sequence;
  readonly no: Sequence;
  readonly position: number;
}

/** `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`. */
export interface LookNode {
  readonly type: 'look';
  readonly behind: boolean;
  readonly negated: boolean;
  readonly body: Sequence;
}

/** A part of a pattern, as CPython's parser sees it. */
export type Node =
  | { readonly type: 'literal'; readonly code: number }
  | { readonly type: 'set'; readonly negated: boolean; readonly items: readonly SetItem[] }
  | { readonly type: 'any' }
  | { readonly type: 'anchor'; readonly anchor: Anchor }
  | { readonly type: 'branch'; readonly items: readonly Sequence[] }
  | { readonly type: 'atomic'; readonly body: Sequence }
  | GroupNode
  | RepeatNode
  | BackReferenceNode
  | ConditionalNode
  | LookNode;

/** A pattern that CPython compiles. */
export interface Pattern {
  readonly body: Sequence;
  /** The flags of the whole pattern: the caller's and those of `(?…)` at its start. */
  readonly flags: Flags;
  /** What each numbered group holds; index 0 is unused. */
  readonly groups: readonly Sequence[];
  /** Group numbers by name. */
  readonly names: ReadonlyMap<string, number>;
}
