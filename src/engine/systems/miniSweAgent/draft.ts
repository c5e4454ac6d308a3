import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonLoads } from '../../python/index.ts';
import { readResponse } from './response.ts';

/** The keys of a definition that reads these responses: mini-swe-agent's fence or tag, or calls of its tool. `undefined`: none of these. Linear. */
export function draft(responses: readonly string[]): PyDict | undefined {
  if (responses.some(text => text.includes('```mswea_bash_command')))
    return new Map<string, PyValue>([['mode', 'actions_text'], ...textTemplates('```mswea_bash_command\nls -la\n```')]);
  if (responses.some(text => text.includes('<mswea_bash_command>')))
    return new Map<string, PyValue>([
      ['mode', 'actions_text'],
      ['action_regex', '<mswea_bash_command>(.*?)</mswea_bash_command>'],
      ...textTemplates('<mswea_bash_command>ls -la</mswea_bash_command>'),
    ]);
  for (const text of responses) {
    const { message } = readResponse({ text });
    if (callsBash(message.get('tool_calls') ?? null, call => dictAt(call, 'function')))
      return new Map([['mode', 'actions_toolcall']]);
    if (callsBash(message.get('output') ?? null, call => call)) return new Map([['mode', 'actions_toolcall_response']]);
  }
  return undefined;
}

function textTemplates(example: string): readonly (readonly [string, PyValue])[] {
  return [
    ['instance_template', `{{task}}\n\nAnswer with exactly one command:\n\n${example}`],
    ['template_variables', new Map([['task', 'Fix the bug.']])],
  ];
}

function callsBash(calls: PyValue, of: (call: PyDict) => PyDict): boolean {
  if (!isPyList(calls)) return false;
  return calls.some(call => {
    if (!isPyDict(call)) return false;
    const fn = of(call);
    const written = fn.get('arguments');
    if (fn.get('name') !== 'bash' || typeof written !== 'string') return false;
    const read = jsonLoads(written);
    return read.ok && isPyDict(read.value) && read.value.has('command');
  });
}

function dictAt(dict: PyDict, key: string): PyDict {
  const value = dict.get(key) ?? null;
  return isPyDict(value) ? value : new Map();
}
