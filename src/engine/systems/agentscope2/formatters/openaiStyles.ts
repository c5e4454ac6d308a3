import { dict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { type Message, textContent } from '../messages/block.ts';
import { type ChatShape, type Pending, walkChat } from './chatWalk.ts';
import {
  type FormatContext,
  historyText,
  type MediaForm,
  type ProviderStyle,
  speakerLines,
  talkMedia,
} from './formatContext.ts';
import { dashScopeMedia, deepSeekMedia, moonshotMedia, openaiMedia } from './mediaForms.ts';

/** In what the providers with OpenAI's form of messages differ. */
interface Differences {
  readonly media: MediaForm;
  /** What becomes of media in hints, where that is something else. */
  readonly hintMedia?: MediaForm;
  /** Whether messages carry the name of who speaks. */
  readonly hasNames: boolean;
  /** Whether what the model thought goes with every message of an assistant (`assistant`), where `input_types` allow it (`allowed`), or never. */
  readonly thinking: 'never' | 'assistant' | 'allowed';
  /** Whether content is one text, and media of hints a line that says so. */
  readonly isPlain: boolean;
}

function openaiLike(differences: Differences): ProviderStyle {
  return {
    presents: !differences.isPlain,
    chat: (message, context) => walkChat(message, shapeOf(differences, context), context),
    system: message => dict({ role: 'system', content: textContent(message) }),
    async talk(run, prompt, context) {
      const lines = speakerLines(run);
      const text = lines.length === 0 ? undefined : historyText(lines, prompt);
      if (differences.isPlain) return text === undefined ? [] : [dict({ role: 'user', content: text })];
      const parts: PyValue[] = text === undefined ? [] : [textPart(text)];
      parts.push(...(await talkMedia(run, differences.media, context)));
      return parts.length === 0 ? [] : [dict({ role: 'user', content: parts })];
    },
  };
}

function textPart(text: string): PyDict {
  return dict({ type: 'text', text });
}

function shapeOf(differences: Differences, { inputTypes }: FormatContext): ChatShape {
  const { isPlain, hasNames, thinking } = differences;
  const keepsThinking = thinking === 'allowed' ? inputTypes.includes('application/x-thinking') : thinking !== 'never';
  const joined = (parts: readonly PyValue[]): PyValue => (isPlain ? (parts as string[]).join('\n') : parts);
  return {
    media: differences.media,
    ...(differences.hintMedia && { hintMedia: differences.hintMedia }),
    text: text => (isPlain ? text : textPart(text)),
    call({ id, name, input }, { calls }) {
      calls.push(dict({ id, type: 'function', function: dict({ name, arguments: input }) }));
      return [];
    },
    thinking({ thinking: text }, pending) {
      if (keepsThinking) pending.thinking.push(text);
      return [];
    },
    flush: (pending, message, isEnd) => flush(pending, message, isEnd, differences),
    hint: parts => dict({ role: 'user', content: joined(parts) }),
    result: ({ id, name }, text) => dict({ role: 'tool', tool_call_id: id, content: text, name }),
    ...(!isPlain && {
      presented: (parts: readonly PyValue[]) =>
        dict({ role: 'user', name: hasNames ? 'system-reminder' : undefined, content: parts }),
    }),
  };
}

function flush(
  { parts, calls, thinking }: Pending,
  { role, name }: Message,
  isEnd: boolean,
  { isPlain, hasNames, thinking: when }: Differences,
): PyDict[] {
  const reasoning = thinking.join('\n');
  const text = isPlain ? (parts as string[]).join('\n') : '';
  // At the end of a message DeepSeek looks at the text, and DashScope at what was thought; before, at whether there are any.
  const hasParts = isPlain && isEnd ? text !== '' : parts.length > 0;
  const hasThinking = when === 'allowed' && isEnd ? reasoning !== '' : thinking.length > 0;
  if (!hasParts && calls.length === 0 && !hasThinking) return [];
  const content = isPlain ? text || (calls.length > 0 ? null : '') : parts.length > 0 ? parts : null;
  const tools = calls.length > 0 ? calls : undefined;
  const speaker = hasNames ? { name } : {};
  if (when === 'allowed')
    return [dict({ role, content, tool_calls: tools, reasoning_content: thinking.length > 0 ? reasoning : undefined })];
  const always = when === 'assistant' && role === 'assistant' ? reasoning : undefined;
  return [dict({ role, ...speaker, content, reasoning_content: always, tool_calls: tools })];
}

/** OpenAI. */
export const openaiStyle: ProviderStyle = openaiLike({
  media: openaiMedia,
  hasNames: true,
  thinking: 'never',
  isPlain: false,
});

/** Moonshot. */
export const moonshotStyle: ProviderStyle = openaiLike({
  media: moonshotMedia,
  hasNames: true,
  thinking: 'assistant',
  isPlain: false,
});

/** DashScope. */
export const dashScopeStyle: ProviderStyle = openaiLike({
  media: dashScopeMedia,
  hasNames: false,
  thinking: 'allowed',
  isPlain: false,
});

/** DeepSeek. */
export const deepSeekStyle: ProviderStyle = openaiLike({
  media: deepSeekMedia,
  hintMedia: async ({ source }) => `[${source.mediaType} attached, not supported by this provider]`,
  hasNames: false,
  thinking: 'assistant',
  isPlain: true,
});
