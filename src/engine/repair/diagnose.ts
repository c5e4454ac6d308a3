import { type FeedLines, withLineFeeds } from '../core/lineEnds.ts';
import type { Span } from '../core/span.ts';
import type { Violation } from '../core/violation.ts';
import { skipBlanks } from './characters.ts';
import { confidencesOf } from './confidence.ts';
import type { Candidate } from './edits.ts';
import { meaningOf } from './meaning.ts';
import { type ProvedReading, readingsOf, strictValue } from './readings.ts';
import { SchemaView, schemaOfHint } from './schemaView.ts';

/** What the value of a text should be. */
export interface DiagnoseOptions {
  /** The JSON Schema of the value. It decides between readings, and never changes what the text says. */
  readonly schema?: unknown;
  /** Plain data of the shape that the value should have (its keys), or JSON text of it; used where there is no schema. */
  readonly hint?: unknown;
  /** The most candidates that are returned; 3 where it is left out. */
  readonly limit?: number;
}

/** What {@link diagnose} found: the ways to read the text, the likeliest first; none where it cannot be read. */
export interface Diagnosis {
  readonly candidates: readonly Candidate[];
  /** Where the value of the best syntactic reading breaks the schema, member by member; empty without a schema. */
  readonly violations: readonly Violation[];
  /** How many more violations there are than those listed. */
  readonly moreViolations?: number;
}

const defaultLimit = 3;

/**
 * Why a text is not strict JSON that keeps the schema, and what it says: the readings with the smallest edits under which a strict JSON reader
 * reads it, each with its causes and an honest confidence. Text that is strict JSON and keeps the schema has one candidate without edits, of
 * confidence 1. Where it breaks the schema (JSON Schema 2020-12, nothing coerced) it has violations, and the candidates
 * mend all of them, or there are none. Where several readings are about as likely, all are candidates and none is certain; where the text
 * does not say its value (an expression, noise) or would take millions of edits, there are none. A text whose syntax is mended keeps its
 * readings where its meaning cannot be. Linear in the text; never throws.
 */
export function diagnose(text: string, options: DiagnoseOptions = {}): Diagnosis {
  const limit = Math.max(options.limit ?? defaultLimit, 0);
  const strict = strictValue(text);
  if (strict) {
    const candidate: Candidate = { value: strict.value, confidence: 1, edits: [], lossy: false, causes: [] };
    return withMeaning(text, [candidate], options.schema, limit);
  }
  const lines = withLineFeeds(text);
  return lines ? inGivenLines(broken(lines.text, options, limit), lines) : broken(text, options, limit);
}

/** {@link diagnose} of a text that is not strict JSON. */
function broken(text: string, options: DiagnoseOptions, limit: number): Diagnosis {
  const { schema, view } = wantedBy(options);
  const { proved, refusal } = readingsOf(text, schema, view);
  if (!proved.length || refusal <= proved[0]!.cost) return { candidates: [], violations: [] };
  const confidences = confidencesOf({ proved, refusal }, schema !== undefined, view?.takesText);
  const candidates = proved
    .slice(0, Math.max(limit, 1))
    .map((reading, i) => candidateOf(reading, confidences[i]!, text));
  return withMeaning(text, candidates, options.schema, limit);
}

/** What is said of a text with line feeds, at its places in the given text: what ends its lines is no fault of JSON's. */
function inGivenLines({ candidates, violations, ...rest }: Diagnosis, lines: FeedLines): Diagnosis {
  const placed = <T extends Span>(span: T): T => ({
    ...span,
    start: lines.original(span.start),
    end: lines.original(span.end),
  });
  return {
    ...rest,
    candidates: candidates.map(({ edits, span, ...candidate }) => ({
      ...candidate,
      edits: edits.map(placed),
      ...(span && { span: placed(span) }),
    })),
    violations: violations.map(violation => ({ ...violation, span: placed(violation.span) })),
  };
}

/** Readings of the syntax, and what the best of them breaks of the schema: the ways to mend that stand before them. */
function withMeaning(text: string, readings: readonly Candidate[], schema: unknown, limit: number): Diagnosis {
  const [best] = readings;
  if (schema === undefined || schema === null || !best) return { candidates: readings.slice(0, limit), violations: [] };
  const { violations, more, candidates } = meaningOf(text, best, schema, limit);
  const kept = violations.length > 0 && best.edits.length === 0 && !best.span ? [] : readings;
  return {
    candidates: [...candidates, ...kept].slice(0, limit),
    violations,
    ...(more > 0 && { moreViolations: more }),
  };
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
    const target = { schema, view: SchemaView.of(schema) };
    if (typeof hint === 'string') last = { ...target, hint };
    return target;
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
