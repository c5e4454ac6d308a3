import { EngineError } from '../../core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyList } from '../../core/pyValue.ts';
import type { ModelTrips, TripOptions } from '../../parsers/modelTemplates.ts';
import { resultOrError } from '../../parsers/shared/attempt.ts';
import { readLocalTime } from '../../python/index.ts';
import {
  builtInTools,
  type ChatTemplateRequest,
  chatTemplateOf,
  type OpenModel,
  readOpenModel,
  reasoningKey,
  type TripConversation,
} from '../../tokens/index.ts';
import { loadResponseTemplate } from './responseTemplate.ts';
import { roundTrip } from './roundTrip.ts';
import { trainingChecks } from './trainingChecks.ts';

const question = { role: 'user', content: 'What is the weather in Zürich?' };
const call = (args: unknown, name = 'get_weather') => ({ type: 'function', function: { name, arguments: args } });

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

/** The round trips of a model's two templates, and TRL's checks of its chat template. Raises as `readOpenModel` and `loadResponseTemplate`, and `KeyError` for a model that lacks one of the two. */
export function roundTripModel(
  files: ReadonlyMap<string, string>,
  { conversations, kwargs, template: name }: TripOptions = {},
): ModelTrips {
  const model = readOpenModel(files);
  if (model.responseTemplate === undefined)
    throw new EngineError('KeyError', 'tokenizer_config.json has no `response_template`.');
  if (model.chatTemplate === null) throw new EngineError('KeyError', 'The model has no chat template.');
  const template = loadResponseTemplate(model.responseTemplate);
  const argument = isPyDict(model.chatTemplate) ? (name ?? null) : null;
  const request = { ...requestOf(model, kwargs), template: argument };
  const text = chatTemplateOf(model.chatTemplate, argument, null);
  const writesIds = /\bid\b/.test(text);
  const trips = (conversations ?? builtInConversations(reasoningKey(model))).map(
    ({ name, messages: own, tools = builtInTools() }) => {
      const messages = writesIds ? own : withoutIds(own);
      return { name, messages, trip: resultOrError(() => roundTrip(template, { ...request, messages, tools }, tools)) };
    },
  );
  return { trips, checks: trainingChecks(text, { specialTokens: model.specialTokens, now: clock }) };
}

/** A conversation without the ids of its last message's calls, where the chat template writes none: no model could give them back. */
function withoutIds(messages: PyList): PyList {
  const last = messages.at(-1);
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
