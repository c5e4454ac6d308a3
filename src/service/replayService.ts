import {
  type AskedStream,
  askStreamed,
  exactOf,
  type Host,
  isPyDict,
  isPyList,
  type ParseResult,
  type PyValue,
  recordStream,
} from '../engine/index.ts';
import type { OutcomeView, ReplayView, StreamedView } from '../protocol/replayProtocol.ts';
import type { MadeParser } from '../views/instruction.ts';
import { selectedText } from '../views/selectedText.ts';
import { clip, oneLine, rowPreviewLength, valuePreview } from '../views/valuePreview.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';
import type { SelectedResponse } from './findService.ts';

/** How many fields and openings a page gets. */
const maxFields = 1000;
/** What is not known before the end where the framework itself streams. */
const placesAtEnd = 'Where its parts stand is known only when the response is complete.';
/** The longest message, in UTF-16 units. */
const maxMessage = 400;

/** Replays responses as streams. Keeps nothing that cannot be made again. */
export interface ReplayApi {
  /** All moments of a response. Rejects only when the definition is not in its file. */
  replay(definition: DefinitionRef, response: SelectedResponse): Promise<Omit<ReplayView, 'fileName'>>;
  /** What would become of a response that ends as this text does. */
  outcomeOf(definition: DefinitionRef, text: string): Promise<OutcomeView>;
}

/** The engine's side of the API; runs in a worker. */
export function replayService(host: Host, cache: DefinitionCache): ReplayApi {
  return {
    async replay(ref, { text: selected, surroundings }) {
      const { text } = selectedText(selected, surroundings);
      const { definition, parser } = cache.made(ref);
      const result = await read(parser, text);
      const { name, type } = definition;
      const streaming = await askStreamed(definition, text, true, host);
      const streamed = streaming && streamedView(streaming);
      const head = {
        name,
        type,
        text,
        ...(streaming && { streams: streaming.framework }),
        end: { ...outcome(result), ...(streamed && { streamed }) },
      };
      const recording = recordStream(definition, text);
      if (recording.endOnly !== undefined)
        return { ...head, ...whole(result, text), endOnly: streaming ? placesAtEnd : recording.endOnly };
      return {
        ...head,
        fields: recording.fields
          .slice(0, maxFields)
          .map(({ key, span, inner, closedAt, finalAt, reopenedAt, value }) => ({
            key: keyText(key),
            span,
            innerStart: inner.start,
            closedAt,
            ...(finalAt !== undefined && { finalAt }),
            ...(reopenedAt !== undefined && { reopenedAt }),
            value: valuePreview(value(), rowPreviewLength),
          })),
        more: Math.max(0, recording.fields.length - maxFields),
        openings: recording.openings
          .slice(0, 2 * maxFields)
          .map(({ key, ...opening }) => ({ key: keyText(key), ...opening })),
      };
    },
    async outcomeOf(ref, text) {
      const { definition, parser } = cache.made(ref);
      const streaming = await askStreamed(definition, text, false, host);
      const streamed = streaming && streamedView(streaming);
      return { ...outcome(await read(parser, text)), ...(streamed && { streamed }) };
    },
  };
}

/** What a definition makes of a text; where it makes no parser, that error. */
async function read(parser: MadeParser, text: string): Promise<ParseResult> {
  if (!('error' in parser)) return parser.parse(text);
  const { class: name, message } = parser.error;
  return { ok: false, error: { class: name, message }, response: text, warnings: [] };
}

/** What the framework's own streaming gives, by the keys of the value. */
function streamedView({ streamed: stream }: AskedStream): StreamedView {
  if (stream.error)
    return { values: [], error: clip(oneLine(`${stream.error.class}: ${stream.error.message}`), maxMessage) };
  if (stream.exact === undefined) return { values: [] };
  return {
    values: partsOf(stream.exact)
      .slice(0, maxFields)
      .map(([key, value]) => ({ key: keyText(key), value: valuePreview(value, rowPreviewLength) })),
  };
}

function partsOf(value: PyValue): readonly (readonly [key: string, value: PyValue])[] {
  if (isPyDict(value)) return [...value];
  if (isPyList(value)) return value.map((item, i) => [String(i), item] as const);
  return [['', value]];
}

function keyText(key: string): string {
  return clip(oneLine(key.slice(0, 1000)), rowPreviewLength);
}

function outcome(result: ParseResult): OutcomeView {
  if (result.ok) return { ok: true, message: '' };
  const { class: name, message } = result.error;
  return { ok: false, message: clip(oneLine(`${name}: ${message.slice(0, 2 * maxMessage)}`), maxMessage) };
}

/** The fields of a type that reads a response only when it is complete: all are there at the end. */
function whole(result: ParseResult, { length }: string): Pick<ReplayView, 'fields' | 'more' | 'openings'> {
  const fields = result.ok ? result.fields : [];
  return {
    fields: fields.slice(0, maxFields).map(field => ({
      key: keyText(field.key),
      span: field.span,
      innerStart: field.inner.start,
      closedAt: length,
      finalAt: length,
      value: valuePreview(exactOf(field), rowPreviewLength),
    })),
    more: Math.max(0, fields.length - maxFields),
    openings: [],
  };
}
