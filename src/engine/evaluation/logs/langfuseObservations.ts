import type { LogReader, RecordParts } from './logReader.ts';
import { firstChoice, messageResponse } from './messageResponse.ts';
import { idAt, listAt, memberAt, objectAt, textAt } from './plainData.ts';

const types: ReadonlySet<unknown> = new Set([
  'GENERATION',
  'SPAN',
  'EVENT',
  'AGENT',
  'TOOL',
  'CHAIN',
  'RETRIEVER',
  'EVALUATOR',
  'EMBEDDING',
  'GUARDRAIL',
]);

/** Observations exported from Langfuse: generations are answers, spans and events are not. */
export const langfuseObservations: LogReader = {
  name: 'langfuse',
  title: 'Langfuse observations',
  field: 'output.content',
  recognises: record =>
    types.has(memberAt(record, 'type')) && (memberAt(record, 'traceId') ?? memberAt(record, 'trace_id')) !== undefined,
  read: record => ({
    ...idAt(memberAt(record, 'id')),
    ...responseOf(record),
    columns: {
      model: memberAt(record, 'model'),
      temperature:
        memberAt(record, 'modelParameters', 'temperature') ?? memberAt(record, 'model_parameters', 'temperature'),
      name: memberAt(record, 'name'),
      level: memberAt(record, 'level'),
    },
  }),
};

function responseOf(record: unknown): Pick<RecordParts, 'response' | 'skip'> {
  if (memberAt(record, 'type') !== 'GENERATION') return { skip: 'not-an-answer' };
  const output = memberAt(record, 'output');
  const text = textAt(output);
  if (text !== undefined) return { response: text };
  const choice = firstChoice(output);
  if (choice) return messageResponse(choice.message);
  const message = objectAt(output) ?? objectAt(listAt(output).at(-1));
  if (message && ('content' in message || 'tool_calls' in message)) return messageResponse(message);
  const completion = textAt(message?.completion) ?? textAt(message?.text);
  if (completion !== undefined) return { response: completion };
  return { skip: memberAt(record, 'level') === 'ERROR' ? 'connection-failed' : 'no-response' };
}
