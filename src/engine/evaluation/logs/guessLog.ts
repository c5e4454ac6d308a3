import { dataAt, listAt, memberAt, objectAt, tableRow } from '../../json/plainData.ts';
import { type FieldPath, fieldPathText, parseFieldPath, textFields, valueAtField } from '../fieldPath.ts';
import { rowResponse } from '../rowResponse.ts';
import { answersIn, conversationTurns, messagesOf } from './conversationTurns.ts';
import { logReaders } from './registry.ts';

/** What the first records of a log show. */
export interface LogGuess {
  /** The name of the reader. */
  readonly reader: string;
  /** Where each record has its response; absent: the reader knows by itself, or nothing was found. */
  readonly field?: string;
  /** Where each record has the provider's answer that the reader reads; absent: the record is one, or none was found. */
  readonly body?: string;
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
  'resps',
];
/** Words that make a field one that holds something else, however long it is. */
const others = new Set(
  `prompt prompts input inputs question questions query instruction instructions request requests expected target gold
  golden reference truth label labels ideal error errors exception id ids key uuid timestamp created object type role name
  doc docs document documents reference references user system context status url path date time version hash finish stop messages conversations conversation history arguments`.split(
    /\s+/,
  ),
);
const maxFields = 20;
/** How many members of a record are looked at for a provider's answer. */
const maxMembers = 100;

/** Finds out what a log is by its first records, which are plain data. `header`: what the log says of all of them. Total. */
export function guessLog(data: readonly unknown[], header?: unknown): LogGuess {
  const records = data.map(record => tableRow(record, header));
  const fields = [...new Set(records.flatMap(record => textFields(record, maxFields)))].slice(0, maxFields);
  const half = records.length / 2;
  for (const reader of logReaders.slice(0, -1))
    if (
      records.filter(record => reader.recognises(record)).length > half &&
      !(reader.name === conversationTurns.name && endWithAnswers(records))
    )
      return { reader: reader.name, fields, found: true };
  const inside = answerInside(records);
  if (inside) return { ...inside, fields, found: true };
  const reader = logReaders.at(-1)!.name;
  if (records.some(hasOwnResponse)) return { reader, fields, found: true };
  const field = transcripts.find(({ ends }) => records.filter(ends).length > half)?.field ?? likeliest(fields, records);
  const dialog = dialogAround(field, fields, records);
  if (dialog !== undefined) return { reader: conversationTurns.name, field: dialog, fields, found: true };
  return {
    reader,
    fields,
    found: field !== undefined,
    ...(field !== undefined && { field: messageAround(field, records) }),
  };
}

/** The member in which most records have a provider's answer, such as `response_body` or `output`; in a table it is JSON text. */
function answerInside(records: readonly unknown[]): { readonly reader: string; readonly body: string } | undefined {
  const readers = logReaders.filter(({ isAnswer }) => isAnswer);
  const names = [...new Set(records.flatMap(record => Object.keys(objectAt(record) ?? {})))].slice(0, maxMembers);
  for (const name of names) {
    const answers = records.map(record => dataAt(memberAt(record, name)));
    for (const reader of readers)
      if (answers.filter(answer => objectAt(answer) && reader.recognises(answer)).length > records.length / 2)
        return { reader: reader.name, body: fieldPathText([name]) };
  }
  return undefined;
}

/** The list of messages around a field, or, where no field was found, around any: deep in a row a conversation's first text is its user's. */
function dialogAround(
  field: string | undefined,
  fields: readonly string[],
  records: readonly unknown[],
): string | undefined {
  for (const path of (field === undefined ? fields : [field]).map(parseFieldPath)) {
    const ends = path.flatMap((step, i) => (step === 0 && i > 0 ? [i] : []));
    for (const end of [...ends, ...(field === undefined ? [path.length] : [])]) {
      const list = path.slice(0, end);
      const dialogs = records.filter(record => answersIn(messagesOf(valueAtField(record, list))).length > 0);
      if (dialogs.length > records.length / 2) return fieldPathText(list);
    }
  }
  return undefined;
}

/** The message that has its text at this field, where it is one of the assistant's: it may call tools instead, or have blocks. */
function messageAround(field: string, records: readonly unknown[]): string {
  const path = parseFieldPath(field);
  const message = path.slice(0, path.lastIndexOf('content'));
  if (message.length === 0) return field;
  const own = records.filter(record => memberAt(valueAtField(record, message), 'role') === 'assistant');
  return own.length > records.length / 2 ? fieldPathText(message) : field;
}

/** Whether a record is a response, or has one where rows have theirs. A `message` or `content` that is a text may be a log's own words. */
function hasOwnResponse(record: unknown): boolean {
  if (rowResponse(record) === undefined) return false;
  const inner = objectAt(record);
  return !inner || inner.response != null || inner.role !== undefined || typeof inner.message !== 'string';
}

/** Where the last answer of a conversation stands. */
const transcripts = [
  { field: 'messages[-1]', ends: (record: unknown) => isAnswer(record, 'messages', 'role') },
  { field: 'conversations[-1].value', ends: (record: unknown) => isAnswer(record, 'conversations', 'from') },
];

/** Whether conversations end with an answer, which is then found by its place. */
function endWithAnswers(records: readonly unknown[]): boolean {
  return transcripts.some(({ ends }) => records.every(record => ends(record)));
}

function isAnswer(record: unknown, list: string, role: string): boolean {
  return ['assistant', 'gpt'].includes(String(memberAt(listAt(memberAt(record, list)).at(-1), role)));
}

/** Whether a field may hold a response, by the words of its names. */
function mayHold(path: FieldPath): boolean {
  return path.every(step => {
    if (typeof step === 'number') return true;
    const words = wordsOf(step);
    if (words.some(word => others.has(word))) return false;
    // `model`, but not `model_output`.
    return words[0] !== 'model' || words.some(word => names.includes(word));
  });
}

/** `modelOutput` and `model_output` are two words. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** How surely a field of this name holds responses: 0 says nothing. `share`: of the records that have it. */
function nameScore(path: FieldPath, share: number): number {
  const last = String(path.findLast(step => typeof step === 'string')).toLowerCase();
  // A log has words of its own in it.
  if (last === 'message') return 1;
  const place = names.indexOf(last);
  if (place >= 0) return 2 - place / 100;
  // A name that has such a word in it may be of a record about the others.
  return share > 0.1 && wordsOf(last).some(word => names.includes(word)) ? 1.5 : 0;
}

/** The field that most records have, a well-known name before the longest texts. */
function likeliest(fields: readonly string[], records: readonly unknown[]): string | undefined {
  const scored = fields
    .map(parseFieldPath)
    .filter(mayHold)
    .map(path => {
      const texts = records.flatMap(record => {
        const value = valueAtField(record, path);
        return typeof value === 'string' ? [value] : [];
      });
      const length = texts.reduce((sum, text) => sum + Math.min(text.length, 10_000), 0) / Math.max(1, texts.length);
      return {
        field: fieldPathText(path),
        score: texts.length / records.length + nameScore(path, texts.length / records.length) + length / 10_000,
      };
    });
  return scored.sort((one, other) => other.score - one.score)[0]?.field;
}
