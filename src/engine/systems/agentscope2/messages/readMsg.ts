import { EngineError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue } from '../../../core/pyValue.ts';
import type { ConversationMessage } from '../../../messages/conversation.ts';
import { pyTruth } from '../../../python/index.ts';
import {
  BudgetSpent,
  errorMessage,
  failed,
  inputLocation,
  issueOf,
  type LineError,
  maxIssues,
  newRun,
  type ValidationIssue,
  type Validator,
} from '../../../validation/index.ts';
import type { Block, ContentBlock, DataSource, HintBlock, Message, TextBlock, ToolResultBlock } from './block.ts';
import { idMark, msgModel, nowMark, toolResultBlock } from './msgModel.ts';

/** What is drawn where a message does not say it. */
export interface Drawn {
  newId(): string;
  now(): string;
}

/** A `ValidationError` of Pydantic's, with its single errors. */
export class MsgValidationError extends EngineError {
  readonly errors: readonly ValidationIssue[];
  /** For every error where in the value it is about, without what is in messages only. */
  readonly places: readonly (readonly (string | number)[])[];
  constructor(title: string, errors: readonly LineError[]) {
    super('ValidationError', errorMessage(title, errors));
    this.errors = errors.slice(0, maxIssues).map(issueOf);
    this.places = errors.slice(0, maxIssues).map(inputLocation);
  }
}

/** `Msg.model_validate(value)`. Raises `MsgValidationError` where it raises. */
export function readMsg(value: PyValue, drawn: Drawn): Message {
  return messageOf(validated('Msg', msgModel, value, drawn));
}

/** `ToolResultBlock.model_validate(value)`. Raises `MsgValidationError` where it raises. */
export function readToolResult(value: PyValue, drawn: Drawn): ToolResultBlock {
  return blockOf(validated('ToolResultBlock', toolResultBlock(), value, drawn)) as ToolResultBlock;
}

/** Validates with a model and draws missing identifiers and times. Raises `MsgValidationError`. */
export function validated(title: string, model: Validator, value: PyValue, drawn: Drawn): PyDict {
  const run = newRun(value);
  let made: PyValue | typeof failed = failed;
  try {
    made = model.validate(value, undefined, run);
  } catch (error) {
    if (!(error instanceof BudgetSpent || error instanceof RangeError)) throw error;
    throw new EngineError('ValidationError', 'Validation gave up: too many combinations, or nested too deeply');
  }
  if (made === failed) throw new MsgValidationError(title, run.errors);
  return filled(made, drawn) as PyDict;
}

/** The value with ids and times in the place of their marks, and in JSON's form. */
function filled(value: PyValue, drawn: Drawn): PyValue {
  if (value === idMark) return drawn.newId();
  if (value === nowMark) return drawn.now();
  if (value instanceof PyOpaque) return value.json;
  if (isPyList(value)) return value.map(each => filled(each, drawn));
  if (isPyDict(value)) return new Map([...value].map(([key, each]) => [key, filled(each, drawn)]));
  return value;
}

/** A message of what validation made of it. */
function messageOf(written: PyDict): Message {
  return {
    name: written.get('name') as string,
    role: written.get('role') as Message['role'],
    id: written.get('id') as string,
    blocks: (written.get('content') as readonly PyDict[]).map(blockOf),
    written,
  };
}

function blockOf(written: PyDict): Block {
  const text = (key: string) => written.get(key) as string;
  const base = { id: text('id'), written };
  const type = text('type') as Block['type'];
  switch (type) {
    case 'text':
      return { ...base, type, text: text('text') };
    case 'thinking':
      return { ...base, type, thinking: text('thinking') };
    case 'hint':
      return { ...base, type, hint: contentOf(written.get('hint')!) };
    case 'tool_call':
      return { ...base, type, name: text('name'), input: text('input'), state: text('state') };
    case 'tool_result':
      return { ...base, type, name: text('name'), output: contentOf(written.get('output')!), state: text('state') };
    default:
      return {
        ...base,
        type,
        source: sourceOf(written.get('source') as PyDict),
        name: (written.get('name') ?? null) as string | null,
      };
  }
}

function contentOf(value: PyValue): string | readonly ContentBlock[] {
  return typeof value === 'string' ? value : (value as readonly PyDict[]).map(each => blockOf(each) as ContentBlock);
}

function sourceOf(written: PyDict): DataSource {
  const text = (key: string) => written.get(key) as string;
  const mediaType = text('media_type');
  return text('type') === 'url'
    ? { type: 'url', url: text('url'), mediaType }
    : { type: 'base64', data: text('data'), mediaType };
}

