import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Repair } from '../../core/result.ts';
import type { Edit, Span } from '../../core/span.ts';
import type { Definition } from '../definition.ts';

/** Why a definition cannot become one of another type without a loss: one sentence for its author. */
export class CannotConvert extends Error {}

/** What a definition's samples say of its responses: for each key of the value, the values that it has. */
export type KnownValues = ReadonlyMap<string, readonly PyValue[]>;

/** A definition to be converted. */
export interface ConversionInput {
  /** The whole file. */
  readonly text: string;
  readonly definition: Definition;
  readonly known: KnownValues;
}

/** A response as the definition's own type read it. */
export interface ReadResponse {
  readonly text: string;
  readonly value: PyValue;
  /** The parts of the text that fields were read from, with their tags. */
  readonly spans: readonly Span[];
  readonly repairs: readonly Repair[];
}

/** How one definition becomes another. */
export interface ConversionPlan {
  /** The edits of the definition's own keys, without `type` and `samples`. */
  readonly edits: readonly Edit[];
  /** The response that gives the same value in the new form. Raises {@link CannotConvert}. Absent: the same text does. */
  rewrite?(response: ReadResponse): string;
}

/** A way from one type to another. */
export interface ConversionRule {
  readonly from: string;
  readonly to: string;
  /** Raises {@link CannotConvert} where something would be lost. */
  plan(input: ConversionInput): ConversionPlan;
  /** Whether the value that a sample gave before is the value that it gives now. */
  isSameValue(before: PyValue, after: PyValue): boolean;
  /** What becomes of a sample that lacks a required key; absent: it cannot be rewritten. */
  readonly missingKey?: MissingKey;
}

/** How a response that lacks a required key is told in either form. */
export interface MissingKey {
  /** The class of the error in the present form, and in the new one. */
  readonly error: string;
  readonly becomes: string;
  /** The keys of the definition with which such a response can be read. */
  relaxed(definition: Definition): PyDict;
}
