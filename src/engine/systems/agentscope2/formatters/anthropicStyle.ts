import { dict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyTruth } from '../../../python/index.ts';
import { type Block, type ContentBlock, type Message, type ToolResultBlock, textsOf } from '../messages/block.ts';
import { loadArguments } from '../readToolCall.ts';
import { type FormatContext, mainType, type ProviderStyle, partDict, taggedParts } from './formatContext.ts';
import { anthropicMedia } from './mediaForms.ts';

const textPart = (text: string) => dict({ type: 'text', text });

/** The payload of one message: results that follow one another are one message of the user's, which any other block ends. */
async function chat(message: Message, context: FormatContext): Promise<PyDict[]> {
  const emitted: PyDict[] = [];
  let content: PyDict[] = [];
  let hasResults = false;
  const flush = () => {
    if (content.length > 0) emitted.push(dict({ role: hasResults ? 'user' : message.role, content }));
    content = [];
    hasResults = false;
  };
  for (const block of message.blocks) {
    if (hasResults !== (block.type === 'tool_result') || block.type === 'hint') flush();
    if (block.type === 'hint') {
      const parts = await hintParts(block.hint, context);
      if (parts.length > 0) emitted.push(dict({ role: 'user', content: parts }));
    } else if (block.type === 'tool_result') {
      content.push(await resultPart(block, context));
      hasResults = true;
    } else content.push(...(await partsOf(block, context)));
  }
  flush();
  return emitted;
}

async function partsOf(
  block: Exclude<Block, { type: 'hint' | 'tool_result' }>,
  context: FormatContext,
): Promise<PyDict[]> {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [textPart(block.text)];
    case 'thinking':
      return thinkingParts(block.thinking, block.written);
    case 'tool_call': {
      const input = loadArguments(block.input || '{}');
      return [dict({ type: 'tool_use', id: block.id, name: block.name, input })];
    }
    default: {
      const part = partDict(await anthropicMedia(block, context));
      return part ? [part] : [];
    }
  }
}

/** Without a signature it is dropped: Anthropic would not take it. */
function thinkingParts(thinking: string, written: PyDict): PyDict[] {
  const redacted = written.get('redacted_thinking_data') ?? null;
  if (redacted !== null) return [dict({ type: 'redacted_thinking', data: redacted })];
  const signature = written.get('signature') ?? null;
  return pyTruth(signature) ? [dict({ type: 'thinking', thinking, signature })] : [];
}

async function hintParts(hint: string | readonly ContentBlock[], context: FormatContext): Promise<PyDict[]> {
  if (typeof hint === 'string') return [textPart(hint)];
  const parts: PyDict[] = [];
  for (const each of hint) {
    const part = each.type === 'text' ? textPart(each.text) : partDict(await anthropicMedia(each, context));
    if (part) parts.push(part);
  }
  return parts;
}

async function resultPart({ id, output }: ToolResultBlock, context: FormatContext): Promise<PyDict> {
  const content: PyValue[] = [];
  if (typeof output === 'string') {
    if (output !== '') content.push(textPart(output));
  } else
    for (const each of output)
      if (each.type === 'data') content.push((await anthropicMedia(each, context)) ?? fallback(each.source));
      else if (each.text !== '') content.push(textPart(each.text));
  if (content.length === 0) content.push(textPart('(empty tool output)'));
  return dict({ type: 'tool_result', tool_use_id: id, content });
}

function fallback(source: (ContentBlock & { type: 'data' })['source']): PyDict {
  const where = source.type === 'url' ? `URL: ${source.url}` : `type: ${source.mediaType}`;
  return textPart(`[${mainType(source)} file returned, ${where}]`);
}

/** Anthropic. */
export const anthropicStyle: ProviderStyle = {
  presents: false,
  chat,
  system: ({ blocks }) => dict({ role: 'system', content: [textPart(textsOf(blocks).join('\n'))] }),
  async talk(run, prompt, context) {
    const parts: PyDict[] = [];
    let lines: string[] = [];
    const endText = () => {
      if (lines.length > 0) parts.push(textPart(lines.join('\n')));
      lines = [];
    };
    for (const { name, blocks } of run) {
      for (const block of blocks) {
        const part = block.type === 'data' ? partDict(await anthropicMedia(block, context)) : undefined;
        if (!part) continue;
        endText();
        parts.push(part);
      }
      const texts = textsOf(blocks);
      if (texts.length > 0) lines.push(`${name || 'Agent'}: ${texts.join(' ')}`);
    }
    endText();
    if (parts.length === 0) return [];
    // Only the first run has tags.
    const content = prompt === undefined ? parts : taggedParts(parts, prompt, textPart);
    return [dict({ role: 'user', content })];
  },
};
