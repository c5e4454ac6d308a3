import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import type { ChatTemplate } from './chatTemplate.ts';
import { each, firstItem, is, isIterable, item, type JinjaValue, plus, trim } from './jinjaValue.ts';

/** Gemma 3: the system message goes in front of the first question, and questions and answers must alternate. */
export const gemma3: ChatTemplate = {
  render(messages) {
    const [first = null] = messages;
    const isSystem = is(item(first, 'role'), 'system');
    const prefix = isSystem ? plus(systemText(item(first, 'content')), '\n\n') : '';
    let text = '<bos>';
    for (const [index, message] of messages.slice(isSystem ? 1 : 0).entries()) {
      const role = item(message, 'role');
      if (is(role, 'user') !== (index % 2 === 0))
        throw templateError('Conversation roles must alternate user/assistant/user/assistant/...');
      text += plus('<start_of_turn>', is(role, 'assistant') ? 'model' : role, '\n', index === 0 ? prefix : '');
      text += `${contentText(item(message, 'content'))}<end_of_turn>\n`;
    }
    return text;
  },
};

function systemText(content: JinjaValue): JinjaValue {
  return typeof content === 'string' ? content : item(firstItem(content), 'text');
}

function contentText(content: JinjaValue): string {
  if (typeof content === 'string') return trim(content);
  if (isIterable(content)) return each(content).map(partText).join('');
  throw templateError('Invalid content type');
}

function partText(part: PyValue): string {
  const type = item(part, 'type');
  if (is(type, 'image')) return '<start_of_image>';
  return is(type, 'text') ? trim(item(part, 'text')) : '';
}

function templateError(message: string): EngineError {
  return new EngineError('TemplateError', message);
}
