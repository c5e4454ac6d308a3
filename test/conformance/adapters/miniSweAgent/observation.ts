import { EngineError } from '../../../../src/engine/core/errors.ts';
import type { Host } from '../../../../src/engine/core/host.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { renderJinja } from '../../../../src/engine/python/jinja/jinjaTemplate.ts';
import type { Mode } from '../../../../src/engine/systems/miniSweAgent/modelClass.ts';
import { inputText } from '../../../../src/engine/systems/miniSweAgent/response.ts';
import { expandMultimodal } from './multimodal.ts';

/** What of a configuration makes observations. */
export interface ObservationSettings {
  readonly mode: Mode;
  readonly template: string;
  readonly multimodalRegex: string;
}

/** What mini-swe-agent puts where an action was not run. */
const notExecuted: PyDict = new Map<string, PyValue>([
  ['output', ''],
  ['returncode', -1],
  ['exception_info', 'action was not executed'],
]);

/**
 * mini-swe-agent's `format_observation_messages` without time stamps: a message for every output, or, in the tool modes,
 * for every action. Raises what the template raises, and for the chat modes what `multimodal_regex` raises.
 */
export async function observationMessages(
  outputs: readonly PyValue[],
  actions: readonly PyValue[],
  variables: PyDict,
  { mode, template, multimodalRegex }: ObservationSettings,
  host: Host,
): Promise<readonly PyDict[]> {
  const pairs: { output: PyDict; action?: PyDict }[] =
    mode === 'actions_text'
      ? outputs.map(output => ({ output: dict(output) }))
      : actions.map((action, i) => ({ output: dict(outputs[i] ?? notExecuted), action: dict(action) }));
  const messages: PyDict[] = [];
  for (const { output, action } of pairs) {
    const content = renderJinja(template, new Map<string, PyValue>([...variables, ['output', output]]), {
      strict: true,
    });
    const message = messageOf(mode, content, output, action);
    const expanded =
      mode === 'actions_toolcall_response' ? message : await expandMultimodal(message, multimodalRegex, host);
    messages.push(dict(expanded));
  }
  return messages;
}

function messageOf(mode: Mode, content: string, output: PyDict, action: PyDict | undefined): PyDict {
  const extra = new Map<string, PyValue>([
    ['raw_output', output.get('output') ?? ''],
    ['returncode', output.get('returncode') ?? null],
    ['exception_info', output.get('exception_info') ?? null],
  ]);
  const more = output.get('extra') ?? new Map<string, PyValue>();
  if (isPyDict(more)) for (const [key, value] of more) extra.set(key, value);
  if (mode === 'actions_text')
    return new Map<string, PyValue>([
      ['role', 'user'],
      ['content', content],
      ['extra', extra],
    ]);
  const id = action?.get('tool_call_id');
  if (mode === 'actions_toolcall')
    return new Map<string, PyValue>([
      ['content', content],
      ['extra', extra],
      ...(id === undefined ? [['role', 'user'] as const] : [['tool_call_id', id] as const, ['role', 'tool'] as const]),
    ]);
  return new Map<string, PyValue>([
    ['extra', extra],
    ...(id === undefined
      ? ([
          ['type', 'message'],
          ['role', 'user'],
          ['content', [inputText(content)]],
        ] as const)
      : ([
          ['type', 'function_call_output'],
          ['call_id', id],
          ['output', content],
        ] as const)),
  ]);
}

function dict(value: PyValue): PyDict {
  if (isPyDict(value)) return value;
  throw new EngineError('AttributeError', `'${isPyList(value) ? 'list' : typeof value}' object has no attribute 'get'`);
}
