import type { PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import type { NodeSource } from './nodeSource.ts';
import type { ParserType } from './parserType.ts';

/** What a sample must give. `value`, `content`, `memory` and `metadata` are compared whole; `undefined` means not asked. */
export interface Expectation {
  readonly value?: PyValue;
  readonly content?: PyValue;
  readonly memory?: PyValue;
  readonly metadata?: PyValue;
  /** The class of the error that the response must give. */
  readonly error?: string;
}

/** The parts of an expectation that are values. */
export const valueParts = ['value', 'content', 'memory', 'metadata'] as const;

/** A sample response of a definition, which doubles as a test. It has either a text or a file. */
export interface Sample {
  /** As written, else `sample 1`, `sample 2`, … */
  readonly name: string;
  /** Its place in the list `samples`, from 0; items that are not samples count. */
  readonly index: number;
  /** The sample's object in the definition's file. */
  readonly span: Span;
  readonly text?: string;
  /** Relative to the definition's file, as written. */
  readonly file?: string;
  /** What the model was asked: a text, or the path of a `.messages.json` relative to the definition's file. */
  readonly task?: string;
  readonly expect?: Expectation;
  /** The value of `expect`, absent where there is none. */
  readonly expectSpan?: Span;
}

/**
 * A parser definition as read from a file, for `createParser`. Other programs rely on `name` and `type` only; the rest
 * is for ParserLens itself. All spans index the file's text.
 */
export interface Definition {
  readonly name: string;
  readonly type: string;
  /** The author's line for pickers. */
  readonly description?: string;
  /** The definition's object. */
  readonly span: Span;
  /** Where the definition is named: its key under `parsers`, else the value of `type`. */
  readonly nameSpan: Span;
  readonly samples: readonly Sample[];
  /** Whether the value is split into content, memory and metadata. */
  readonly filters: boolean;
  /** @internal */
  readonly parserType: ParserType;
  /** The definition's own source tree: every key with its exact value and place. @internal */
  readonly source: NodeSource;
  /** Keys from the file's root to the definition: `[]` or `['parsers', name]`. */
  readonly path: readonly string[];
  /** The source that says what the definition is, as the file names it, and the arguments of it that only a run can know. */
  readonly linked?: { readonly reference: string; readonly unknown: readonly string[] };
  /** Why the definition cannot be used, where the class itself has no words for it. */
  readonly invalid?: string;
}
