import { isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
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

/** Something that the new form does not carry, or that is otherwise in it. */
export interface ConversionLoss {
  /** The key of the definition that says it; absent: no key does. */
  readonly key?: string;
  /** One sentence for its author. */
  readonly message: string;
}

/** How one definition becomes another. */
export interface ConversionPlan {
  /** What is to be told before the edits are made. Absent: nothing is lost. */
  readonly losses?: readonly ConversionLoss[];
  /** The edits of the definition's own keys, without `type` and `samples`. */
  readonly edits: readonly Edit[];
  /** The response that gives the same value in the new form. Raises {@link CannotConvert}. Absent: the same text does. */
  rewrite?(response: ReadResponse): string;
  /** The response in the new form that is refused like one in the old. Absent, or `undefined`: the same text is. */
  rewriteRefused?(response: string): string | undefined;
}

/** A way from one type to another. */
export interface ConversionRule {
  readonly from: string;
  readonly to: string;
  /** The runtime whose class of that name it becomes, for a type that several have. */
  readonly runtime?: string;
  /** Whether there is anything to convert. Absent: always. */
  applies?(definition: Definition): boolean;
  /** Raises {@link CannotConvert} where something would be lost that no list could tell. */
  plan(input: ConversionInput): ConversionPlan;
  /** Whether the value that a sample gave before is the value that it gives now. */
  isSameValue(before: PyValue, after: PyValue): boolean;
  /** What becomes of a sample that lacks a required key; absent: it cannot be rewritten. */
  readonly missingKey?: MissingKey;
  /** Whether a sample that is an error may be one of another class: it then expects that. */
  readonly hasOwnErrors?: true;
  /** Whether a sample that gives something else is told, and does not keep the definition from being converted. */
  readonly tellsSamples?: true;
}

/** How a response that lacks a required key is told in either form. */
export interface MissingKey {
  /** The class of the error in the present form, and in the new one. */
  readonly error: string;
  readonly becomes: string;
  /** The keys of the definition with which such a response can be read. */
  relaxed(definition: Definition): PyDict;
}

/** The names in a list of keys. Raises {@link CannotConvert} where it is not a list, or names other keys. */
export function keyList(value: PyValue | undefined, key: string, names: readonly string[]): ReadonlySet<string> {
  if (value === undefined) return new Set();
  if (!isPyList(value) || !value.every(item => typeof item === 'string'))
    throw new CannotConvert(`\`${key}\` is not a list of keys.`);
  const all = new Set(names);
  const stranger = value.find(name => !all.has(name));
  if (stranger !== undefined) throw new CannotConvert(`\`${key}\` names \`${stranger}\`, which is not among the keys.`);
  return new Set(value);
}

/** An instruction in the author's own words speaks of the form that the answer no longer has. Raises {@link CannotConvert}. */
export function refuseOwnInstruction(config: PyDict): void {
  if (config.get('format_instruction'))
    throw new CannotConvert('`format_instruction` describes the present form in your own words.');
}
