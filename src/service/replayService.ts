import { type ParseResult, recordStream } from '../engine/index.ts';
import type { OutcomeView, ReplayView } from '../protocol/replayProtocol.ts';
import { selectedText } from '../views/selectedText.ts';
import { clip, oneLine, rowPreviewLength, valuePreview } from '../views/valuePreview.ts';
import type { SelectedResponse } from './findService.ts';
import type { DefinitionRef, MadeParser, Readings } from './readings.ts';

/** How many fields and openings a page is told of. */
const maxFields = 1000;
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
export function replayService(readings: Readings): ReplayApi {
  return {
    async replay(ref, { text: given, surroundings }) {
      const { text } = selectedText(given, surroundings);
      const { definition, parser } = readings.made(ref);
      const result = await read(parser, text);
      const { name, type } = definition;
      const head = { name, type, text, end: outcome(result) };
      const recording = recordStream(definition, text);
      if (recording.endOnly !== undefined) return { ...head, ...whole(result, text), endOnly: recording.endOnly };
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
    outcomeOf: async (ref, text) => outcome(await read(readings.made(ref).parser, text)),
  };
}

/** What a definition makes of a text; where it makes no parser, that error. */
async function read(parser: MadeParser, text: string): Promise<ParseResult> {
  if (!('error' in parser)) return parser.parse(text);
  const { class: name, message } = parser.error;
  return { ok: false, error: { class: name, message }, response: text, warnings: [] };
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
    fields: fields.slice(0, maxFields).map(({ key, span, inner, exact }) => ({
      key: keyText(key),
      span,
      innerStart: inner.start,
      closedAt: length,
      finalAt: length,
      value: valuePreview(exact, rowPreviewLength),
    })),
    more: Math.max(0, fields.length - maxFields),
    openings: [],
  };
}
