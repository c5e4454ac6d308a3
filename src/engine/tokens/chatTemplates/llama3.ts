import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { jsonDumps, pyContains, pyIterate } from '../../python/index.ts';
import type { ChatTemplate } from './chatTemplate.ts';
import { defined, firstItem, is, isIterable, item, plus, printed, trim } from './jinjaValue.ts';
import { toJson } from './qwen25.ts';

const answerPrompt = '<|start_header_id|>assistant<|end_header_id|>\n\n';

/** Llama 3: the prompt for an answer is always there. Content that is not text prints as Python's `str()` of it. */
export const llama3: ChatTemplate = {
  render: messages => `<|begin_of_text|>${messages.map(llama3Message).join('')}${answerPrompt}`,
  parts: {
    around: `<|begin_of_text|>${answerPrompt}`,
    opening: () => '',
    message: message => [llama3Message(message)],
    leading: '\n\n',
    exact: true,
  },
};

/** One message of a conversation. */
function llama3Message(message: PyValue): string {
  const header = plus('<|start_header_id|>', item(message, 'role'), '<|end_header_id|>\n\n');
  return `${header}${trim(item(message, 'content'))}<|eot_id|>`;
}

// Llama 3.2 prints the day of the call instead, in the same form and thus the same number of tokens.
const dates = 'Cutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024';

const toolRules =
  'Given the following functions, please respond with a JSON for a function call with its proper arguments that best answers the given prompt.\n\n' +
  'Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}.Do not use variables.\n\n';

/** Llama 3.1, 3.2 (1B and 3B) and 3.3: a system message with dates comes first, tools stand in the first question. */
export const llama31: ChatTemplate = {
  render(messages, tools) {
    const isSystem = is(item(messages[0] ?? null, 'role'), 'system');
    const environment = tools === null ? '' : 'Environment: ipython\n';
    const system = isSystem ? trim(item(messages[0] ?? null, 'content')) : '';
    let text = `<|begin_of_text|>${header('system')}${environment}${dates}\n\n${system}<|eot_id|>`;
    let rest = isSystem ? messages.slice(1) : messages;
    if (tools !== null) {
      const [question, ...others] = rest;
      if (question === undefined)
        throw templateError("Cannot put tools in the first user message when there's no first user message!");
      const list = pyIterate(tools).map(tool => `${jsonDumps(tool, { ensureAscii: false, indent: 4 })}\n\n`);
      text += `${header('user')}${toolRules}${list.join('')}${trim(item(question, 'content'))}<|eot_id|>`;
      rest = others;
    }
    return text + rest.map(messageText).join('');
  },
  parts: {
    around: '<|begin_of_text|>',
    // A system message that comes first gets the dates and one empty line more than any other.
    opening: role => (is(role, 'system') ? `\n\n${dates}` : `${header('system')}${dates}\n\n<|eot_id|>`),
    // First, a system message goes without its calls; any other prints nothing but them.
    message: message =>
      is(item(message, 'role'), 'system') && message.has('tool_calls') ? [''] : [messageText(message)],
    leading: '\n\n',
    exact: true,
  },
};

function messageText(value: PyValue): string {
  if (pyContains(value, 'tool_calls')) return callText(value);
  const role = item(value, 'role');
  if (!is(role, 'tool') && !is(role, 'ipython')) return llama3Message(value);
  const content = item(value, 'content');
  return `${header('ipython')}${isIterable(content) ? toJson(content) : printed(content)}<|eot_id|>`;
}

/** An answer that calls a tool; its content is not printed. A tool's own message with calls counts as one as well. */
function callText(value: PyValue): string {
  const calls = defined(item(value, 'tool_calls'));
  if (!isPyList(calls) && !isPyDict(calls) && typeof calls !== 'string')
    throw new EngineError('TypeError', `object of type '${pyTypeName(calls)}' has no len()`);
  const list = pyIterate(calls);
  if (list.length !== 1) throw templateError('This model only supports single tool-calls at once!');
  const call = item(typeof calls === 'string' ? calls : firstItem(calls), 'function');
  return `${header('assistant')}{"name": "${printed(item(call, 'name'))}", "parameters": ${toJson(item(call, 'arguments'))}}<|eot_id|>`;
}

function header(role: string): string {
  return `<|start_header_id|>${role}<|end_header_id|>\n\n`;
}

function templateError(text: string): EngineError {
  return new EngineError('TemplateError', text);
}
