import { dict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { textContent } from '../messages/block.ts';
import { loadArguments } from '../readToolCall.ts';
import { type ChatShape, walkChat } from './chatWalk.ts';
import { type ProviderStyle, partDict, taggedParts } from './formatContext.ts';
import { geminiMedia } from './mediaForms.ts';

function content(role: string, parts: readonly PyValue[]): PyDict {
  return dict({ role: role === 'assistant' ? 'model' : 'user', parts });
}

const textPart = (text: string) => dict({ text });

const shape: ChatShape = {
  media: geminiMedia,
  text: textPart,
  call({ id, name, input }, { parts }) {
    parts.push(dict({ function_call: dict({ id, name, args: loadArguments(input || '{}') }) }));
    return [];
  },
  thinking({ thinking }, { parts }) {
    if (thinking !== '') parts.push(dict({ thought: true, text: thinking }));
    return [];
  },
  flush: ({ parts }, { role }) => (parts.length === 0 ? [] : [content(role, parts)]),
  hint: parts => content('user', parts),
  result: ({ id, name }, text) =>
    content('user', [dict({ function_response: dict({ id, name, response: dict({ output: text }) }) })]),
  presented: parts => content('user', parts),
};

/** Gemini, which knows no role but `user` and `model`. */
export const geminiStyle: ProviderStyle = {
  presents: true,
  chat: (message, context) => walkChat(message, shape, context),
  system: message => content('user', [dict({ text: textContent(message) })]),
  async talk(run, prompt, context) {
    const parts: PyDict[] = [];
    let lines: string[] = [];
    const endText = () => {
      if (lines.length > 0) parts.push(textPart(lines.join('\n')));
      lines = [];
    };
    for (const { name, blocks } of run)
      for (const block of blocks)
        if (block.type === 'text') lines.push(`${name}: ${block.text}`);
        else if (block.type === 'data') {
          // One that is dropped ends the text as well.
          endText();
          const part = partDict(await geminiMedia(block, context));
          if (part) parts.push(part);
        }
    endText();
    return parts.length === 0 ? [] : [content('user', taggedParts(parts, prompt ?? '', textPart))];
  },
};
