import { EngineError } from '../../../core/errors.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { pyTruth } from '../../../python/index.ts';
import type { Message } from './block.ts';
import { type Drawn, newTextBlock, readMsg } from './readMsg.ts';

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
