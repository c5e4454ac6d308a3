import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { toJsonText } from '../../../python/index.ts';
import { messageInput } from '../messageInput.ts';
import { parsePartialJson } from '../python/pythonJson.ts';

/**
 * The fields of LangChain's `AIMessageChunk` for a message whose JSON text has not ended: the arguments of its calls are
 * what has come of them. `undefined`: nothing of a message is there yet. Linear.
 */
export function growingMessage(text: string): PyDict | undefined {
  const read = parsePartialJson(text);
  if (!read.ok || read.value === null) return undefined;
  const { fields, isPasted } = messageInput({ text: toJsonText(read.value, 0) });
  if (!isPasted) return undefined;
  return new Map<string, PyValue>([...fields, ['tool_call_chunks', callChunks(fields)]]);
}

function callChunks(fields: PyDict): readonly PyDict[] {
  const own = fields.get('tool_calls');
  if (isPyList(own) && own.length > 0)
    return own
      .filter(isPyDict)
      .map((call, i) => chunk(i, call.get('name'), toJsonText(call.get('args') ?? new Map(), 0), call.get('id')));
  const additional = fields.get('additional_kwargs');
  const raw = isPyDict(additional) ? (additional.get('tool_calls') ?? null) : null;
  if (!isPyList(raw)) return [];
  return raw.filter(isPyDict).map((call, i) => {
    const made = call.get('function');
    const of = (key: string) => (isPyDict(made) ? made.get(key) : undefined);
    return chunk(i, of('name'), of('arguments'), call.get('id'));
  });
}

function chunk(index: number, name: PyValue = '', args: PyValue = '', id: PyValue = null): PyDict {
  return new Map<string, PyValue>([
    ['name', name],
    ['args', args],
    ['id', id],
    ['index', index],
  ]);
}
