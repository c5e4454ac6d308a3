import { EngineError } from '../../core/errors.ts';
import { partitionPoint } from '../../core/partitionPoint.ts';
import { isPyList, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { asksForEnd, canBeEmpty, looksFarAhead, pyTruth } from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';
import type { Anchor } from './anchor.ts';
import { type CutBudget, cutBudget, cutOfAnchor } from './cutOfAnchor.ts';
import { isEmptyValue } from './messageBuilder.ts';
import type { CodeSpan } from './responseEvents.ts';
import type { TemplateField } from './responseTemplate.ts';
import { TemplateReader } from './templateReader.ts';
import { knownSettings } from './templateSettings.ts';

/** Reads an answer while it grows, by a template that stands in the definition; in words why another cannot be read so. Linear, see `TemplateReader`. */
export function streamTemplate(
  source: DefinitionSource,
  _response: GrowingText,
  events: StreamEvents,
): StreamReader | string {
  const settings = knownSettings(source);
  if (!settings) return 'The template stands in a file of the model, which is read with the complete response.';
  const { template, prefix, tools } = settings;
  if (prefix instanceof EngineError) return 'The chat template does not render a prompt to read the response behind.';
  const budget = cutBudget();
  const fields = [...template.fields.values()];
  if (!fields.every(field => isSteady(field, field.open, budget) && isSteady(field, field.close, budget)))
    return 'The template has delimiters that are found elsewhere when a response is cut: what it reads depends on how the response comes in.';
  const reader = attempt(() => new TemplateReader(template, prefix, tools));
  if (!reader) return 'What the prompt holds of the answer cannot be read.';
  const stream = new EventTeller(reader, events);
  stream.tell();
  return unit => stream.push(unit);
}

/** Whether a delimiter is found alike wherever the text is cut, as far as trying shows. */
function isSteady(field: TemplateField, anchor: Anchor | undefined, budget: CutBudget): boolean {
  if (anchor === undefined) return true;
  if (anchor.literals) return !cutOfAnchor(field, anchor, budget);
  const { tree } = anchor.regex;
  return !canBeEmpty(tree, false) && !asksForEnd(tree) && !looksFarAhead(tree) && !cutOfAnchor(field, anchor, budget);
}

/** Tells of the regions of a reader. */
class EventTeller {
  readonly #reader: TemplateReader;
  readonly #events: StreamEvents;
  /** The first half of a pair, until the second comes. */
  #half = '';
  /** The places of the answer's characters that are pairs, in code points. */
  readonly #pairs: number[] = [];
  #isDead = false;
  #reported = 0;
  #open: string | undefined;
  readonly #closed = new Set<string>();
  /** Where the first region of a field began. */
  readonly #firsts = new Map<string, number>();

  constructor(reader: TemplateReader, events: StreamEvents) {
    this.#reader = reader;
    this.#events = events;
  }

  push(unit: number): void {
    if (this.#isDead) return;
    const text = this.#half + String.fromCharCode(unit);
    this.#half = '';
    if (text.length === 1 && (unit & 0xfc00) === 0xd800) {
      this.#half = text;
      return;
    }
    if (text.length === 2 && (unit & 0xfc00) === 0xdc00)
      this.#pairs.push(this.#reader.text.length - this.#reader.answerStart);
    // What cannot be read raises with the complete response.
    if (attempt(() => this.#reader.feed(text)) === undefined) {
      this.#isDead = true;
      if (this.#open !== undefined) this.#events.leave();
    } else this.tell();
  }

  /** Tells what is new. */
  tell(): void {
    const { regions, openField, openStart } = this.#reader;
    for (; this.#reported < regions.length; this.#reported++) {
      const { field, open, body, close } = regions[this.#reported]!;
      const total: PyValue = this.#reader.output.get(field) ?? null;
      this.#begin(field, open?.start ?? body.start);
      this.#open = undefined;
      // An empty value is not in the message, unless it is a default's.
      if (isEmptyValue(total) && !this.#reader.template.defaults.has(field)) {
        this.#events.leave();
        continue;
      }
      const whole = { start: open?.start ?? body.start, end: close?.end ?? body.end };
      const collects = pyTruth(this.#reader.template.fields.get(field)?.repeats ?? null);
      const first = collects ? this.#firsts.get(field) : undefined;
      if (first === undefined) this.#firsts.set(field, whole.start);
      const span = this.#span({ start: first ?? whole.start, end: whole.end });
      this.#closed.add(field);
      const inner = first === undefined ? this.#span(body) : span;
      this.#events.close({ key: field, value: asItIs(total), span, inner, final: false });
    }
    if (openField === this.#open) return;
    if (openField === undefined) this.#events.leave();
    else this.#begin(openField, openStart);
  }

  #begin(field: string, start: number): void {
    if (this.#closed.delete(field)) this.#events.reopen(field);
    if (this.#open === field) return;
    this.#open = field;
    this.#events.open(field, this.#offset(start));
  }

  /** The UTF-16 place in the answer of a place in code points; what stands before the answer is cut off. */
  #offset(code: number): number {
    const place = Math.max(0, code - this.#reader.answerStart);
    return place + partitionPoint(this.#pairs, pair => pair < place);
  }

  #span({ start, end }: CodeSpan): Span {
    return { start: this.#offset(start), end: this.#offset(end) };
  }
}

/** A value that does not change with the regions that come: a list is copied when it is looked at. */
function asItIs(value: PyValue): PyValue | (() => PyValue) {
  if (!isPyList(value)) return value;
  const { length } = value;
  return () => value.slice(0, length);
}
