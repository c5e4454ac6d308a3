import { EngineError } from '../../../../src/engine/core/errors.ts';
import { fromPlain, type PyValue, pyTypeName } from '../../../../src/engine/core/pyValue.ts';
import type { Anchor, PatternAnchor } from '../../../../src/engine/systems/transformers/anchor.ts';
import { parseContent } from '../../../../src/engine/systems/transformers/contentParsers.ts';
import type { ResponseEvent } from '../../../../src/engine/systems/transformers/responseEvents.ts';
import {
  loadResponseTemplate,
  type TemplateField,
} from '../../../../src/engine/systems/transformers/responseTemplate.ts';
import { prefixRequired, TemplateReader } from '../../../../src/engine/systems/transformers/templateReader.ts';
import { releaseOfVersion } from '../../../../src/engine/systems/transformers/transformersRelease.ts';
import { encodeValue } from './encodeValue.ts';
import type { TransformersInput } from './transformersInput.ts';

/** `load_response_template`: what the template says, as it was understood. Throws `EngineError` with the place in `path`. */
export function loadTemplate({ response_template }: TransformersInput): unknown {
  const { defaults, implicit, startAnchor, fields } = loadResponseTemplate(fromPlain(response_template ?? null));
  return {
    defaults: encodeValue(defaults),
    implicit: implicit ?? null,
    start_anchor: startAnchor.literals ? { literals: startAnchor.literals } : patternOf(startAnchor),
    fields: encodeFields(fields),
  };
}

function encodeFields(fields: ReadonlyMap<string, TemplateField>): unknown {
  return Object.fromEntries(
    [...fields].map(([name, field]) => [
      name,
      {
        open: encodeAnchor(field.open),
        close: encodeAnchor(field.close),
        content: field.content,
        content_args: encodeValue(field.contentArgs),
        repeats: encodeValue(field.repeats),
        join: field.join ?? null,
        optional: encodeValue(field.optional),
        transform: encodeValue(field.transform),
        transform_each: field.transformEach,
      },
    ]),
  );
}

function encodeAnchor(anchor: Anchor | undefined): unknown {
  if (!anchor) return null;
  return anchor.literals ? { literals: anchor.literals, can_extend: anchor.matcher.canExtend } : patternOf(anchor);
}

function patternOf({ regex }: PatternAnchor): unknown {
  return { pattern: regex.pattern, captures: regex.names };
}

/** What a content parser makes of a text. Throws `EngineError` as transformers does. */
export function contentParser({ content, content_args, text }: TransformersInput): unknown {
  const args = content_args === undefined ? new Map<string, PyValue>() : fromPlain(content_args);
  return encodeValue(parseContent(fromPlain(text ?? null), fromPlain(content ?? null), args));
}

/** `parse_response`, or the tokenizer's method of that name. Throws `EngineError` as transformers does. */
export function parseResponse(input: TransformersInput): unknown {
  if (input.via !== 'tokenizer') return encodeValue(parsed(input, input.text, input.prefix));
  const { response_template, text, prefix } = input;
  if (response_template === undefined || response_template === null)
    throw new EngineError(
      'AttributeError',
      'This tokenizer does not have a `response_template` for parsing chat responses!',
    );
  if (prefix === undefined || prefix === null)
    throw new EngineError(
      'ValueError',
      "`parse_response` requires `prefix=` (the prompt that came before generation), because chat templates often pre-write part of the assistant message (e.g. an opening `<think>` tag) that the parser must see to parse correctly. If you're sure you don't need the prefix, you can pass an empty string or list.",
    );
  const texts: readonly unknown[] = Array.isArray(text) ? text : [text];
  const prefixes = prefixesOf(texts.length, prefix);
  const messages = texts.map((one, i) => encodeValue(parsed(input, one, prefixes[i])));
  return Array.isArray(text) ? messages : messages[0];
}

/** A prefix for each response: one for all, or as many as there are. */
function prefixesOf(count: number, prefix: unknown): readonly unknown[] {
  if (!Array.isArray(prefix)) return Array.from({ length: count }, () => prefix);
  if (prefix.length === 0) return Array.from({ length: count }, () => '');
  if (prefix.length !== count)
    throw new EngineError(
      'ValueError',
      `Got ${count} response(s) but ${prefix.length} prefix(es); \`prefix\` must be a single sequence (broadcast to every response), or one prefix per response.`,
    );
  return prefix;
}

function parsed(input: TransformersInput, text: unknown, prefix: unknown): PyValue {
  const reader = readerOf(input, prefix);
  reader.feed(textOf(text));
  return reader.finalize().message;
}

function readerOf({ response_template, tools, version }: TransformersInput, prefix: unknown): TemplateReader {
  const template = loadResponseTemplate(fromPlain(response_template ?? null), [], releaseOfVersion(version));
  if (prefix === undefined || prefix === null) throw new EngineError('ValueError', prefixRequired);
  return new TemplateReader(template, textOf(prefix), fromPlain(tools ?? null));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new EngineError('TypeError', `can only concatenate str (not "${pyTypeName(fromPlain(value ?? null))}") to str`);
}

/** An error that ended a stream, with what came before it: `at` is `init`, the index of a chunk, `finalize` or `after`. */
class StreamError extends EngineError {
  /** Its name, also in a build with short ones. */
  static override readonly name: string = 'StreamError';
  at: string | number = 'init';
  initial_events: unknown = null;
  feeds: readonly unknown[] = [];
}

/** All that a reader tells of an answer that comes in chunks. Throws {@link StreamError} as transformers raises. */
export function stream(input: TransformersInput): unknown {
  const before: { at: string | number; initial_events: unknown; feeds: unknown[] } = {
    at: 'init',
    initial_events: null,
    feeds: [],
  };
  try {
    const reader = readerOf(input, input.prefix);
    before.initial_events = encodeEvents(reader.initialEvents);
    for (const [i, chunk] of (input.chunks ?? []).entries()) {
      before.at = i;
      before.feeds.push(encodeEvents(reader.feed(textOf(chunk))));
    }
    before.at = 'finalize';
    const { message, events } = reader.finalize();
    before.at = 'after';
    for (const call of input.after ?? []) {
      if (call === 'finalize') reader.finalize();
      else reader.feed('');
    }
    return {
      initial_events: before.initial_events,
      feeds: before.feeds,
      final_events: encodeEvents(events),
      message: encodeValue(message),
    };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw Object.assign(new StreamError(error.class, error.message, error.code, error.path), before);
  }
}

function encodeEvents(events: readonly ResponseEvent[]): unknown {
  // At once: a value may be changed later, by the regions that follow.
  return events.map(event => (event.type === 'region_close' ? { ...event, value: encodeValue(event.value) } : event));
}
