import { ResponseError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { ReadField, Reading } from '../../parsers/parser.ts';
import { beginningOf, CodeText, literalRuns, pyTruth, regexOf } from '../../python/index.ts';
import type { Anchor } from './anchor.ts';
import { CodeOffsets, type ResponseRegion } from './responseEvents.ts';
import type { ResponseTemplate, TemplateField } from './responseTemplate.ts';
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

/** A region of an answer, in UTF-16 offsets of the answer; what the prompt holds of it is cut off. */
interface AnswerRegion {
  readonly field: string;
  /** From the delimiter that opened it to the one that closed it, both included. */
  readonly span: Span;
  readonly inner: Span;
  /** What it gave; absent where it could not be read. */
  readonly value?: PyValue;
  /** Whether a later region of its field took its place in the message. */
  readonly isReplaced: boolean;
}

/** A delimiter that stayed in the value of a field. */
interface LeftOver {
  readonly field: string;
  readonly span: Span;
  /** The field that it would have opened; absent for what closes one, and for special tokens that the template does not name. */
  readonly opens?: string;
}

/** How many are listed. */
const maxLeftOver = 100;
const specialToken = /<\|[^<>|\s]{1,60}\|>/g;

/**
 * Delimiters and special tokens that stand in the text of regions, where they close and open nothing, and of contents in
 * tags what no tag took; those in JSON are left alone. Linear in the answer for each delimiter.
 */
function leftOverIn(template: ResponseTemplate, regions: readonly AnswerRegion[], answer: string): readonly LeftOver[] {
  const fields = [...template.fields.values()];
  const opens = fields.flatMap(({ name, open }) => literalsOf(open).map(text => ({ text, name })));
  const others = fields
    .flatMap(({ close }) => literalsOf(close))
    .filter(text => !opens.some(each => each.text === text));
  const found: LeftOver[] = [];
  for (const region of regions) {
    const { field, inner, isReplaced } = region;
    if (isReplaced) continue;
    const { content } = template.fields.get(field) ?? {};
    if (content === 'xml-inline') found.push(...leftInCalls(template, region, answer).map(span => ({ field, span })));
    if (content !== 'text') continue;
    const text = answer.slice(inner.start, inner.end);
    const own: LeftOver[] = [];
    const add = (start: number, length: number, name?: string) => {
      const span = { start: inner.start + start, end: inner.start + start + length };
      if (own.some(other => other.span.start < span.end && span.start < other.span.end)) return;
      own.push({ field, span, ...(name !== undefined && { opens: name }) });
    };
    for (const { text: literal, name } of opens)
      for (const start of placesOf(text, literal)) add(start, literal.length, name);
    for (const literal of others) for (const start of placesOf(text, literal)) add(start, literal.length);
    for (const { index, 0: token } of text.matchAll(specialToken)) {
      if (own.length >= maxLeftOver) break;
      add(index, token.length);
    }
    found.push(...own.sort((a, b) => a.span.start - b.span.start));
  }
  return found.slice(0, maxLeftOver);
}

function placesOf(text: string, literal: string): readonly number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(literal);
    at !== -1 && places.length < maxLeftOver;
    at = text.indexOf(literal, at + literal.length)
  )
    places.push(at);
  return places;
}

/**
 * What is left over of a call whose arguments stand in tags: text between the tags that none of them took, and tags that
 * stand within a value, or in the name that the opening captured, as where one of a pair is missing. Linear in the region for
 * each tag of the pattern.
 */
function leftInCalls(template: ResponseTemplate, region: AnswerRegion, answer: string): readonly Span[] {
  const { field: name, span, inner } = region;
  const field = template.fields.get(name);
  const pattern = field && tagPatternOf(field);
  if (!field || pattern === undefined) return [];
  const regex = regexOf(pattern);
  const tags = marksIn(literalRuns(regex.tree));
  const own = field.open?.regex ? marksIn(literalRuns(field.open.regex.tree)) : literalsOf(field.open);
  const foreign = [...tags, ...literalsOf(field.close)].filter(tag => !own.includes(tag));
  const found: Span[] = [];
  const add = (start: number, end: number) => found.push({ start, end });
  for (const tag of foreign) {
    const at = answer.slice(span.start, inner.start).indexOf(tag);
    if (at >= 0) add(span.start + at, span.start + at + tag.length);
  }
  const text = answer.slice(inner.start, inner.end);
  const codes = new CodeText(text);
  const offsets = new CodeOffsets(text, 0);
  let behind = 0;
  for (const { start, end, groups } of regex.matches(codes)) {
    const match = offsets.span({ start, end });
    between(behind, match.start);
    behind = match.end;
    const place = groups.get('value');
    const value = place && offsets.span({ start: place[0], end: place[1] });
    const tag = value && tags.find(each => text.slice(value.start, value.end).includes(each));
    if (value && tag !== undefined) {
      const at = inner.start + text.indexOf(tag, value.start);
      add(at, at + tag.length);
    }
  }
  between(behind, text.length);
  return found;

  /** What stands between two matches, blanks aside. */
  function between(from: number, to: number): void {
    const rest = text.slice(from, to);
    if (rest.trim() === '') return;
    const start = inner.start + from + rest.length - rest.trimStart().length;
    add(start, start + rest.trim().length);
  }
}

function tagPatternOf({ contentArgs }: TemplateField): string | undefined {
  const pattern = isPyDict(contentArgs) ? contentArgs.get('tag_pattern') : undefined;
  return typeof pattern === 'string' ? pattern : undefined;
}

/** The literals of an anchor, or what its pattern begins with where that is a mark of its own: words and single signs are prose. */
function literalsOf(anchor: Anchor | undefined): readonly string[] {
  const texts = anchor ? (anchor.literals ?? [beginningOf(anchor.regex.tree)]) : [];
  return marksIn(texts);
}

/** Of fixed characters those that are marks, and not words or single signs. */
function marksIn(texts: readonly string[]): readonly string[] {
  return texts.map(text => text.trim()).filter(text => text.length >= 3 && /[^\p{L}\p{N}\s]/u.test(text));
}
