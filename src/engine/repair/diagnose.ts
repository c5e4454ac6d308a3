// repair/: the smallest edits under which broken JSON reads, with causes and confidence.

import { skipBlanks } from './characters.ts';
import { confidencesOf } from './confidence.ts';
import type { Candidate } from './edits.ts';
import { type ProvedReading, readingsOf, strictValue } from './readings.ts';
import { SchemaView, schemaOfHint } from './schemaView.ts';

/** What is known of the value that a text should hold. */
export interface DiagnoseOptions {
  /** The JSON Schema of the value. It decides between readings, and never changes what the text says. */
  readonly schema?: unknown;
  /** Plain data of the shape that the value should have (its keys), or JSON text of it; used where there is no schema. */
  readonly hint?: unknown;
  /** The most candidates that are given; 3 where it is left out. */
  readonly limit?: number;
}

/** What {@link diagnose} found: the ways to read the text, the likeliest first; none where it cannot be read. */
export interface Diagnosis {
  readonly candidates: readonly Candidate[];
}

const defaultLimit = 3;

/**
 * Why a text is not strict JSON, and what it says: the readings with the smallest edits under which a strict JSON reader
 * reads it, each with its causes and an honest confidence. Text that is strict JSON has one candidate without edits, of
 * confidence 1. Where several readings are about as likely, all are candidates and none is certain; where the text
 * does not say its value (an expression, noise) or would take millions of edits, there are none. Linear in the text; never
 * throws.
 */
export function diagnose(text: string, options: DiagnoseOptions = {}): Diagnosis {
  const limit = Math.max(options.limit ?? defaultLimit, 0);
  const strict = strictValue(text);
  if (strict) {
    const candidate: Candidate = { value: strict.value, confidence: 1, edits: [], lossy: false, causes: [] };
    return { candidates: [candidate].slice(0, limit) };
  }
  const { schema, view } = wantedBy(options);
  const { proved, refusal } = readingsOf(text, schema, view);
  if (!proved.length || refusal <= proved[0]!.cost) return { candidates: [] };
  const confidences = confidencesOf({ proved, refusal }, schema !== undefined);
  return { candidates: proved.slice(0, limit).map((reading, i) => candidateOf(reading, confidences[i]!, text)) };
}

/** A schema, and what it says while a text is read. */
interface Wanted {
  readonly schema: unknown;
  readonly view: SchemaView | undefined;
}

/** The last hint that was a text, and what it says: in a log it is the same for all answers. */
let last: (Wanted & { readonly hint: string }) | undefined;

function wantedBy({ schema: given, hint }: DiagnoseOptions): Wanted {
  if (given === undefined || given === null) {
    if (typeof hint === 'string' && last?.hint === hint) return last;
    const schema = schemaOf(hint);
    const wanted = { schema, view: SchemaView.of(schema) };
    if (typeof hint === 'string') last = { ...wanted, hint };
    return wanted;
  }
  return { schema: given, view: SchemaView.of(given) };
}

function schemaOf(hint: unknown): unknown {
  const data = typeof hint === 'string' ? strictValue(hint)?.value : hint;
  return typeof data === 'object' && data !== null ? schemaOfHint(data) : undefined;
}

function candidateOf(reading: ProvedReading, confidence: number, text: string): Candidate {
  const { value, edits, isLossy, start, end, causes } = reading;
  const isAll = skipBlanks(text, 0) >= start && skipBlanks(text, end) >= text.length;
  return { value, confidence, edits, lossy: isLossy, ...(isAll ? {} : { span: { start, end } }), causes };
}
