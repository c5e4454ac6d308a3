import { EngineError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { contentBlocks, dictOf, get, type Msg } from '../../messages/msg.ts';
import { stableUuid } from '../../messages/stableId.ts';
import { pyStr, pyTruth } from '../../python/index.ts';
import { dict, isOneOf } from './chatBlocks.ts';
import type { FormatContext, FormatterType } from './formatter.ts';

/** `format`: all messages as the parts of one, which the user sends. Names, roles and metadata are lost. */
async function whole(msgs: readonly Msg[], context: FormatContext): Promise<PyDict> {
  const parts = msgs.flatMap(msg => contentBlocks(msg).flatMap(block => partsOf(block, context)));
  // The class draws a random id; one that depends on the content lets previews stay still.
  return dict({ kind: 'message', messageId: stableUuid(pyStr(parts)), parts, role: 'user' });
}

function partsOf(block: PyValue, context: FormatContext): PyDict[] {
  const type = get(block, 'type');
  for (const key of ['text', 'thinking'])
    if (type === key && pyTruth(get(block, key))) return [dict({ kind: 'text', text: get(block, key) })];
  if (isOneOf(type, ['image', 'video', 'audio']) && pyTruth(get(block, 'source')))
    return [dict({ file: file(get(block, 'source')), kind: 'file' })];
  if (isOneOf(type, ['tool_use', 'tool_result'])) return [dict({ data: dictOf(block), kind: 'data' })];
  context.warn(`Unsupported block type ${pyStr(type)} in A2AFormatter.`);
  return [];
}

/** A file by its address, which is left as it is, or by its bytes. */
function file(source: PyValue): PyDict {
  const type = get(source, 'type');
  if (type === 'url') return dict({ uri: get(source, 'url') });
  if (type !== 'base64') throw new EngineError('ValueError', `Unsupported source type: ${pyStr(type)}`);
  const mimeType = get(source, 'media_type');
  return dict({ bytes: get(source, 'data'), ...(mimeType !== null && { mimeType }) });
}

/** The formatter for agents that are reached by the A2A protocol. */
export const a2aFormatters: readonly FormatterType[] = [
  {
    name: 'A2AChatFormatter',
    provider: 'A2A',
    multiAgent: false,
    // A protocol between agents, whose pages state none.
    rules: undefined,
    since: '1.0.11',
    whole,
    support: {
      tools: 'converted',
      image: 'converted',
      audio: 'converted',
      video: 'converted',
      thinking: 'converted',
    },
  },
];
