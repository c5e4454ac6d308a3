import { EngineError } from '../../core/errors.ts';
import { fromPlain, isPyList, type PyDict, type PyList, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { LocalTime } from '../../python/index.ts';
import { applyChatTemplate } from '../chatTemplates/applyChatTemplate.ts';
import type { ModelChatTemplate, OpenModel } from './modelFolder.ts';

/** What a chat template is to render. */
export interface ChatPreviewRequest {
  readonly messages: PyList;
  /** `null`: none. */
  readonly tools: PyValue;
  readonly addGenerationPrompt: boolean;
  readonly kwargs: PyDict;
  readonly now: LocalTime | undefined;
}

/** A piece of a prompt. */
export interface ChatPiece {
  readonly text: string;
  /** Where in the template's text it came from. */
  readonly origin: Span;
  /** A `generation` block printed it: it is what the model is to write. */
  readonly isGeneration: boolean;
}

/** What a chat template renders, or what it raises; `span`: where in the template. */
export type ChatPreview =
  | { readonly ok: true; readonly pieces: readonly ChatPiece[] }
  | { readonly ok: false; readonly error: EngineError; readonly span: Span | undefined };

/** The prompt that a model's chat template renders for a conversation. Total: what the template raises is told. */
export function previewChat(
  { specialTokens }: OpenModel,
  { text }: ModelChatTemplate,
  { messages, tools, addGenerationPrompt, kwargs, now }: ChatPreviewRequest,
): ChatPreview {
  try {
    const [chat] = applyChatTemplate({
      chatTemplate: text,
      messages,
      tools,
      addGenerationPrompt,
      specialTokens,
      kwargs,
      now,
    }).chats;
    if (!chat) return { ok: true, pieces: [] };
    return { ok: true, pieces: marked(chat.segments, chat.generations) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { ok: false, error, span: 'span' in error ? (error.span as Span | undefined) : undefined };
  }
}

/** Pieces cut where generations, which are counted in code points, begin and end. */
function marked(
  segments: readonly { readonly text: string; readonly span: Span }[],
  generations: readonly (readonly [start: number, end: number])[],
): readonly ChatPiece[] {
  const ranges = [...generations].filter(([start, end]) => start < end).sort(([one], [other]) => one - other);
  const pieces: ChatPiece[] = [];
  let at = 0;
  let next = 0;
  for (const { text, span } of segments) {
    let piece = '';
    let isGeneration: boolean | undefined;
    for (const character of text) {
      while (next < ranges.length && (ranges[next]?.[1] ?? 0) <= at) next++;
      const isInside = (ranges[next]?.[0] ?? Number.POSITIVE_INFINITY) <= at;
      if (isGeneration !== undefined && isGeneration !== isInside) {
        pieces.push({ text: piece, origin: span, isGeneration });
        piece = '';
      }
      isGeneration = isInside;
      piece += character;
      at++;
    }
    if (piece !== '') pieces.push({ text: piece, origin: span, isGeneration: isGeneration === true });
  }
  return pieces;
}

const question = { role: 'user', content: 'What is the weather in Zürich and in Bern, and which one is warmer?' };
const call = (city: string, days: number) => ({
  type: 'function',
  function: { name: 'get_weather', arguments: { city, days } },
});

/** Conversations to look at a chat template with: the last one has everything. `reasoning` is the key for thoughts. */
export function builtInChats(reasoning: string): ReadonlyMap<string, PyList> {
  const system = { role: 'system', content: 'You are a helpful assistant.' };
  const called = [
    system,
    question,
    {
      role: 'assistant',
      content: 'I look both up.',
      [reasoning]: 'They want two cities: I call the tool twice.',
      tool_calls: [call('Zürich', 1), call('Bern', 1)],
    },
    { role: 'tool', name: 'get_weather', content: '{"degrees": 21}' },
    { role: 'tool', name: 'get_weather', content: '{"degrees": 19}' },
  ];
  const rows: Readonly<Record<string, readonly unknown[]>> = {
    'a question': [question],
    'a system message': [system, question],
    'calls and their results': called,
    'a whole conversation': [
      ...called,
      { role: 'assistant', content: 'Zürich is warmer: 21 degrees.', [reasoning]: '21 is more than 19.' },
      { role: 'user', content: 'Thank you! And tomorrow?' },
    ],
  };
  return new Map(
    Object.entries(rows).map(([name, messages]) => {
      const value = fromPlain(messages);
      return [name, isPyList(value) ? value : []];
    }),
  );
}

/** The tools of the built-in conversations. */
export function builtInTools(): PyValue {
  return fromPlain([
    {
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'The weather of a city',
        parameters: {
          type: 'object',
          properties: {
            city: { type: 'string', description: 'The city' },
            days: { type: 'integer' },
            zip: { type: 'string' },
            metric: { type: 'boolean' },
          },
          required: ['city'],
        },
      },
    },
  ]);
}
