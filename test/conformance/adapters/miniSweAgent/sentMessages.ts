import { EngineError } from '../../../../src/engine/core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../../../src/engine/core/pyValue.ts';
import type { Mode } from '../../../../src/engine/systems/miniSweAgent/modelClass.ts';

/** mini-swe-agent's `_prepare_messages_for_api`: what is sent for its messages. Raises what Python raises. */
export function preparedMessages(messages: readonly PyValue[], mode: Mode, cacheControl: PyValue): readonly PyDict[] {
  const dicts = messages.map(dict);
  if (mode === 'actions_toolcall_response') return flattened(dicts);
  const prepared = dicts.map(withoutExtra).map(thinkingFirst);
  if (cacheControl === null) return prepared;
  return prepared.map((message, i) => marked(message, i === prepared.length - 1));
}

function dict(value: PyValue): PyDict {
  if (isPyDict(value)) return value;
  throw new EngineError('AttributeError', `'${pyTypeName(value)}' object has no attribute 'items'`);
}

function withoutExtra(message: PyDict): PyDict {
  return new Map([...message].filter(([key]) => key !== 'extra'));
}

function flattened(messages: readonly PyDict[]): readonly PyDict[] {
  return messages.flatMap(message => {
    if (message.get('object') !== 'response') return [withoutExtra(message)];
    const output = message.get('output') ?? [];
    return isPyList(output) ? output.map(item => withoutExtra(dict(item))) : [];
  });
}

function thinkingFirst(message: PyDict): PyDict {
  const content = message.get('content') ?? null;
  if (message.get('role') !== 'assistant' || !isPyList(content)) return message;
  const isThinking = (block: PyValue) =>
    isPyDict(block) && ['thinking', 'redacted_thinking'].includes(String(block.get('type')));
  const thinking = content.filter(isThinking);
  if (thinking.length === 0) return message;
  const others = content.filter(block => !isThinking(block));
  const rest = others.length > 0 ? others : [textPart('')];
  return new Map(message).set('content', [...thinking, ...rest]);
}

const ephemeral: PyDict = new Map([['type', 'ephemeral']]);

/** A message without old marks; the last one with a new. */
function marked(message: PyDict, isLast: boolean): PyDict {
  if (!message.has('content')) throw new EngineError('KeyError', "'content'");
  const made = new Map(message);
  let content = message.get('content') ?? null;
  if (isPyList(content)) {
    if (content.length !== 1) throw new EngineError('AssertionError', 'Expected single message in content');
    content = [new Map([...dict(content[0] ?? null)].filter(([key]) => key !== 'cache_control'))];
    made.set('content', content);
  }
  made.delete('cache_control');
  if (!isLast) return made;
  if (content === null) return made.set('cache_control', ephemeral);
  const [part = null] = isPyList(content) ? content : [textPart(content)];
  if (!message.has('role')) throw new EngineError('KeyError', "'role'");
  if (message.get('role') === 'tool') return made.set('content', [part]).set('cache_control', ephemeral);
  return made.set('content', [new Map(dict(part)).set('cache_control', ephemeral)]);
}

function textPart(text: PyValue): PyDict {
  return new Map<string, PyValue>([
    ['type', 'text'],
    ['text', text],
  ]);
}
