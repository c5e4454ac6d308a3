import type { LogReader, RecordParts } from './logReader.ts';
import { firstChoice, messageResponse } from './messageResponse.ts';
import { idAt, listAt, memberAt, textAt } from './plainData.ts';

/** Runs exported from LangSmith: those of models are answers, the others are not. */
export const langsmithRuns: LogReader = {
  name: 'langsmith',
  title: 'LangSmith runs',
  field: 'outputs.generations[0][0].text',
  recognises: record => typeof memberAt(record, 'run_type') === 'string',
  read(record) {
    const metadata = memberAt(record, 'extra', 'metadata');
    return {
      ...idAt(memberAt(record, 'id')),
      ...responseOf(record),
      columns: {
        model: memberAt(metadata, 'ls_model_name') ?? memberAt(record, 'extra', 'invocation_params', 'model'),
        provider: memberAt(metadata, 'ls_provider'),
        temperature: memberAt(metadata, 'ls_temperature'),
        name: memberAt(record, 'name'),
      },
    };
  },
};

function responseOf(record: unknown): Pick<RecordParts, 'response' | 'skip'> {
  if (!['llm', 'chat_model', 'prompt_llm'].includes(String(memberAt(record, 'run_type'))))
    return { skip: 'not-an-answer' };
  const outputs = memberAt(record, 'outputs');
  const first = listAt(memberAt(outputs, 'generations'))[0];
  const generation = listAt(first)[0] ?? first;
  const message = memberAt(generation, 'message');
  const content =
    memberAt(message, 'kwargs', 'content') ?? memberAt(message, 'content') ?? memberAt(outputs, 'content');
  const calls = listAt(memberAt(message, 'kwargs', 'additional_kwargs', 'tool_calls'));
  const text = textAt(memberAt(generation, 'text')) ?? textAt(memberAt(outputs, 'output'));
  if (calls.length > 0) return messageResponse({ content: text || content, tool_calls: calls });
  if (text !== undefined && (text !== '' || !Array.isArray(content))) return { response: text };
  if (content !== undefined) return messageResponse({ content });
  const choice = firstChoice(outputs);
  if (choice) return messageResponse(choice.message);
  return { skip: memberAt(record, 'error') == null ? 'no-response' : 'connection-failed' };
}
