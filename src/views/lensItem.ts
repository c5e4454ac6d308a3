import type { Destination } from './splitModel.ts';
import type { ValuePath } from './valueModel.ts';

/** What a click on a lens does. */
export type LensAction =
  | { readonly kind: 'result' | 'feedback' | 'save' | 'clear' | 'trust' | 'parseAll' }
  | { readonly kind: 'repair' | 'showRepair' | 'copyRepaired' }
  | { readonly kind: 'explain'; readonly code: string }
  | { readonly kind: 'split'; readonly target: Destination | 'value' }
  | { readonly kind: 'highlight'; readonly name: string; readonly path: ValuePath };

/** One thing to click above a line of a response. */
export interface LensItem {
  readonly title: string;
  readonly tooltip: string;
  readonly action: LensAction;
}

/** The lenses above a line, short enough for an editor beside another. */
export interface LensRow {
  /** The line's number, from 0, as `place` gave it. */
  readonly line: number;
  readonly items: readonly LensItem[];
}

/** Where an offset of the response is: its line, from 0, and the columns of blanks that the line begins with. */
export interface LensPlace {
  readonly line: number;
  readonly indent: number;
}

/** The few words of a lens that are translated. */
export interface LensWords {
  readonly unescaped: string;
  readonly repaired: string;
  readonly binary: string;
  readonly nothingRecognised: string;
  readonly toolError: string;
  /** The splits' names. */
  readonly splits: Readonly<Record<Destination, string>>;
  /** The names of keys that are not there, in quotes. */
  readonly missingKeys: (names: readonly string[]) => string;
  /** How many pieces of text are not in the value, and how many marks are in it that should not be. */
  readonly strays: Readonly<Record<'lost' | 'left-over', (count: number) => string>>;
  readonly notRun: string;
  readonly warnings: (count: number) => string;
  /** The framework asks again in silence. `reader`: the class that reads that answer; `tokens` of the request, where they are known. */
  readonly asksAgain: (reader: string, tokens: number | undefined) => string;
  /** Which of several answers of a document this is. */
  readonly among: (number: number, count: number) => string;
  readonly parseAll: { readonly title: string; readonly tooltip: string };
  /** `line`: from 1. */
  readonly atLine: (cause: string, line: number) => string;
  /** A cause with what stands before its place. */
  readonly after: (cause: string, piece: string) => string;
  /** A button that applies the likeliest repair; `confidence` in percents. */
  readonly repair: (confidence: number, lossy: boolean) => string;
  /** A button that lists several repairs; `confidence`: that of the likeliest. */
  readonly repairs: (count: number, confidence: number) => string;
  readonly repairTooltip: (value: string, lossy: boolean) => string;
  readonly showRepair: { readonly title: string; readonly tooltip: string };
  /** Of a document that cannot be edited. */
  readonly shownRepair: (confidence: number) => string;
  readonly copyRepaired: { readonly title: string; readonly tooltip: string };
  readonly explain: (cause: string) => string;
  /** That mending what is known is not enough: the class of the error that is left. */
  readonly partly: (error: string) => string;
  readonly feedback: { readonly title: string; readonly tooltip: string };
  /** Beside the feedback of an answer that is cut off. */
  readonly sameLimit: { readonly title: string; readonly tooltip: string };
  readonly save: { readonly title: string; readonly tooltip: string };
  readonly clear: { readonly title: string; readonly tooltip: string };
  readonly trust: { readonly title: string; readonly tooltip: string };
}

/** A lens for a value, before it is known how much room it has. */
export interface ValueItem {
  /** The lines of the parts that feed it, in the text's order, the first being where it stands if there is room. */
  readonly lines: readonly [number, ...number[]];
  readonly name: string;
  readonly preview: string;
  readonly tooltip: string;
  readonly action: LensAction;
}
