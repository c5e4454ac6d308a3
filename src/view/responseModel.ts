import type { Definition, ParseResult, PyValue, Span, Split, Splits } from '../engine/index.ts';
import { fromPlain, isPyDict, isPyList } from '../engine/index.ts';
import { clip, lensPreviewLength, rowPreviewLength, valuePreview } from './valuePreview.ts';

/** How many parts of a response are tinted, hovered and listed before the model says that there are more. */
export const maxParts = 1000;
/** How many repairs and warnings a model holds. */
const maxNotes = 100;
/** The longest message in a model, in UTF-16 units; some messages of the systems repeat the whole response. */
const maxMessage = 2000;

/** A place in the agent's message that a value goes to. */
export type Destination = 'content' | 'memory' | 'metadata';
export const destinations: readonly Destination[] = ['content', 'memory', 'metadata'];

/** A value in few words. */
export interface ValueModel {
  /** At most {@link lensPreviewLength} long. */
  readonly short: string;
  /** At most {@link rowPreviewLength} long. */
  readonly long: string;
  readonly kind: 'string' | 'dict' | 'list' | 'null' | 'scalar';
  /** How many items a dict or list has; 0 for everything else. */
  readonly size: number;
}

/** An exception in the source system's words, its message cut to a length that can be shown. */
export interface ErrorModel {
  readonly class: string;
  readonly message: string;
}

/** What one filter gives: a value or the error that it raises. */
export type SplitModel = ValueModel | { readonly error: ErrorModel };

/** A part of the response that became a part of the value. Spans index the text that was given to be parsed. */
export interface PartModel {
  readonly key: string;
  readonly span: Span;
  readonly inner: Span;
  readonly value: ValueModel;
  /** Empty: it goes nowhere. Absent: the type does not split its value. */
  readonly destinations?: readonly Destination[];
}

/** A change that the system made to the text before it read it. */
export interface RepairModel {
  readonly name: string;
  readonly span: Span;
  readonly text: string;
}

/** Everything about a parsed response that the editor shows at once. Its size is bounded; the values stay with the engine. */
export interface ResponseModel {
  readonly name: string;
  readonly type: string;
  /** Why it did not parse. `span` is where; `told`: whether the system tells the model anything. Absent: it parsed. */
  readonly error?: ErrorModel & { readonly span?: Span; readonly told: boolean };
  /** Absent: it did not parse. */
  readonly value?: ValueModel;
  /** Absent: it did not parse, or the type does not split its value. */
  readonly splits?: Readonly<Record<Destination, SplitModel>>;
  /** The first {@link maxParts} parts, in the text's order. */
  readonly parts: readonly PartModel[];
  readonly partCount: number;
  readonly repairs: readonly RepairModel[];
  readonly warnings: readonly string[];
  /** The text was the inside of a JSON string literal and was unescaped first. */
  readonly unescaped: boolean;
  /** The text holds NUL characters, as binary files do. */
  readonly binary: boolean;
}

/** A result with what it came from; `toGiven` maps a span of the text that was parsed to the text that was given. */
export interface Reading {
  readonly definition: Pick<Definition, 'name' | 'type'>;
  readonly result: ParseResult;
  readonly splits: Splits | undefined;
  readonly text: string;
  readonly toGiven?: (span: Span) => Span;
}

/** The model of a result. */
export function responseModel({ definition, result, splits, text, toGiven = span => span }: Reading): ResponseModel {
  const common = {
    name: definition.name,
    type: definition.type,
    warnings: result.warnings.slice(0, maxNotes).map(warning => clip(warning, maxMessage)),
    unescaped: false,
    binary: text.includes('\0'),
  };
  if (!result.ok) {
    const { span, feedback } = result.error;
    const error = { ...errorModel(result.error), told: feedback !== undefined, ...(span && { span: toGiven(span) }) };
    return { ...common, error, parts: [], partCount: 0, repairs: [] };
  }
  const fed = splits && destinationsOf(splits);
  return {
    ...common,
    value: valueModel(result.exact),
    ...(splits && {
      splits: {
        content: splitModel(splits.content),
        memory: splitModel(splits.memory),
        metadata: splitModel(splits.metadata),
      },
    }),
    parts: result.fields.slice(0, maxParts).map((field, index) => ({
      key: clip(field.key, rowPreviewLength),
      span: toGiven(field.span),
      inner: toGiven(field.inner),
      value: valueModel(partValue(result, index)),
      ...(fed && { destinations: fed(field.key) }),
    })),
    partCount: result.fields.length,
    repairs: result.repairs
      .slice(0, maxNotes)
      .map(({ name, span, text }) => ({ name, span: toGiven(span), text: clip(text, rowPreviewLength) })),
  };
}

/** The exact value of a result's field: an item of the value's dict or list where the field stands for it, else the field's own. */
export function partValue(result: ParseResult & { readonly ok: true }, index: number): PyValue {
  const field = result.fields[index];
  if (!field) return null;
  if (isPyDict(result.exact)) {
    const item = result.exact.get(field.key);
    if (item !== undefined) return item;
  }
  return result.fields.length === 1 && !isPyDict(result.exact) ? result.exact : fromPlain(field.value);
}

/** A value in few words. */
export function valueModel(value: PyValue): ValueModel {
  return {
    short: valuePreview(value, lensPreviewLength),
    long: valuePreview(value, rowPreviewLength),
    kind: kindOf(value),
    size: isPyDict(value) ? value.size : isPyList(value) ? value.length : 0,
  };
}

function splitModel(split: Split): SplitModel {
  return 'error' in split ? { error: errorModel(split.error) } : valueModel(split.exact);
}

function errorModel(error: ErrorModel): ErrorModel {
  return { class: error.class, message: clip(error.message, maxMessage) };
}

function kindOf(value: PyValue): ValueModel['kind'] {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (isPyDict(value)) return 'dict';
  return isPyList(value) ? 'list' : 'scalar';
}

function destinationsOf(splits: Splits): (key: string) => readonly Destination[] {
  const keys = destinations.map(destination => {
    const split = splits[destination];
    return new Set('error' in split ? [] : split.fields);
  });
  return key => destinations.filter((_, index) => keys[index]?.has(key));
}
