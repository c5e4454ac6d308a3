import type { Host } from '../../../../src/engine/core/host.ts';
import {
  fromPlain,
  isPyDict,
  isPyList,
  type PyDict,
  PyFloat,
  type PyValue,
  toPlain,
} from '../../../../src/engine/core/pyValue.ts';
import type { ModelMessage } from '../../../../src/engine/core/result.ts';
import { renderJinja } from '../../../../src/engine/python/jinja/jinjaTemplate.ts';
import { pyStr } from '../../../../src/engine/python/repr.ts';
import { pyStrip } from '../../../../src/engine/python/whitespace.ts';
import { FormatError } from '../../../../src/engine/systems/sweagent/formatError.ts';
import type { SweAgentParser } from '../../../../src/engine/systems/sweagent/sweAgentParser.ts';
import { isBlocked } from '../../../../src/engine/systems/sweagent/toolSettings.ts';
import type { HistoryProcessor } from '../../../../src/engine/systems/sweagent/truncation/historyProcessors/readHistoryProcessors.ts';
import { type AgentHistory, addAll } from './agentSetup.ts';
import { guardMultilineAction, type MultilineCommand } from './guardMultilineInput.ts';
import { processed } from './history.ts';
import { endOf, ScriptEnd, StepEnd } from './stepEnd.ts';

/** What a run needs beside its history. */
export interface RunSettings {
  readonly parser: SweAgentParser;
  readonly processors: readonly HistoryProcessor[];
  readonly maxRequeries: number;
  readonly executionTimeout: PyValue;
  readonly maxTimeouts: number;
  readonly multiline: readonly MultilineCommand[];
  readonly host: Host;
}

/** How a run ended, as far as its script went. */
export interface RunResult {
  readonly exitStatus: PyValue;
  readonly submission: PyValue;
  readonly commands: readonly string[];
  /** For every repeated query, the messages behind those of the history. */
  readonly requeries: readonly (readonly PyDict[])[];
}

/** SWE-agent's `StepOutput`, with its own names. */
type Step = Map<string, PyValue>;

const retryWithOutput = '###SWE-AGENT-RETRY-WITH-OUTPUT###';
const retryWithoutOutput = '###SWE-AGENT-RETRY-WITHOUT-OUTPUT###';
const forfeit = '###SWE-AGENT-EXIT-FORFEIT###';
const submissionMark = '<<SWE_AGENT_SUBMISSION>>';

/** SWE-agent's loop over answers of the model and reactions of the shell that a script gives. */
export class AgentRun {
  readonly #agent: AgentHistory;
  readonly #script: readonly PyDict[];
  readonly #settings: RunSettings;
  readonly #commands: string[] = [];
  readonly #requeries: (readonly PyDict[])[] = [];
  #next = 0;
  #timeouts = 0;
  #patch: PyValue = null;

  constructor(agent: AgentHistory, script: readonly PyDict[], settings: RunSettings) {
    this.#agent = agent;
    this.#script = script;
    this.#settings = settings;
  }

  /** Steps until the run or the script ends. Raises what escapes SWE-agent's own handling. */
  async run(): Promise<RunResult> {
    let step: Step = newStep();
    while (this.#next < this.#script.length && step.get('done') !== true) {
      try {
        step = await this.#step();
      } catch (error) {
        if (error instanceof ScriptEnd) break;
        throw error;
      }
      this.#agent.addStep(step);
    }
    return {
      exitStatus: step.get('exit_status') ?? null,
      submission: step.get('submission') ?? null,
      commands: this.#commands,
      requeries: this.#requeries,
    };
  }

  async #step(): Promise<Step> {
    const base = await this.#messages();
    let behind: readonly PyDict[] = [];
    let isRequery = false;
    for (let fails = 0; fails < this.#settings.maxRequeries; ) {
      if (isRequery && this.#next < this.#script.length) this.#requeries.push(behind);
      isRequery = true;
      const step = newStep();
      step.set('query', [...base, ...behind]);
      try {
        return await this.#forward(step);
      } catch (error) {
        const end = endOf(error);
        if (end.kind === 'exit') return this.#exit(end.status, end.message);
        if (end.kind === 'retryWithoutOutput') continue;
        if (end.kind !== 'retryWithOutput') fails++;
        if (step.get('action') === '' && step.get('thought') === '') step.set('thought', step.get('output') ?? '');
        behind = this.#requery(this.#templateOf(end), end, step);
      }
    }
    return this.#exit('exit_format', 'Exit due to repeated format/blocklist/bash syntax errors');
  }

