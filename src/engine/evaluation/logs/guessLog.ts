import { fieldPathText, parseFieldPath, textFields, valueAtField } from '../fieldPath.ts';
import { rowResponse } from '../rowResponse.ts';
import { listAt, memberAt } from './plainData.ts';
import { logReaders } from './registry.ts';

/** What the first records of a log show. */
export interface LogGuess {
  /** The name of the reader. */
  readonly reader: string;
  /** Where each record has its response; absent: the reader knows by itself, or nothing was found. */
  readonly field?: string;
  /** The fields that hold a text, to choose from. */
  readonly fields: readonly string[];
  /** Whether a response was found at all. */
  readonly found: boolean;
}

/** Names of fields that hold responses, the surest first. */
const names = [
  'response',
  'completion',
  'model_output',
  'output',
  'generation',
  'generated_text',
  'prediction',
  'answer',
  'assistant',
  'raw_response',
  'result',
  'text',
  'content',
  'message',
  'reply',
];
/** Fields that hold something else, however long it is. */
const others =
  /(?:^|[._[])(?:prompt|input|question|instruction|system|context|request|user|query|expected|target|error|id|model(?!_output)|timestamp|created)/i;
const maxFields = 20;

/** Finds out what a log is by its first records, which are plain data. Total. */
export function guessLog(records: readonly unknown[]): LogGuess {
  const fields = [...new Set(records.flatMap(record => textFields(record, maxFields)))].slice(0, maxFields);
  const half = records.length / 2;
  for (const reader of logReaders.slice(0, -1))
    if (records.filter(record => reader.recognises(record)).length > half)
      return { reader: reader.name, fields, found: true };
  const reader = logReaders.at(-1)!.name;
  if (records.filter(record => rowResponse(record) !== undefined).length > 0) return { reader, fields, found: true };
  const field = records.filter(endsWithAnswer).length > half ? transcript : likeliest(fields, records);
  return { reader, fields, found: field !== undefined, ...(field !== undefined && { field }) };
}

/** Where the last answer of a conversation stands. */
const transcript = 'messages[-1]';

function endsWithAnswer(record: unknown): boolean {
  return memberAt(listAt(memberAt(record, 'messages')).at(-1), 'role') === 'assistant';
}

/** The field that most records have, a well-known name before the longest texts. */
function likeliest(fields: readonly string[], records: readonly unknown[]): string | undefined {
  const scored = fields
    .filter(field => !others.test(field))
    .map(field => {
      const path = parseFieldPath(field);
      const texts = records.flatMap(record => {
        const value = valueAtField(record, path);
        return typeof value === 'string' ? [value] : [];
      });
      const length = texts.reduce((sum, text) => sum + Math.min(text.length, 10_000), 0) / Math.max(1, texts.length);
      const last = path.findLast(step => typeof step === 'string');
      const known = names.indexOf(String(last).toLowerCase());
      return {
        field: fieldPathText(path),
        score: texts.length / records.length + (known < 0 ? 0 : 2 - known / 100) + length / 10_000,
      };
    });
  return scored.sort((one, other) => other.score - one.score)[0]?.field;
}
