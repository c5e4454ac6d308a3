import { EngineError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { MappedText } from '../../json/jsonStringMap.ts';
import { stripSpan } from '../../python/index.ts';
import type { PyType } from './pyType.ts';

/** A field of a signature. */
export interface DspyField {
  readonly name: string;
  readonly role: 'input' | 'output';
  readonly type: PyType;
  /** `TypeAdapter(type).json_schema()`. */
  readonly schema: PyDict;
  readonly desc?: string;
  readonly constraints?: string;
  /** Absent: the field is required. */
  readonly default?: PyValue;
  /** Where in the definition's file its parts are written. */
  readonly origins?: { readonly name?: Span; readonly type?: Span; readonly desc?: Span };
}

/** A signature: a module's inputs, its outputs, and its task. */
export interface DspySignature {
  readonly instructions: string;
  readonly fields: readonly DspyField[];
  /** Where the instructions are written. */
  readonly origin?: Span;
}

/** DSPy's adapters. */
export const adapterNames = ['ChatAdapter', 'JSONAdapter', 'XMLAdapter', 'BAMLAdapter'] as const;
/** One of {@link adapterNames}. */
export type AdapterName = (typeof adapterNames)[number];

/** The fields of one role, in order. */
export function fieldsOf({ fields }: DspySignature, role: DspyField['role']): readonly DspyField[] {
  return fields.filter(field => field.role === role);
}

/** A part of a signature's text. */
interface WrittenPart {
  readonly text: string;
  readonly span: Span;
}

/** A field as a signature's text writes it: `name`, or `name: type`. */
interface WrittenField {
  readonly name: WrittenPart;
  readonly type?: WrittenPart;
  readonly role: 'input' | 'output';
}

/** The fields of `"question, context: list[str] -> answer: int"`. Raises DSPy's `ValueError`. Linear. */
export function writtenFields(text: string): readonly WrittenField[] {
  const arrow = text.indexOf('->');
  if (arrow < 0 || text.indexOf('->', arrow + 2) >= 0)
    throw new EngineError('ValueError', `Invalid signature format: '${text}', must contain exactly one '->'.`);
  const inputs = fieldsIn(text, 0, arrow, 'input');
  const outputs = fieldsIn(text, arrow + 2, text.length, 'output');
  const names = new Set(inputs.map(({ name }) => name.text));
  const twice = new Set(outputs.map(({ name }) => name.text).filter(name => names.has(name)));
  if (twice.size === 0) return [...inputs, ...outputs];
  const list = [...twice].toSorted().join(', ');
  throw new EngineError(
    'ValueError',
    `Input and output fields must have distinct names, but found duplicates: '${list}'.`,
  );
}

/** Where a part of the text stands in the definition's file. */
export function fieldSpan({ offsets }: MappedText, { span }: WrittenPart): Span | undefined {
  const [start, end] = [offsets[span.start], offsets[span.end]];
  return start === undefined || end === undefined ? undefined : { start, end };
}

function fieldsIn(text: string, start: number, end: number, role: WrittenField['role']): WrittenField[] {
  const fields = new Map<string, WrittenField>();
  for (const [from, to] of splitAt(text, start, end, ',')) {
    const part = (a: number, b: number): WrittenPart => {
      const span = stripSpan(text, a, b);
      return { text: text.slice(span.start, span.end), span };
    };
    if (part(from, to).text === '') continue;
    const [[, colon] = [from, to]] = splitAt(text, from, to, ':');
    const name = part(from, colon);
    fields.set(name.text, { name, role, ...(colon < to && { type: part(colon + 1, to) }) });
  }
  return [...fields.values()];
}

/** The stretches between the separators that stand outside of brackets and quotes. */
function splitAt(text: string, start: number, end: number, separator: string): [start: number, end: number][] {
  const parts: [number, number][] = [];
  let from = start;
  let depth = 0;
  let quote = '';
  for (let at = start; at < end; at++) {
    const unit = text.charAt(at);
    if (quote !== '') {
      if (unit === '\\') at++;
      else if (unit === quote) quote = '';
    } else if (unit === '"' || unit === "'") quote = unit;
    else if ('[('.includes(unit)) depth++;
    else if ('])'.includes(unit)) depth--;
    else if (unit === separator && depth === 0) {
      parts.push([from, at]);
      from = at + 1;
    }
  }
  parts.push([from, end]);
  return parts;
}