  #templateOf({ kind }: StepEnd): string {
    const { settings } = this.#settings.parser;
    if (kind === 'format') return settings.errorTemplate;
    if (kind === 'blocked') return settings.filter.errorTemplate;
    return this.#agent.template(kind === 'syntax' ? 'shell_check_error_template' : 'next_step_template');
  }

  /** `get_model_requery_history` without the messages before. */
  #requery(template: string, { extra, message }: StepEnd, step: Step): readonly PyDict[] {
    const names = [
      ...['query', 'thought', 'action', 'observation', 'execution_time', 'done', 'exit_status', 'submission'],
      ...['thinking_blocks', 'extra_info'],
    ];
    const variables = new Map<string, PyValue>(names.map(name => [name, step.get(name) ?? null]));
    const state = step.get('state') ?? null;
    if (isPyDict(state)) for (const [key, value] of state) variables.set(key, value);
    addAll(variables, extra, 'get_model_requery_history()');
    addAll(variables, new Map([['exception_message', message]]), 'get_model_requery_history()');
    for (const [key, value] of this.#agent.formatDict()) variables.set(key, value);
    const content = renderJinja(template, variables);
    const entry = (role: string, text: PyValue) =>
      new Map<string, PyValue>([
        ['role', role],
        ['content', text],
        ['agent', 'main'],
        ['message_type', role],
      ]);
    return [entry('assistant', step.get('output') ?? ''), entry('user', content)];
  }

  async #forward(step: Step): Promise<Step> {
    const item = this.#script[this.#next++];
    if (!item) throw new ScriptEnd();
    if (item.has('raise_context')) throw new StepEnd('exit', 'Exit due to context window', { status: 'exit_context' });
    if (item.has('raise_cost')) throw new StepEnd('exit', 'Exit due to cost limit', { status: 'exit_cost' });
    const response = item.get('response') ?? '';
    const message = isPyDict(response) ? response : new Map<string, PyValue>([['message', response]]);
    step.set('output', message.get('message') ?? '');
    this.#act(step, message);
    step.set('thinking_blocks', message.get('thinking_blocks') ?? []);
    const calls = message.get('tool_calls') ?? null;
    if (isPyList(calls)) {
      step.set(
        'tool_call_ids',
        calls.map(call => (isPyDict(call) ? (call.get('id') ?? null) : null)),
      );
      step.set('tool_calls', calls);
    }
    return this.#handleAction(step, item);
  }

  #act(step: Step, message: PyDict): void {
    const plain = toPlain(message) as ModelMessage;
    const text = message.get('message') ?? null;
    try {
      const parsed = this.#settings.parser.act({ text: typeof text === 'string' ? text : null, message: plain });
      step.set('thought', parsed.thought).set('action', parsed.action);
    } catch (error) {
      if (error instanceof FormatError) throw new StepEnd('format', error.message, { extra: error.variables });
      throw error;
    }
  }

  async #handleAction(step: Step, item: PyDict): Promise<Step> {
    const { parser, host, multiline } = this.#settings;
    const action = pyStr(step.get('action') ?? '');
    if (await isBlocked(action, parser.settings.filter, host)) throw new StepEnd('blocked');
    if (pyStrip(action) === 'exit') {
      step.set('done', true).set('observation', 'Exited').set('exit_status', 'exit_command');
      return step.set('state', this.#agent.readState());
    }
    const command = pyStrip(guardMultilineAction(action, multiline));
    this.#commands.push(command);
    this.#react(step, item, command);
    step.set('state', this.#agent.readState());
    const observation = String(step.get('observation') ?? '');
    if (observation.includes(retryWithOutput)) {
      step.set('observation', observation.replaceAll(retryWithOutput, ''));
      throw new StepEnd('retryWithOutput');
    }
    if (observation.includes(retryWithoutOutput)) throw new StepEnd('retryWithoutOutput');
    if (observation.includes(forfeit)) throw new StepEnd('exit', 'Exiting due to forfeit', { status: 'exit_forfeit' });
    return observation.includes(submissionMark) ? this.#submit(step) : step;
  }

  /** What the shell does. */
  #react(step: Step, item: PyDict, command: string): void {
    if (item.has('state')) this.#agent.state = stateText(item.get('state') ?? null);
    if (item.has('patch')) this.#patch = item.get('patch') ?? null;
    const syntaxError = item.get('syntax_error') ?? null;
    if (syntaxError !== null)
      throw new StepEnd('syntax', 'syntax error', { extra: isPyDict(syntaxError) ? syntaxError : new Map() });
    if (item.get('timeout') !== true) {
      this.#timeouts = 0;
      step.set('observation', item.get('output') ?? '');
      return;
    }
    if (++this.#timeouts >= this.#settings.maxTimeouts)
      throw new StepEnd('exit', 'Exit due to multiple consecutive command timeouts', {
        status: 'exit_command_timeout',
      });
    const variables = this.#agent.formatDict();
    const own = new Map<string, PyValue>([
      ['timeout', this.#settings.executionTimeout],
      ['command', command],
    ]);
    addAll(variables, own, 'render()');
    step.set('observation', renderJinja(this.#agent.template('command_cancelled_timeout_template'), variables));
  }

  /** `handle_submission`: the patch becomes the observation; without one nothing changes. */
  #submit(step: Step): Step {
    const patch = this.#patch;
    if (typeof patch !== 'string') return step;
    const status = step.get('exit_status') ?? null;
    const isEmpty = pyStrip(patch) === '';
    step
      .set('submission', isEmpty ? null : patch)
      .set('observation', patch)
      .set('done', true);
    if (status === null || status === '') step.set('exit_status', 'submitted');
    else if (!isEmpty) step.set('exit_status', `submitted (${pyStr(status)})`);
    return step;
  }

  /** The end of a run after an error: whatever patch there is counts. */
  #exit(status: string, message: string): Step {
    const step = newStep();
    step.set('thought', message).set('exit_status', status).set('output', message).set('done', true);
    this.#submit(step);
    if (typeof step.get('submission') === 'string') step.set('observation', 'Exited (autosubmitted)');
    return step;
  }

  async #messages(): Promise<readonly PyDict[]> {
    return processed(this.#agent.entries, this.#settings.processors, this.#settings.host);
  }
}

/** What a state file holds: text as it is, anything else as JSON. */
export function stateText(state: PyValue): string | null {
  if (state === null || typeof state === 'string') return state;
  return JSON.stringify(toPlain(state));
}

function newStep(): Step {
  return new Map<string, PyValue>([
    ['query', [fromPlain({})]],
    ['thought', ''],
    ['action', ''],
    ['output', ''],
    ['observation', ''],
    ['execution_time', new PyFloat(0)],
    ['done', false],
    ['exit_status', null],
    ['submission', null],
    ['state', new Map()],
    ['tool_calls', null],
    ['tool_call_ids', null],
    ['thinking_blocks', null],
    ['extra_info', new Map()],
  ]);
}
