import { dataAt, idAt, listAt, memberAt, objectAt, textAt } from '../../json/plainData.ts';
import type { LogReader } from '../../messages/logReader.ts';
import { firstChoice, messageResponse, textOf, thoughtBeside } from './messageResponse.ts';
import { prefixed } from './plainRows.ts';

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

/** Observations exported from Langfuse: generations are answers, spans and events are not. In a table their data are JSON texts. */
export const langfuseObservations: LogReader = {
  name: 'langfuse',
  title: 'Langfuse observations',
  field: 'output.content',
  recognises(data) {
    const record = unquoted(data);
    return (
      types.has(memberAt(record, 'type')) && (memberAt(record, 'traceId') ?? memberAt(record, 'trace_id')) !== undefined
    );
  },
  read(data) {
    const record = unquoted(data);
    return {
      ...idAt(memberAt(record, 'id')),
      ...responseOf(record),
      columns: {
        ...prefixed('metadata', dataAt(memberAt(record, 'metadata'))),
        model:
          memberAt(record, 'model') ?? memberAt(record, 'provided_model_name') ?? memberAt(record, 'providedModelName'),
        temperature: memberAt(
          dataAt(memberAt(record, 'modelParameters') ?? memberAt(record, 'model_parameters')),
          'temperature',
        ),
        name: memberAt(record, 'name'),
        level: memberAt(record, 'level'),
      },
    };
  },
};

/** Older exports have every cell of a table as JSON, texts in quotes: the texts. */
function unquoted(record: unknown): unknown {
  const type = memberAt(record, 'type');
  if (typeof type !== 'string' || !type.startsWith('"')) return record;
  return Object.fromEntries(Object.entries(objectAt(record) ?? {}).map(([name, cell]) => [name, textOfJson(cell)]));
}

function textOfJson(cell: unknown): unknown {
  if (typeof cell !== 'string' || !cell.startsWith('"')) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

function responseOf(record: unknown): ReturnType<typeof messageResponse> {
  if (memberAt(record, 'type') !== 'GENERATION') return { skip: 'not-an-answer' };
  const written = memberAt(record, 'output');
  const output = isAnswer(dataAt(written)) ? dataAt(written) : written;
  const text = textAt(output);
  // A table has an empty cell where there was no answer.
  if (text === '' && memberAt(record, 'level') === 'ERROR') return { skip: 'connection-failed' };
  if (text !== undefined) return { response: text };
  const choice = firstChoice(output);
  if (choice) return messageResponse(choice.message);
  const list = listAt(output);
  if (list.length > 0 && list.every(isBlock)) {
    const words = list.some(block => memberAt(block, 'type') === 'tool_use') ? null : textOf(list);
    return words === null
      ? messageResponse({ content: list })
      : { response: words, ...thoughtBeside({ content: list }) };
  }
  const message = objectAt(output) ?? objectAt(list.at(-1));
  if (message && ('content' in message || 'tool_calls' in message)) return messageResponse(message);
  const completion = textAt(message?.completion) ?? textAt(message?.text);
  if (completion !== undefined) return { response: completion };
  return { skip: memberAt(record, 'level') === 'ERROR' ? 'connection-failed' : 'no-response' };
}

/** Whether data are a provider's answer: a text that is JSON may as well be what the model wrote. */
function isAnswer(data: unknown): boolean {
  const message = objectAt(data) ?? objectAt(listAt(data).at(-1));
  return message?.role === 'assistant' || firstChoice(data) !== undefined;
}

/** Whether an item of a list is a block of Anthropic's, and not a message. */
function isBlock(item: unknown): boolean {
  return memberAt(item, 'role') === undefined && typeof memberAt(item, 'type') === 'string';
}
