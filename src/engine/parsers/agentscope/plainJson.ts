import type { PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonValueSpan, type MemberSpan, memberSpans } from '../../json/jsonSpans.ts';
import { jsonLoads, maxJsonDepth } from '../../python/jsonLoads.ts';
import type { PlainReading, ReadField, Reading, ResponseInput } from '../parserType.ts';
import { jsonFields } from './fields.ts';

/** Longer JSON is read in the general way, so that nothing of it is made before it is asked for. */
const longest = 16_384;
/** Numbers that `JSON.parse` and Python read differently: an integer past 2^53, a minus before an integer zero. */
const longNumber = /[:,[\s-]\d{16}/;
const minusZero = /[:,[\s]-0(?![.eE])/;

/**
 * Reads the dict or list between two tags with the platform's own JSON parser, where the text proves that it gives what
 * Python's `json.loads` gives, as plain data; its Python types are made when they are asked for. `undefined` for all
 * other text, which is not to say that it does not read.
 */
export function readPlainJson({ text }: ResponseInput, beginTag: string, endTag: string): PlainJson | undefined {
  if (text === null) return undefined;
  const begin = text.indexOf(beginTag);
  if (begin < 0) return undefined;
  const start = begin + beginTag.length;
  const end = text.indexOf(endTag, start);
  if (end < 0 || end - start > longest) return undefined;
  const json = text.slice(start, end);
  if (mayLose(json) || mayBeDeep(json)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const span = jsonValueSpan(text, start, end);
  const members = memberSpans(text, span.start);
  // Of equal keys there is one value, and which one is a question for the general way.
  if (!Array.isArray(value) && Object.keys(value).length !== members.length) return undefined;
  return new PlainJson(text, span, { value, members });
}

/** Whether a number may lose something. What is seldom is looked for in the fastest way first. */
function mayLose(json: string): boolean {
  return (/\d{16}/.test(json) && longNumber.test(json)) || (json.includes('-0') && minusZero.test(json));
}

/** Whether brackets may nest deeper than Python allows; those within strings count as well. */
function mayBeDeep(json: string): boolean {
  if (json.length < 2 * maxJsonDepth) return false;
  let open = 0;
  for (const bracket of '{[')
    for (let i = json.indexOf(bracket); i >= 0; i = json.indexOf(bracket, i + 1))
      if (++open > maxJsonDepth) return true;
  return false;
}

/** What {@link readPlainJson} read, a reading like any other. */
class PlainJson implements Reading {
  readonly plain: PlainReading;
  private readonly text: string;
  private readonly span: Span;
  private exact: PyValue | undefined;

  constructor(text: string, span: Span, plain: { readonly value: object; readonly members: readonly MemberSpan[] }) {
    this.text = text;
    this.span = span;
    this.plain = plain;
  }

  get value(): PyValue {
    if (this.exact === undefined) {
      const result = jsonLoads(this.text, this.span);
      this.exact = result.ok ? result.value : null;
    }
    return this.exact;
  }

  get fields(): readonly ReadField[] {
    return jsonFields(this.text, this.span, this.value);
  }
}
