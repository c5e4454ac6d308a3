import { ResponseError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { ReadField, Reading } from '../../parsers/parser.ts';
import { pyTruth } from '../../python/index.ts';
import { type AnswerRegion, type LeftOver, leftOverIn } from './leftOver.ts';
import { CodeOffsets, type ResponseRegion } from './responseEvents.ts';
import type { ResponseTemplate } from './responseTemplate.ts';
import { TemplateReader } from './templateReader.ts';

/** An answer as a response template reads it, with where everything in it went. */
export interface AnswerParts {
  readonly message: PyDict;
  readonly regions: readonly AnswerRegion[];
  /** Text that no region holds: it is not in the message. */
  readonly dropped: readonly Span[];
  /** Delimiters that stayed in values. */
  readonly leftOver: readonly LeftOver[];
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
    const regions = regionsOf(reader, offsets());
    return {
      message,
      regions,
      dropped: droppedOf(reader, offsets()),
      leftOver: leftOverIn(template, regions, answer),
    };
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
export function readingOf({ message, regions, dropped, leftOver }: AnswerParts, answer: string): Reading {
  const fields = new Map<string, ReadField>();
  const pieces = new Map<string, Span[]>();
  for (const { field, span, inner, isReplaced } of regions) {
    if (isReplaced || !message.has(field)) continue;
    const before = fields.get(field);
    const own = pieces.get(field) ?? [];
    pieces.set(field, own);
    own.push(inner);
    // The regions of a field that repeats are one value.
    const whole = before ? { start: before.span.start, end: span.end } : span;
    fields.set(field, {
      key: field,
      value: message.get(field) ?? null,
      span: whole,
      inner: before ? whole : inner,
      ...(before && { pieces: own }),
    });
  }
  const place = (span: Span) => ({ start: span.start, end: span.end, text: answer.slice(span.start, span.end) });
  const lost = [
    ...dropped.map(span => ({ ...place(span), why: 'outside' })),
    ...regions
      .filter(({ isReplaced }) => isReplaced)
      .map(({ field, inner }) => ({ ...place(inner), why: 'replaced', field })),
  ].sort((a, b) => a.start - b.start);
  const kept = lost.filter(({ text }) => text.trim() !== '');
  const over = leftOver.map(({ field, span, opens }) => ({
    ...place(span),
    field,
    ...(opens !== undefined && { opens }),
  }));
  return {
    value: message,
    fields: [...fields.values()],
    extra: { lost: kept, ...(over.length > 0 && { left_over: over }) },
  };
}
