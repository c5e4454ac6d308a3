import { dataAt, idAt, listAt, memberAt, objectAt, textAt } from '../../json/plainData.ts';
import type { LogReader, RecordParts } from '../../messages/logReader.ts';
import { firstChoice, messageResponse, thoughtBeside } from './messageResponse.ts';
import { prefixed } from './plainRows.ts';

/** Runs exported from LangSmith: those of models are answers, the others are not. In a table their data are JSON texts. */
export const langsmithRuns: LogReader = {
  name: 'langsmith',
  title: 'LangSmith runs',
  field: 'outputs.generations[0][0].text',
  recognises: record => typeof memberAt(record, 'run_type') === 'string',
  read(record) {
    const extra = dataAt(memberAt(record, 'extra'));
    const metadata = memberAt(extra, 'metadata');
    return {
      ...idAt(memberAt(record, 'id')),
      ...answerOf(record),
      columns: {
        ...userMetadata(metadata),
        model: memberAt(metadata, 'ls_model_name') ?? memberAt(extra, 'invocation_params', 'model'),
        provider: memberAt(metadata, 'ls_provider'),
        temperature: memberAt(metadata, 'ls_temperature'),
        name: memberAt(record, 'name'),
      },
    };
  },
};

/** What LangSmith itself writes there has columns of its own. */
function userMetadata(metadata: unknown): Readonly<Record<string, unknown>> {
  const own = Object.entries(objectAt(metadata) ?? {}).filter(([key]) => !key.startsWith('ls_'));
  return prefixed('metadata', Object.fromEntries(own));
}

function answerOf(record: unknown): Pick<RecordParts, 'response' | 'skip' | 'isThought' | 'finish'> {
  if (!['llm', 'chat_model', 'prompt_llm'].includes(String(memberAt(record, 'run_type'))))
    return { skip: 'not-an-answer' };
  const outputs = dataAt(memberAt(record, 'outputs'));
  const first = listAt(memberAt(outputs, 'generations'))[0];
  const generation = listAt(first)[0] ?? first;
  const choice = firstChoice(outputs);
  const message = messageOf(outputs, generation) ?? objectAt(choice?.message);
  const finish = textAt(
    memberAt(generation, 'generation_info', 'finish_reason') ??
      memberAt(message, 'response_metadata', 'finish_reason') ??
      memberAt(message, 'response_metadata', 'stop_reason') ??
      choice?.finish_reason ??
      memberAt(outputs, 'stop_reason'),
  );
  const text = textAt(memberAt(generation, 'text')) ?? textAt(memberAt(outputs, 'output'));
  return { ...responseOf(record, text, message), ...thoughtBeside(message), ...(finish !== undefined && { finish }) };
}

function responseOf(
  record: unknown,
  text: string | undefined,
  message: Readonly<Record<string, unknown>> | undefined,
): Pick<RecordParts, 'response' | 'skip'> {
  if (!message) {
    if (text !== undefined) return { response: text };
    return { skip: memberAt(record, 'error') == null ? 'no-response' : 'connection-failed' };
  }
  const { content } = message;
  // What OpenAI wrote comes before what LangChain made of it.
  const written = listAt(memberAt(message, 'additional_kwargs', 'tool_calls'));
  const calls = written.length > 0 ? written : listAt(message.tool_calls);
  const single = memberAt(message, 'additional_kwargs', 'function_call') ?? message.function_call;
  return messageResponse({
    content: text || (content ?? text),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(single !== undefined && { function_call: single }),
  });
}

/** The message of an answer: LangChain's, whose members are its constructor's arguments, or a provider's. */
function messageOf(outputs: unknown, generation: unknown): Readonly<Record<string, unknown>> | undefined {
  const candidates = [
    memberAt(generation, 'message', 'kwargs'),
    memberAt(generation, 'message'),
    memberAt(outputs, 'message'),
    memberAt(outputs, 'output'),
    listAt(memberAt(outputs, 'messages')).at(-1),
    outputs,
  ];
  const found = candidates.find(each => ['content', 'tool_calls'].some(key => memberAt(each, key) !== undefined));
  return objectAt(memberAt(found, 'kwargs')) ?? objectAt(found);
}
