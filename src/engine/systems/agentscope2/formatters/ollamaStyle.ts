import { dict, isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { textsOf } from '../messages/block.ts';
import { loadArguments } from '../readToolCall.ts';
import { type ChatShape, walkChat } from './chatWalk.ts';
import { type MediaForm, type ProviderStyle, taggedParts, talkMedia } from './formatContext.ts';
import { ollamaMedia } from './mediaForms.ts';

/** An image as it stands among texts until the message is made; one without data is not one. */
const image: MediaForm = async (block, context) => {
  const data = await ollamaMedia(block, context);
  return data === undefined || data === '' ? undefined : dict({ image: data });
};

/** A message with the texts on lines of their own, and the images beside them. */
function message(role: string, parts: readonly PyValue[], toolCalls?: PyValue): PyDict {
  const texts = parts.filter(part => typeof part === 'string');
  const images = parts.flatMap(part => (isPyDict(part) ? [part.get('image')!] : []));
  return dict({
    role,
    content: texts.join('\n'),
    tool_calls: toolCalls,
    images: images.length > 0 ? images : undefined,
  });
}

/** `isTag`: tag 2.0.6 loses the images before a call. */
const shapeOf = (isTag: boolean): ChatShape => ({
  media: image,
  text: text => text,
  /** Every call is a message of its own, with what is collected before it. */
  call({ name, input }, { parts }, { role }) {
    const call = dict({ function: dict({ name, arguments: loadArguments(input || '{}') }) });
    const before = parts.splice(0);
    return [message(role, isTag ? before.filter(part => typeof part === 'string') : before, [call])];
  },
  thinking: () => [],
  flush: ({ parts }, { role }) => (parts.length === 0 ? [] : [message(role, parts)]),
  hint: parts => message('user', parts),
  result: ({ name }, text) => dict({ role: 'tool', tool_name: name, content: text }),
  presented: parts => message('user', parts),
});

/** Ollama. */
export const ollamaStyle: ProviderStyle = {
  presents: true,
  chat: (each, context) => walkChat(each, shapeOf(context.isTag), context),
  system: ({ blocks }) => dict({ role: 'system', content: textsOf(blocks).join('\n') }),
  async talk(run, prompt, context) {
    const lines = run.flatMap(({ name, blocks }) => {
      const texts = [...(name === '' ? [] : [`${name}:`]), ...textsOf(blocks)];
      return texts.length === 0 ? [] : [texts.join('\n')];
    });
    const images = await talkMedia(run, image, context);
    if (lines.length === 0) return [];
    const textPart = (text: string) => dict({ text });
    const whole = textPart(lines.join('\n'));
    const parts = prompt === undefined ? [whole] : taggedParts([whole], prompt, textPart);
    return [message('user', [parts.map(part => part.get('text') as string).join('\n'), ...images])];
  },
};
