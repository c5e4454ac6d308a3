import { EngineError } from '../../core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyList, type PyValue } from '../../core/pyValue.ts';
import { readLocalTime } from '../../python/index.ts';
import { type ChatTemplateRequest, chatTemplateOf } from '../../tokens/index.ts';
import type { ChatConversation } from './chatMessages.ts';
import { type OpenModel, readOpenModel } from './modelFolder.ts';
import { loadResponseTemplate } from './responseTemplate.ts';
import { type RoundTrip, roundTrip } from './roundTrip.ts';
import { type TrainingChecks, trainingChecks } from './trainingChecks.ts';

/** A conversation whose last message is rendered and read again. */
export interface TripConversation {
  readonly name: string;
  readonly messages: PyList;
  /** The tools that the model is told of; absent: those of the built-in conversations. */
  readonly tools?: PyValue;
}

/** The conversations that end with the answers of one: each answer is rendered and read again behind what was before it. */
export function tripsThrough(name: string, { messages, tools }: ChatConversation): readonly TripConversation[] {
  return messages.flatMap((message, i) =>
    isPyDict(message) && message.get('role') === 'assistant' && i > 0
      ? [{ name: `${name}: message ${i + 1}`, messages: messages.slice(0, i + 1), tools }]
      : [],
  );
}

/** The round trip of a conversation, or why there is none. */
export interface ModelTrip {
  readonly name: string;
  readonly messages: PyList;
  readonly trip: RoundTrip | EngineError;
}

const question = { role: 'user', content: 'What is the weather in Zürich?' };
const call = (args: unknown, name = 'get_weather') => ({ type: 'function', function: { name, arguments: args } });

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

/** Conversations with messages of every kind. `reasoning` is the key that the model's templates have for its thoughts. */
function builtInConversations(reasoning: string): readonly TripConversation[] {
  const said = { role: 'assistant', content: 'It is sunny.' };
  const rows: readonly (readonly [string, readonly unknown[]])[] = [
    ['plain', [question, said]],
    ['after a system message', [{ role: 'system', content: 'Be brief.' }, question, said]],
    ['reasoning', [question, { ...said, [reasoning]: 'They want the weather.' }]],
    ['reasoning alone', [question, { role: 'assistant', content: '', [reasoning]: 'They want the weather.' }]],
    ['padded content', [question, { ...said, content: '  two\n\nlines \n' }]],
    ['empty', [question, { role: 'assistant', content: '' }]],
    ['a call', [question, { role: 'assistant', content: '', tool_calls: [call({ city: 'Zürich', days: 2 })] }]],
    [
      'words and a call',
      [question, { role: 'assistant', content: 'I look it up.', tool_calls: [call({ city: 'Zürich' })] }],
    ],
    [
      'reasoning and a call',
      [question, { role: 'assistant', content: '', [reasoning]: 'I need it.', tool_calls: [call({ city: 'Zürich' })] }],
    ],
    [
      'two calls',
      [question, { role: 'assistant', content: '', tool_calls: [call({ city: 'Bern' }), call({ city: 'Basel' })] }],
    ],
    ['a call without arguments', [question, { role: 'assistant', content: '', tool_calls: [call({}, 'ping')] }]],
    [
      'texts that look like JSON',
      [question, { role: 'assistant', content: '', tool_calls: [call({ city: '42', zip: '08001', metric: true })] }],
    ],
    [
      'hard texts',
      [
        question,
        { role: 'assistant', content: '', tool_calls: [call({ city: 'a "q" \'x\' <b> & \\ é 😀\nnew line' })] },
      ],
    ],
    [
      'after a result',
      [
        question,
        { role: 'assistant', content: '', tool_calls: [call({ city: 'Zürich' })] },
        { role: 'tool', name: 'get_weather', content: '21 degrees' },
        { role: 'assistant', content: '21 degrees, nice.' },
      ],
    ],
    [
      'later turns',
      [question, said, { role: 'user', content: 'And tomorrow?' }, { role: 'assistant', content: 'Rain.' }],
    ],
  ];
  return rows.map(([name, messages]) => ({ name, messages: fromPlain(messages) as PyList }));
}

/** A clock for templates that tell the date: it stands still, so that a prompt is the same every time. */
const clock = readLocalTime('2026-01-02T03:04:05');

/** How a model is asked beside its conversations. */
export interface TripOptions {
  /** Absent: the built-in ones. */
  readonly conversations?: readonly TripConversation[];
  /** Arguments of the chat template, such as `enable_thinking`. */
  readonly kwargs?: PyDict;
  /** The name of one of several chat templates; absent: the one that transformers takes. */
  readonly template?: string;
}

/** The key of a message that a model's templates have for its thoughts. */
export function reasoningKey(files: ReadonlyMap<string, string>): string {
  const { responseTemplate, chatTemplates } = readOpenModel(files);
  const keys = ['reasoning_content', 'thinking', 'reasoning'];
  const fields = isPyDict(responseTemplate ?? null) ? (responseTemplate as PyDict).get('fields') : undefined;
  const own = fields !== undefined && isPyDict(fields) ? keys.find(key => fields.has(key)) : undefined;
  return (
    own ??
    keys.find(key => chatTemplates.some(({ text }) => new RegExp(`\\b${key}\\b`).test(text))) ??
    'reasoning_content'
  );
}

/** The round trips of a model's two templates, and TRL's checks of its chat template. Raises as `readOpenModel` and `loadResponseTemplate`, and `KeyError` for a model that lacks one of the two. */
export function roundTripModel(
  files: ReadonlyMap<string, string>,
  { conversations, kwargs, template: name }: TripOptions = {},
): { readonly trips: readonly ModelTrip[]; readonly checks: TrainingChecks } {
  const model = readOpenModel(files);
  if (model.responseTemplate === undefined)
    throw new EngineError('KeyError', 'tokenizer_config.json has no `response_template`.');
  if (model.chatTemplate === null) throw new EngineError('KeyError', 'The model has no chat template.');
  const template = loadResponseTemplate(model.responseTemplate);
  const argument = isPyDict(model.chatTemplate) ? (name ?? null) : null;
  const request = { ...requestOf(model, kwargs), template: argument };
  const text = chatTemplateOf(model.chatTemplate, argument, null);
  const writesIds = /\bid\b/.test(text);
  const trips = (conversations ?? builtInConversations(reasoningKey(files))).map(
    ({ name, messages: given, tools = builtInTools() }) => {
      const messages = writesIds ? given : withoutIds(given);
      return { name, messages, trip: attempt(() => roundTrip(template, { ...request, messages, tools }, tools)) };
    },
  );
  return { trips, checks: trainingChecks(text, { specialTokens: model.specialTokens, now: clock }) };
}

/** A conversation without the ids of its last message's calls, where the chat template writes none: no model could give them back. */
function withoutIds(messages: PyList): PyList {
  const last = messages.at(-1) ?? null;
  const calls = isPyDict(last) ? (last.get('tool_calls') ?? null) : null;
  if (!isPyDict(last) || !isPyList(calls)) return messages;
  const bare = calls.map(call => (isPyDict(call) ? new Map([...call].filter(([key]) => key !== 'id')) : call));
  return [...messages.slice(0, -1), new Map(last).set('tool_calls', bare)];
}

function requestOf(
  { chatTemplate, specialTokens }: OpenModel,
  kwargs: PyDict | undefined,
): Omit<ChatTemplateRequest, 'messages' | 'tools'> {
  return { chatTemplate, specialTokens, now: clock, ...(kwargs && { kwargs }) };
}

function attempt(run: () => RoundTrip): RoundTrip | EngineError {
  try {
    return run();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}
