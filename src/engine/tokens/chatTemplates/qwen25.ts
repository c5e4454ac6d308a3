import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { jsonDumps, pyIterate } from '../../python/index.ts';
import type { ChatTemplate } from './chatTemplate.ts';
import { each, is, item, type JinjaValue, plus, printed, truth, Undefined } from './jinjaValue.ts';

const systemPrompt = 'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.';

/** Qwen2.5's text models. Raises Python's `TypeError` for content that is a list. */
export const qwen25: ChatTemplate = {
  render(messages, tools) {
    const [first = null] = messages;
    const content = is(item(first, 'role'), 'system') ? item(first, 'content') : systemPrompt;
    let text = truth(tools)
      ? `<|im_start|>system\n${printed(content)}${toolPrompt(tools)}`
      : `${plus('<|im_start|>system\n', content, '<|im_end|>\n')}`;
    for (const [index, message] of messages.entries()) {
      if (is(item(message, 'role'), 'tool')) text += toolResponse(messages, index);
      else if (index > 0 || !is(item(message, 'role'), 'system')) text += messageText(message);
    }
    return text;
  },
  parts: {
    around: '',
    opening: role => (is(role, 'system') ? '' : `<|im_start|>system\n${systemPrompt}<|im_end|>\n`),
    message: message => [is(item(message, 'role'), 'tool') ? innerToolResponse(message) : messageText(message)],
    leading: 'user\n',
    exact: false,
  },
};

/** A message of any role but `tool`. */
function messageText(message: PyValue): string {
  const role = item(message, 'role');
  if (is(role, 'assistant') && truth(item(message, 'tool_calls'))) return withCalls(message);
  if (!is(role, 'user') && !is(role, 'assistant') && !is(role, 'system')) return '';
  return plus('<|im_start|>', role, '\n', item(message, 'content'), '<|im_end|>\n');
}

/** What Qwen's templates say about tools, from the empty line on to the end of the system message. */
export function toolPrompt(tools: PyValue): string {
  const list = pyIterate(tools).map(tool => `\n${jsonDumps(tool, { ensureAscii: false })}`);
  return `\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\nYou are provided with function signatures within <tools></tools> XML tags:\n<tools>${list.join('')}\n</tools>\n\nFor each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call><|im_end|>\n`;
}

/** A message of role `tool`: consecutive ones share one user message. */
export function toolResponse(messages: readonly PyValue[], index: number): string {
  const isTool = (at: number): boolean => is(item(messages[at] ?? null, 'role'), 'tool');
  const start = index === 0 || !isTool(index - 1) ? '<|im_start|>user' : '';
  const end = index === messages.length - 1 || !isTool(index + 1) ? '<|im_end|>\n' : '';
  return `${start}\n${innerToolResponse(messages[index] ?? null)}${end}`;
}

/** What every message of role `tool` prints. */
export function innerToolResponse(message: PyValue): string {
  return `<tool_response>\n${printed(item(message, 'content'))}\n</tool_response>`;
}

function withCalls(message: PyValue): string {
  const content = item(message, 'content');
  let text = `<|im_start|>assistant${truth(content) ? plus('\n', content) : ''}`;
  for (const entry of each(item(message, 'tool_calls'))) {
    const fn = item(entry, 'function');
    const call: JinjaValue = fn instanceof Undefined ? entry : fn;
    text += `\n<tool_call>\n{"name": "${printed(item(call, 'name'))}", "arguments": ${toJson(item(call, 'arguments'))}}\n</tool_call>`;
  }
  return `${text}<|im_end|>\n`;
}

/** transformers' `tojson` filter. */
export function toJson(value: JinjaValue): string {
  if (value instanceof Undefined)
    throw new EngineError('TypeError', 'Object of type Undefined is not JSON serializable');
  return jsonDumps(value, { ensureAscii: false });
}
