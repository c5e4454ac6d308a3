import type { PyValue } from '../../core/pyValue.ts';
import { pyContains } from '../../python/index.ts';
import type { ChatTemplate } from './chatTemplate.ts';
import { each, is, item, printed } from './jinjaValue.ts';

const systemPrompt = '<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n';

/** Qwen2.5-VL: role and content of each message; tools, calls, names and call ids are not printed. */
export const qwen25Vl: ChatTemplate = {
  render(messages) {
    const isSystem = is(item(messages[0] ?? null, 'role'), 'system');
    return (isSystem ? '' : systemPrompt) + messages.map(messageText).join('');
  },
  parts: {
    around: '',
    opening: role => (is(role, 'system') ? '' : systemPrompt),
    message: message => [messageText(message)],
    leading: 'user\n',
    exact: true,
  },
};

function messageText(message: PyValue): string {
  const content = item(message, 'content');
  const text = typeof content === 'string' ? content : each(content).map(part).join('');
  return `<|im_start|>${printed(item(message, 'role'))}\n${text}<|im_end|>\n`;
}

function part(value: PyValue): string {
  const type = item(value, 'type');
  if (is(type, 'image') || pyContains(value, 'image') || pyContains(value, 'image_url'))
    return '<|vision_start|><|image_pad|><|vision_end|>';
  if (is(type, 'video') || pyContains(value, 'video')) return '<|vision_start|><|video_pad|><|vision_end|>';
  return pyContains(value, 'text') ? printed(item(value, 'text')) : '';
}
