import { EngineError } from '../../core/errors.ts';
import { fromPlain, type PyList, type PyValue } from '../../core/pyValue.ts';
import { readLocalTime } from '../../python/strftime.ts';
import type { ChatTemplateRequest } from '../../tokens/chatTemplates/applyChatTemplate.ts';
import { chatTemplateOf } from '../../tokens/chatTemplates/applyChatTemplate.ts';
import { type OpenModel, readOpenModel } from './modelFolder.ts';
import { loadResponseTemplate } from './responseTemplate.ts';
import { type RoundTrip, roundTrip } from './roundTrip.ts';
import { type TrainingChecks, trainingChecks } from './trainingChecks.ts';

/** A conversation whose last message is rendered and read again. */
export interface TripConversation {
  readonly name: string;
  readonly messages: PyList;
}

/** The round trip of a conversation, or why there is none. */
export interface ModelTrip {
  readonly name: string;
  readonly trip: RoundTrip | EngineError;
}

const question = { role: 'user', content: 'What is the weather in Zürich?' };
const call = (args: unknown, name = 'get_weather') => ({ type: 'function', function: { name, arguments: args } });

/** Tools of the built-in conversations. */
const tripTools: PyValue = fromPlain([
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
  conversations?: readonly TripConversation[],
): { readonly trips: readonly ModelTrip[]; readonly checks: TrainingChecks } {
  const model = readOpenModel(files);
  if (model.responseTemplate === undefined)
    throw new EngineError('KeyError', 'tokenizer_config.json has no `response_template`.');
  if (model.chatTemplate === null) throw new EngineError('KeyError', 'The model has no chat template.');
  const template = loadResponseTemplate(model.responseTemplate);
  const reasoning = ['reasoning_content', 'thinking', 'reasoning'].find(key => template.fields.has(key));
  const request = requestOf(model);
  const trips = (conversations ?? builtInConversations(reasoning ?? 'reasoning_content')).map(({ name, messages }) => ({
    name,
    trip: attempt(() => roundTrip(template, { ...request, messages }, tripTools)),
  }));
  const text = chatTemplateOf(model.chatTemplate, null, null);
  return { trips, checks: trainingChecks(text, { specialTokens: model.specialTokens, now: clock }) };
}

function requestOf({ chatTemplate, specialTokens }: OpenModel): Omit<ChatTemplateRequest, 'messages'> {
  return { chatTemplate, specialTokens, tools: tripTools, now: clock };
}

function attempt(run: () => RoundTrip): RoundTrip | EngineError {
  try {
    return run();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}
