import { EngineError, ResponseError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { CodeText, type RegexMatch } from '../../python/index.ts';
import { matchesOf } from './anchor.ts';
import { coerceArguments, type ToolProperties, toolProperties } from './coerceArguments.ts';
import { isStructured, parseContent } from './contentParsers.ts';
import { nextDelimiter, type Watched, watch, watchesOf } from './delimiters.ts';
import { MessageBuilder } from './messageBuilder.ts';
import type { CodeSpan, ResponseEvent, ResponseRegion } from './responseEvents.ts';
import type { ResponseTemplate, TemplateField } from './responseTemplate.ts';
import { applyTransform } from './transform.ts';

/** What transformers says without the prompt. */
export const prefixRequired =
  '`ResponseParser`/`parse_response` requires `prefix` (the chat prompt sent to the model before generation), because chat templates often pre-write part of the assistant message (e.g. an opening `<think>` tag) that the parser must see to parse the output correctly. If the generation already contains the complete message, pass `prefix=""` to opt out explicitly.';

/**
 * transformers' `ResponseParser`: reads an answer as it comes in, by a response template. Feeding raises what transformers
 * raises, as `ResponseError` with the place of the region in {@link text}'s code points; `EndlessTemplateError` where the
 * original never ends. Linear in the answer, however it is cut, as far as the template's patterns are (see `Regex.search`).
 */
export class TemplateReader {
  readonly template: ResponseTemplate;
  /** What is read: the kept part of the prefix, then the answer. */
  readonly text = new CodeText();
  /** Where the answer begins in it. */
  readonly answerStart: number;
  /** The events of the kept part of the prefix. */
  readonly initialEvents: readonly ResponseEvent[];
  /** All regions so far, in the order of their closing. */
  readonly regions: ResponseRegion[] = [];
  /** Text that no region holds. */
  readonly dropped: CodeSpan[] = [];

  readonly #tools: ToolProperties;
  readonly #message: MessageBuilder;
  readonly #opens: readonly Watched[];
  readonly #closes = new Map<string, readonly Watched[]>();
  #pos = 0;
  #current: TemplateField | undefined;
  #captures: PyDict = new Map();
  #body: string[] = [];
  #bodyStart = 0;
  #openSpan: CodeSpan | undefined;
  #isOpen = false;
  #isFinal = false;

  /** `prefix` is the prompt; `tools` are those whose schemas cast the arguments of calls. Raises like {@link feed}. */
  constructor(template: ResponseTemplate, prefix: string, tools: PyValue = null) {
    this.template = template;
    this.#tools = toolProperties(tools);
    this.#message = new MessageBuilder(template);
    this.#opens = watchesOf(template);
    for (const field of template.fields.values())
      if (field.open) this.#closes.set(field.name, field.close ? [watch('close', field, field.close)] : []);
    this.#current = this.#implicit;
    const events: ResponseEvent[] = [];
    const kept = prefix === '' ? '' : pastLastAnchor(template, prefix);
    if (kept !== '') {
      this.text.append(kept);
      this.#process(events, false);
    }
    this.answerStart = this.text.length;
    this.initialEvents = events;
  }

  /** The message so far. */
  get output(): PyDict {
    return this.#message.output;
  }

  /** The field whose region is open; absent: none is. */
  get openField(): string | undefined {
    return this.#isOpen ? this.#current?.name : undefined;
  }

  /** Where that region begins, its delimiter included. */
  get openStart(): number {
    return this.#openSpan?.start ?? this.#bodyStart;
  }

  get #implicit(): TemplateField | undefined {
    return this.template.implicit === undefined ? undefined : this.template.fields.get(this.template.implicit);
  }

  /** The next piece of the answer, and what it tells. */
  feed(text: string): readonly ResponseEvent[] {
    if (this.#isFinal) throw new EngineError('RuntimeError', 'ResponseParser already finalized');
    this.text.append(text);
    const events: ResponseEvent[] = [];
    this.#process(events, false);
    return events;
  }

  /** The end of the answer: the message, without keys that are empty and not among the defaults, and the last events. */
  finalize(): { readonly message: PyDict; readonly events: readonly ResponseEvent[] } {
    if (this.#isFinal) throw new EngineError('RuntimeError', 'ResponseParser already finalized');
    const events: ResponseEvent[] = [];
    this.#process(events, true);
    const message = this.#message.finish();
    this.#isFinal = true;
    return { message, events };
  }

  #process(events: ResponseEvent[], isEnd: boolean): void {
    let idle = 0;
    for (;;) {
      const { best, hold } = nextDelimiter(this.text, this.#pos, this.#watched, isEnd);
      if (!best) {
        const until = isEnd ? this.text.length : hold;
        if (until > this.#pos) this.#take(events, until);
        if (isEnd) this.#close(events, this.#pos, undefined);
        return;
      }
      const { kind, field, match } = best;
      idle = match.end === this.#pos ? idle + 1 : 0;
      if (idle > 2 * this.template.fields.size + 2) throw this.#endless(field);
      if (match.start > this.#pos) this.#take(events, match.start);
      this.#pos = match.end;
      const hadText = this.#isOpen;
      const span = { start: match.start, end: match.end };
      this.#close(events, match.start, kind === 'close' ? span : undefined);
      if (kind === 'open') this.#open(events, field, match);
      // It would be found again at once.
      else if (!hadText && match.start === match.end) {
        if (isEnd) this.#drop(this.#pos, this.text.length);
        return;
      }
    }
  }

  #endless(field: TemplateField): ResponseError {
    return new ResponseError(
      'EndlessTemplateError',
      `transformers would never end here: the anchors of the field '${field.name}' match nothing at one place, where its region opens and closes for ever. Let its open or its close match at least one character.`,
      { span: { start: this.#pos, end: this.#pos } },
    );
  }

  get #watched(): readonly Watched[] {
    const current = this.#current;
    return current?.open ? (this.#closes.get(current.name) ?? []) : this.#opens;
  }

  /** Gives the text up to a place to the region that is open. */
  #take(events: ResponseEvent[], until: number): void {
    const start = this.#pos;
    this.#pos = until;
    const field = this.#current;
    if (!field) {
      this.#drop(start, until);
      return;
    }
    if (!this.#isOpen) {
      events.push({ type: 'region_open', field: field.name });
      this.#isOpen = true;
      this.#bodyStart = start;
    }
    const text = this.text.slice(start, until);
    this.#body.push(text);
    events.push({ type: 'region_chunk', field: field.name, text, dirty: isStructured(field.content) });
  }

  #drop(start: number, end: number): void {
    const last = this.dropped.at(-1);
    if (last?.end === start) this.dropped[this.dropped.length - 1] = { start: last.start, end };
    else if (end > start) this.dropped.push({ start, end });
  }

  #open(events: ResponseEvent[], field: TemplateField, match: RegexMatch): void {
    this.#current = field;
    const captures = new Map<string, PyValue>();
    for (const [name, [start, end]] of match.groups) captures.set(name, this.text.slice(start, end));
    this.#captures = captures;
    this.#isOpen = true;
    this.#bodyStart = match.end;
    this.#openSpan = { start: match.start, end: match.end };
    events.push({ type: 'region_open', field: field.name });
  }

  /** Ends the region that is open, if one is: its value joins the message. */
  #close(events: ResponseEvent[], end: number, close: CodeSpan | undefined): void {
    const field = this.#current;
    if (field && this.#isOpen) {
      const body = { start: this.#bodyStart, end };
      const region = {
        field: field.name,
        body,
        ...(this.#openSpan && { open: this.#openSpan }),
        ...(close && { close }),
      };
      let value: PyValue;
      try {
        value = regionValue(field, this.#body.join(''), this.#captures);
        if (this.#tools.size > 0) value = coerceArguments(value, this.#tools, this.template.release);
        this.#message.store(field, value);
      } catch (error) {
        this.regions.push(region);
        throw error instanceof EngineError ? this.#placed(error, region) : error;
      }
      this.regions.push({ ...region, value });
      events.push({ type: 'region_close', field: field.name, value });
    }
    this.#current = this.#implicit;
    this.#captures = new Map();
    this.#body = [];
    this.#openSpan = undefined;
    this.#isOpen = false;
  }

  #placed(error: EngineError, region: ResponseRegion): ResponseError {
    return new ResponseError(error.class, error.message, { span: region.body });
  }
}

/** What a region gives: its text through the field's content parser and transform; `captures` are the groups of its open. Raises as both do. */
function regionValue(field: TemplateField, text: string, captures: PyDict): PyValue {
  const content = parseContent(text, field.content, field.contentArgs);
  const { transform } = field;
  if (transform === null) return content;
  if (!field.transformEach) return applyTransform(transform, new Map([...captures, ['content', content]]));
  const scope = `Field '${field.name}': transform_each requires`;
  if (!isPyList(content))
    throw new EngineError('ValueError', `${scope} the parsed content to be a list, got ${pyTypeName(content)}.`);
  return content.map(item => {
    if (!isPyDict(item))
      throw new EngineError('ValueError', `${scope} each list element to be a dict, got ${pyTypeName(item)}.`);
    return applyTransform(transform, new Map([...captures, ...item]));
  });
}

/** The prompt behind the last match of the template's start anchor; all of it where there is none. */
export function pastLastAnchor({ startAnchor }: ResponseTemplate, prefix: string): string {
  const text = new CodeText(prefix);
  let end = 0;
  for (const match of matchesOf(startAnchor, text)) end = match.end;
  return text.slice(end, text.length);
}