/** A text block that the framework itself makes. */
export function newTextBlock(text: string, drawn: Drawn, id: string = drawn.newId()): TextBlock {
  const written = new Map<string, PyValue>([
    ['type', 'text'],
    ['text', text],
    ['id', id],
    ['created_at', drawn.now()],
    ['finished_at', null],
  ]);
  return { type: 'text', text, id, written };
}

/** A hint that the framework itself makes. */
export function newHintBlock(hint: string, drawn: Drawn): HintBlock {
  const id = drawn.newId();
  const written = new Map<string, PyValue>([
    ['type', 'hint'],
    ['hint', hint],
    ['id', id],
    ['source', null],
    ['created_at', drawn.now()],
    ['finished_at', drawn.now()],
  ]);
  return { type: 'hint', hint, id, written };
}

/** A message with a content that is a text as the constructors take it: as one block. */
export function asLoaded(message: PyDict): PyDict {
  const content = message.get('content');
  if (typeof content !== 'string') return message;
  const block = new Map<string, PyValue>([
    ['type', 'text'],
    ['text', content],
  ]);
  return new Map([...message, ['content', [block]]]);
}

/** Ids that are the same each time, and a time that is not one: previews do not change by themselves. */
export function stableDrawn(): Drawn {
  let count = 0;
  return { newId: () => (count++).toString(16).padStart(32, '0'), now: () => '(now)' };
}

/** A message of a conversation as AgentScope 2 loads it. Raises `MsgValidationError`. */
export function loadMessage(message: ConversationMessage, drawn: Drawn): Message {
  const { name, role, content, written } = message;
  const entries: (readonly [string, PyValue])[] = [
    ['name', name],
    ['role', role],
    ['content', content],
  ];
  // What is in the file wins, but for the content: an instruction may have been put into it.
  return readMsg(asLoaded(new Map(written ? [...written, ['content', content]] : entries)), drawn);
}

/** The constructors of messages, with the arguments that each takes after `name`, `content` and `metadata`. */
const factories: Readonly<Record<string, { readonly role: string; readonly takes: readonly string[] }>> = {
  UserMsg: { role: 'user', takes: ['created_at', 'finished_at', 'finished_reason', 'id'] },
  SystemMsg: { role: 'system', takes: ['created_at', 'finished_at', 'finished_reason', 'id'] },
  AssistantMsg: {
    role: 'assistant',
    takes: ['created_at', 'finished_at', 'finished_reason', 'structured_output', 'id', 'usage'],
  },
};

/**
 * `UserMsg(**args)`, `AssistantMsg` or `SystemMsg`: a string becomes a block of text, null metadata an empty dict, and
 * only an assistant's message is not finished yet. Raises Python's `TypeError` for arguments that do not fit, and
 * `MsgValidationError`.
 */
export function newMsg(factory: string, args: PyDict, drawn: Drawn): Message {
  const found = Object.hasOwn(factories, factory) ? factories[factory] : undefined;
  if (!found) throw new EngineError('NameError', `name '${factory}' is not defined`);
  const { role, takes } = found;
  for (const key of args.keys())
    if (!['name', 'content', 'metadata', ...takes].includes(key))
      throw new EngineError('TypeError', `${factory}() got an unexpected keyword argument '${key}'`);
  const missing = ['name', 'content'].filter(key => !args.has(key));
  if (missing.length > 0) {
    const [count, names] = [missing.length, missing.map(key => `'${key}'`).join(' and ')];
    const plural = count === 1 ? '' : 's';
    throw new EngineError('TypeError', `${factory}() missing ${count} required positional argument${plural}: ${names}`);
  }
  const or = (key: string, otherwise: () => PyValue): PyValue => {
    const value = args.get(key) ?? null;
    return pyTruth(value) ? value : otherwise();
  };
  const content = args.get('content')!;
  const createdAt = or('created_at', () => drawn.now());
  const finishedAt = args.get('finished_at') ?? (role === 'assistant' ? null : createdAt);
  const values: Readonly<Record<string, PyValue>> = {
    created_at: createdAt,
    finished_at: finishedAt,
    id: or('id', () => drawn.newId()),
  };
  return readMsg(
    new Map<string, PyValue>([
      ['name', args.get('name')!],
      ['content', typeof content === 'string' ? [newTextBlock(content, drawn).written] : content],
      ['role', role],
      ['metadata', or('metadata', () => new Map())],
      ...takes.map(key => [key, values[key] ?? args.get(key) ?? null] as const),
    ]),
    drawn,
  );
}
