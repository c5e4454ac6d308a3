// src/protocol/: the messages between host and webviews, and the guards that check them.

import type {
  ConstraintChoice,
  ConstraintPart,
  ConstraintToPreview,
  PreviewToConstraint,
} from './constraintProtocol.ts';
import type { TextSpan } from './guards.ts';
import type { PreviewToRobustness, RobustnessToPreview } from './robustnessProtocol.ts';

/**
 * The messages between the extension host and the webviews: plain JSON, told apart by `type`. Both sides check what
 * arrives with guards, because either may be of another version after an update.
 */

/** UTF-16 units of an instruction in which blanks are marked and tokens are colored; more would make the page slow. */
export const markedLength = 20_000;

/** A piece of the instruction. `origin`: where in the definition's file it was written; absent for the type's own words. */
export interface PieceView {
  readonly text: string;
  readonly origin?: TextSpan;
  /** It is Python's answer. */
  readonly fromPython?: true;
}

/** Where one key of the value goes. `key` absent: every key that has no row of its own. */
export interface KeyRow {
  readonly key?: string;
  readonly origin?: TextSpan;
  readonly required: boolean;
  readonly content: boolean;
  readonly memory: boolean;
  readonly metadata: boolean;
}

/**
 * A stretch of the instruction that was written since the file was last saved, in UTF-16 units of the text; empty
 * where something was only removed. `removed`: what stood there, cut where it is long.
 */
export interface ChangeView extends TextSpan {
  readonly removed?: string;
}

/** An error in the source system's words. */
export interface ErrorView {
  readonly class: string;
  readonly message: string;
}

/** One definition's instruction, or another text that the model is sent because of it, bounded: `pieces` hold the first part of a long text, `length` is the whole text's. */
export interface InstructionView {
  readonly name: string;
  readonly type: string;
  /** Whether a module of the author's gives the instruction and reads responses; absent: none does. */
  readonly runsModule?: true;
  /** The runtime whose class it is, by the name that users know, and whether others have it too. Absent: that is not a question. */
  readonly runtime?: { readonly title: string; readonly hasOthers: boolean };
  readonly description?: string;
  readonly span: TextSpan;
  readonly pieces: readonly PieceView[];
  readonly length: number;
  /** The class's constructor or its format instruction raises; there is no text then. */
  readonly error?: ErrorView;
  /** Absent: the type's value is not split. */
  readonly keys?: readonly KeyRow[];
  /** How many keys there are beyond those; absent: none. */
  readonly moreKeys?: number;
  /** What changed since the last save, in order; absent: nothing, or there is no text to compare with. */
  readonly changes?: readonly ChangeView[];
  /** The names of the other texts that the model is sent because of the definition; absent: there are none. */
  readonly views?: readonly string[];
  /** The one of them that the pieces are of; absent: they are the instruction. */
  readonly textName?: string;
  /** Absent: Markdown. */
  readonly language?: 'markdown' | 'json';
}

/** Why the file's present text gives no instruction, and where. */
export interface BrokenView {
  readonly message: string;
  readonly span: TextSpan;
  /** One-based. */
  readonly line: number;
  readonly column: number;
}

/** A part of a source's definition that only a run of the program gives. */
export interface UnknownView {
  /** As the source names it, with the path into it; in the instruction `⟨argument⟩` stands in its place. */
  readonly argument: string;
  readonly reason: string;
  /** The file's name and the line. */
  readonly place: string;
}

/** What the preview shows. `instruction` is the last good one while the file is broken. */
export interface PreviewState {
  readonly uri: string;
  readonly fileName: string;
  readonly names: readonly string[];
  readonly instruction?: InstructionView;
  readonly broken?: BrokenView;
  /** Of the definition on the page, where it is a source's; absent: the source says all of it. */
  readonly unknown?: readonly UnknownView[];
  /** Whether Python can answer it. */
  readonly mayAsk?: true;
  /** Why it cannot, as the page says it. */
  readonly whyNotAsked?: string;
  /** What Python answered, and when. */
  readonly pythonNote?: string;
}

/** How places in a file moved: those at `from` or behind by `by`. */
export interface Shift {
  readonly from: number;
  readonly by: number;
}

/** How a list is made of the one that was sent before: its first `head` items and its last `tail`, their places moved; `items` stand between. */
export interface ListPatch<T> {
  readonly head: number;
  readonly tail: number;
  readonly items: readonly T[];
}

/** What changed in the lists of a state, which are empty in the state itself. */
export interface StatePatch {
  readonly shift: Shift;
  readonly pieces: ListPatch<PieceView>;
  readonly keys?: ListPatch<KeyRow>;
}

/** The instruction's size under one counter. `count` absent: it could not be counted, `basis` says why. */
export interface TokenCountView {
  readonly counter: string;
  readonly count?: number;
  readonly exact: boolean;
  readonly basis: string;
}

/** A sample and its verdict. */
export interface SampleView {
  readonly name: string;
  readonly span: TextSpan;
  readonly passed: boolean;
  /** It was not judged, because the workspace is not trusted and its parser is a module. */
  readonly skipped?: boolean;
  /** What came out, in a few words: an error with its class, or the destination that differs. */
  readonly detail: string;
}

/** From the host to the instruction preview. `revision` counts the texts: the page drops counts and samples of an older one. */
export type HostToPreview =
  /** `part` absent: the whole text was copied. */
  | { readonly type: 'copied'; readonly part?: ConstraintPart }
  | {
      readonly type: 'state';
      readonly revision: number;
      readonly state: PreviewState;
      /** Present: the lists are made of those of the state that was sent just before. */
      readonly patch?: StatePatch;
    }
  | {
      readonly type: 'tokens';
      readonly revision: number;
      readonly counts: readonly TokenCountView[];
      /** Offsets in the text at which a token of the first counter ends; absent while the page does not show them. */
      readonly boundaries?: readonly number[];
    }
  | { readonly type: 'samples'; readonly revision: number; readonly samples: readonly SampleView[] }
  | ConstraintToPreview
  | RobustnessToPreview;

/** From the instruction preview to the host. */
export type PreviewToHost =
  | { readonly type: 'ready'; readonly boundaries: boolean }
  | { readonly type: 'copy' | 'open' | 'manageTrust' | 'compareRuntimes' | 'askPython' }
  | { readonly type: 'boundaries'; readonly isOpen: boolean }
  /** How wide the page is, in pixels, and a letter of running text in its font, in parts of the font's size. */
  | { readonly type: 'room'; readonly width: number; readonly letter: number }
  | { readonly type: 'select'; readonly name: string }
  /** Shows another text that the model is sent; without a name the instruction. */
  | { readonly type: 'view'; readonly name?: string }
  | { readonly type: 'reveal'; readonly span: TextSpan }
  /** Shows what of the definition is unknown, by its number. */
  | { readonly type: 'revealUnknown'; readonly number: number }
  /** Opens a file of the definition's module, named as errors name it, at a place that counts from 1. */
  | { readonly type: 'openModule'; readonly file: string; readonly line: number; readonly column: number }
  | PreviewToConstraint
  | PreviewToRobustness;

/** What the preview keeps through a reload of the window. */
export interface PreviewMemory {
  readonly uri: string;
  readonly name?: string;
  /** The text in place of the instruction. */
  readonly view?: string;
  readonly whitespace: boolean;
  readonly boundaries: boolean;
  /** Whether the section *Robustness* is open; absent: it is not. */
  readonly robustness?: boolean;
  /** What is chosen in the section *Constraint*, and whether it is open; absent: it never was. */
  readonly constraint?: ConstraintChoice & { readonly isOpen: boolean };
}
