import type { PyList, PyValue } from '../../core/pyValue.ts';
import { pyContains, pyStripOf } from '../../python/index.ts';
import type { ChatTemplate } from './chatTemplate.ts';
import { defined, each, is, item, type JinjaValue, plus, printed, stringFor, truth, Undefined } from './jinjaValue.ts';
import { innerToolResponse, toJson, toolPrompt, toolResponse } from './qwen25.ts';

/** Qwen3: answers before the last question go without their reasoning. Raises Python's `TypeError` for content that is a list. */
export const qwen3: ChatTemplate = {
  render(messages, tools) {
    const [first = null] = messages;
    const isSystem = is(item(first, 'role'), 'system');
    let text = '';
    if (truth(tools)) {
      const prompt = toolPrompt(tools).slice(2);
      text = `<|im_start|>system\n${isSystem ? plus(item(first, 'content'), '\n\n') : ''}${prompt}`;
    } else if (isSystem) text = plus('<|im_start|>system\n', item(first, 'content'), '<|im_end|>\n');
    const lastQuery = lastQueryIndex(messages);
    for (const [index, message] of messages.entries()) {
      const role = item(message, 'role');
      if (is(role, 'assistant')) text += answer(message, index > lastQuery, index === messages.length - 1);
      else if (is(role, 'tool')) text += toolResponse(messages, index);
      else if (index > 0 || !is(role, 'system')) text += plainMessage(message);
    }
    return text;
  },
  parts: {
    around: '',
    opening: () => '',
    message(message) {
      const role = item(message, 'role');
      if (is(role, 'assistant')) return [answer(message, false, false), answer(message, true, true)];
      return [is(role, 'tool') ? innerToolResponse(message) : plainMessage(message)];
    },
    leading: 'user\n',
    exact: false,
  },
};

function plainMessage(message: PyValue): string {
  const role = item(message, 'role');
  if (!is(role, 'user') && !is(role, 'system')) return '';
  return plus('<|im_start|>', role, '\n', item(message, 'content'), '<|im_end|>\n');
}

/** The last message of a user that is not a tool's response. */
function lastQueryIndex(messages: PyList): number {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index] ?? null;
    if (!is(item(message, 'role'), 'user')) continue;
    const content = stringFor('startswith', item(message, 'content'));
    if (!(content.startsWith('<tool_response>') && content.endsWith('</tool_response>'))) return index;
  }
  return messages.length - 1;
}

function answer(message: PyValue, isAfterQuery: boolean, isLast: boolean): string {
  const { content, reasoning } = parts(message);
  let text = '';
  if (isAfterQuery && (isLast || truth(reasoning))) {
    const thought = pyStripOf(stringFor('strip', reasoning), '\n');
    const rest = withoutLeading(stringFor('lstrip', content));
    text = `<|im_start|>assistant\n<think>\n${thought}\n</think>\n\n${rest}`;
  } else text = plus('<|im_start|>assistant\n', content);
  for (const [index, entry] of (truth(item(message, 'tool_calls'))
    ? each(item(message, 'tool_calls'))
    : []
  ).entries()) {
    if (index > 0 || truth(content)) text += '\n';
    const fn = item(entry, 'function');
    const call = truth(fn) ? fn : entry;
    const args = item(call, 'arguments');
    text += `<tool_call>\n{"name": "${printed(item(call, 'name'))}", "arguments": ${typeof args === 'string' ? args : toJson(args)}}\n</tool_call>`;
  }
  return `${text}<|im_end|>\n`;
}

/** An answer's content and the reasoning before it, which has a key of its own or stands in the content. */
function parts(message: PyValue): { readonly content: JinjaValue; readonly reasoning: JinjaValue } {
  const content = item(message, 'content');
  const own = item(message, 'reasoning_content');
  if (!(own instanceof Undefined) && own !== null) return { content, reasoning: own };
  if (content instanceof Undefined || !pyContains(defined(content), '</think>')) return { content, reasoning: '' };
  const sections = stringFor('split', content).split('</think>');
  // The template strips line breaks at its end too, as printing it does in any case.
  const thought = sections[0]!.split('<think>').at(-1)!;
  return { content: withoutLeading(sections.at(-1)!), reasoning: withoutLeading(thought) };
}

/** Python's `text.lstrip('\n')`. */
function withoutLeading(text: string): string {
  let start = 0;
  while (text[start] === '\n') start++;
  return text.slice(start);
}
