import { ResponseError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { pyTruth } from '../../python/containers.ts';
import type { ReadField, Reading } from '../parser.ts';
import { CodeOffsets } from './codeOffsets.ts';
import type { ResponseRegion } from './responseEvents.ts';
import type { ResponseTemplate } from './responseTemplate.ts';
import { TemplateReader } from './templateReader.ts';

/** A region of an answer, in UTF-16 offsets of the answer; what the prompt holds of it is cut off. */
export interface AnswerRegion {
  readonly field: string;
  /** From the delimiter that opened it to the one that closed it, both included. */
  readonly span: Span;
  readonly inner: Span;
  /** What it gave; absent where it could not be read. */
  readonly value?: PyValue;
  /** Whether a later region of its field took its place in the message. */
  readonly isReplaced: boolean;
}

/** An answer as a response template reads it, with where everything in it went. */
export interface AnswerParts {
  readonly message: PyDict;
  readonly regions: readonly AnswerRegion[];
  /** Text that no region holds: it is not in the message. */
  readonly dropped: readonly Span[];
}

/**
 * Reads an answer behind a prompt. Raises what transformers raises, as `ResponseError` with the place of the region in the
 * answer. Linear, see `TemplateReader`.
 */
export function regionsOfAnswer(
  template: ResponseTemplate,
  prefix: string,
  answer: string,
  tools: PyValue,
): AnswerParts {
  const reader = new TemplateReader(template, prefix, tools);
  const offsets = () => new CodeOffsets(answer, reader.answerStart);
  try {
    reader.feed(answer);
    const { message } = reader.finalize();
    return { message, regions: regionsOf(reader, offsets()), dropped: droppedOf(reader, offsets()) };
  } catch (error) {
    if (!(error instanceof ResponseError) || !error.details.span) throw error;
    throw new ResponseError(error.class, error.message, { ...error.details, span: offsets().span(error.details.span) });
  }
}

function regionsOf(reader: TemplateReader, offsets: CodeOffsets): readonly AnswerRegion[] {
  const last = new Map<string, ResponseRegion>();
  for (const region of reader.regions) last.set(region.field, region);
  return reader.regions.map(region => {
    const field = reader.template.fields.get(region.field);
    const collects = field !== undefined && pyTruth(field.repeats);
    const whole = {
      start: region.open?.start ?? region.body.start,
      end: region.close?.end ?? region.body.end,
    };
    return {
      field: region.field,
      span: offsets.span(whole),
      inner: offsets.span(region.body),
      ...(region.value !== undefined && { value: region.value }),
      isReplaced: !collects && last.get(region.field) !== region,
    };
  });
}

function droppedOf(reader: TemplateReader, offsets: CodeOffsets): readonly Span[] {
  return reader.dropped.map(span => offsets.span(span)).filter(({ start, end }) => end > start);
}

/** The same as a reading of the type: what stays in the message has a field; `extra` says what was lost. */
export function readingOf({ message, regions, dropped }: AnswerParts, answer: string): Reading {
  const fields = new Map<string, ReadField>();
  for (const { field, span, inner, isReplaced } of regions) {
    if (isReplaced || !message.has(field)) continue;
    const before = fields.get(field);
    // The regions of a field that repeats are one value.
    const whole = before ? { start: before.span.start, end: span.end } : span;
    fields.set(field, { key: field, value: message.get(field) ?? null, span: whole, inner: before ? whole : inner });
  }
  const lost = [...dropped, ...regions.filter(({ isReplaced }) => isReplaced).map(({ inner }) => inner)].sort(
    (a, b) => a.start - b.start,
  );
  const texts = lost.map(({ start, end }) => ({ start, end, text: answer.slice(start, end) }));
  const kept = texts.filter(({ text }) => text.trim() !== '');
  return { value: message, fields: [...fields.values()], extra: { lost: kept } };
}
