import { EngineError } from '../../../../src/engine/core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../../../src/engine/core/pyValue.ts';
import { codePointLength } from '../../../../src/engine/python/codePoints.ts';
import { pyEquals, pyIterate, pyJoin, pyTruth } from '../../../../src/engine/python/containers.ts';
import { renderJinja } from '../../../../src/engine/python/jinja/jinjaTemplate.ts';
import { jsonLoads } from '../../../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';
import { pyStrip } from '../../../../src/engine/python/whitespace.ts';
import { readTemplateConfig } from '../../../../src/engine/systems/sweagent/templateViews.ts';
import { documentation, type ToolSettings } from '../../../../src/engine/systems/sweagent/toolSettings.ts';
import {
  type HistoryEntry,
  required,
  subscriptable,
} from '../../../../src/engine/systems/sweagent/truncation/historyProcessors/historyEntry.ts';
import { yamlFile } from '../yamlFile.ts';

/** What surrounds a run: the problem, the repository, the state file, and the demonstrations' files. */
export interface Surroundings {
  readonly problemStatement: string;
  readonly repo: string;
  readonly extraFields: PyDict;
  /** The state file's text; `null`: there is none. */
  readonly state: string | null;
  readonly files: PyDict;
}

/** SWE-agent's `DefaultAgent` as far as it writes its history. */
export class AgentHistory {
  readonly entries: HistoryEntry[] = [];
  readonly templates: PyDict;
  readonly #settings: ToolSettings;
  readonly #surroundings: Surroundings;
  /** The state file's text; commands change it. */
  state: string | null;

  constructor(templates: PyValue | undefined, settings: ToolSettings, surroundings: Surroundings) {
    this.templates = readTemplateConfig(templates);
    this.#settings = settings;
    this.#surroundings = surroundings;
    this.state = surroundings.state;
  }

  /** System message, demonstrations and task. Raises what SWE-agent raises. */
  setUp(): void {
    this.append([
      ['role', 'system'],
      ['content', renderJinja(this.template('system_template'), this.formatDict())],
      ['agent', 'main'],
      ['message_type', 'system_prompt'],
    ]);
    for (const path of pyIterate(this.templates.get('demonstrations') ?? [])) this.#demonstration(String(path));
    const strategy = this.templates.get('strategy_template') ?? null;
    const templates = [this.template('instance_template'), ...(typeof strategy === 'string' ? [strategy] : [])];
    this.#templated(templates, this.readState(), new Map(), null);
  }

  /** A finished step: the answer and its observation. Raises what SWE-agent raises. */
  addStep(step: PyDict): void {
    const get = (key: string, fallback: PyValue) => (step.has(key) ? (step.get(key) ?? null) : fallback);
    this.append([
      ['role', 'assistant'],
      ['content', get('output', '')],
      ['thought', get('thought', '')],
      ['action', get('action', '')],
      ['agent', 'main'],
      ['tool_calls', get('tool_calls', null)],
      ['message_type', 'action'],
      ['thinking_blocks', get('thinking_blocks', null)],
    ]);
    const observation = String(get('observation', ''));
    const limit = Number(this.templates.get('max_observation_length'));
    const length = codePointLength(observation);
    const isBlank = pyStrip(observation) === '';
    const isLong = !isBlank && length > limit;
    const name = isBlank
      ? 'next_step_no_output_template'
      : isLong
        ? 'next_step_truncated_observation_template'
        : 'next_step_template';
    const state = get('state', new Map());
    const own = new Map<string, PyValue>([
      ['observation', observation],
      ['elided_chars', isLong ? length - limit : 0],
      ['max_observation_length', limit],
    ]);
    this.#templated([this.template(name)], isPyDict(state) ? state : new Map(), own, get('tool_call_ids', null));
  }

  /** `_get_format_dict(**own)`. Raises Python's `TypeError` where two sources have one name. */
  formatDict(own: PyDict = new Map()): Map<string, PyValue> {
    const { problemStatement, repo, extraFields } = this.#surroundings;
    const dict = new Map<string, PyValue>([['command_docs', documentation(this.#settings)]]);
    const base: PyDict = new Map<string, PyValue>([
      ['problem_statement', problemStatement],
      ['repo', repo],
    ]);
    for (const source of [this.#settings.envVariables, own, base, extraFields]) addAll(dict, source, 'dict()');
    return dict;
  }

  /** What the state commands left. Raises SWE-agent's `ValueError`. */
  readState(): PyDict {
    if (this.state === null || pyStrip(this.state) === '') return new Map();
    const read = jsonLoads(this.state);
    if (!read.ok)
      throw new EngineError(
        'ValueError',
        `State ${pyRepr(this.state)} is not valid json. This is an internal error, please report it.`,
      );
    if (isPyDict(read.value)) return read.value;
    throw new EngineError('ValueError', `State commands must return a dictionary. Got ${pyRepr(read.value)} instead.`);
  }

  template(name: string): string {
    return String(this.templates.get(name) ?? '');
  }

  append(entry: readonly (readonly [string, PyValue])[]): void {
    this.entries.push(new Map(entry));
  }

  #templated(templates: readonly string[], state: PyDict, own: PyDict, callIds: PyValue): void {
    const method = 'DefaultAgent._add_templated_messages_to_history()';
    const given = new Map<string, PyValue>();
    // A step names its calls as well, which a state may not name again.
    if (own.has('observation') && state.has('tool_call_ids'))
      throw twice(`sweagent.agent.agents.${method}`, 'tool_call_ids');
    addAll(given, own, `sweagent.agent.agents.${method}`);
    addAll(given, state, `sweagent.agent.agents.${method}`);
    for (const name of ['self', 'templates'])
      if (state.has(name)) throw new EngineError('TypeError', `${method} got multiple values for argument '${name}'`);
    const variables = this.formatDict(given);
    const content = templates.map(template => renderJinja(template, variables)).join('\n');
    const entry: [string, PyValue][] = [
      ['role', 'user'],
      ['content', content],
      ['agent', 'main'],
      ['message_type', 'observation'],
    ];
    if (pyTruth(callIds)) {
      if (!isPyList(callIds) || callIds.length !== 1)
        throw new EngineError('AssertionError', 'This should be ensured by the FunctionCalling parse method');
      entry[0] = ['role', 'tool'];
      entry.push(['tool_call_ids', callIds]);
    }
    this.append(entry);
  }

  #demonstration(path: string): void {
    const template = this.templates.get('demonstration_template') ?? null;
    const entryByEntry = this.templates.get('put_demos_in_history') === true;
    if (template === null && !entryByEntry)
      throw new EngineError(
        'ValueError',
        'Cannot use demonstrations without a demonstration template or put_demos_in_history=True',
      );
    const history = this.#demonstrationEntries(path).filter(entry => !pyEquals(required(entry, 'role'), 'system'));
    if (entryByEntry) {
      for (const entry of history) {
        checkEntry(entry);
        this.append([...entry].filter(([key]) => key !== 'is_demo').concat([['is_demo', true]]));
      }
      return;
    }
    const contents = history.map(entry => required(entry, 'content'));
    this.append([
      ['agent', 'main'],
      ['content', renderJinja(String(template), new Map([['demonstration', pyJoin('\n', contents)]]))],
      ['is_demo', true],
      ['role', 'user'],
      ['message_type', 'demonstration'],
    ]);
  }

  #demonstrationEntries(path: string): readonly PyDict[] {
    const text = this.#surroundings.files.get(path) ?? null;
    if (typeof text !== 'string')
      throw new EngineError(
        'FileNotFoundError',
        `[Errno 2] No such file or directory: '${path.startsWith('/') ? path : `${root}/${path}`}'`,
      );
    const content = readDemonstration(path, text);
    const history = required(subscriptable(content), 'history');
    return pyIterate(history).map(entry => {
      if (isPyDict(entry)) return entry;
      throw new EngineError('TypeError', `'${pyTypeName(entry)}' object is not subscriptable`);
    });
  }
}

/** What recorded cases write for the folder that relative paths start from. */
const root = '{{ROOT}}';

/** By the suffix: `.yaml` is YAML, anything else JSON. */
function readDemonstration(path: string, text: string): PyValue {
  if (path.endsWith('.yaml')) return yamlFile(path, text);
  const read = jsonLoads(text);
  if (!read.ok) throw new EngineError(read.error.kind, read.error.message);
  return read.value;
}

const entryKeys = new Set([
  'agent',
  'role',
  'content',
  'message_type',
  'is_demo',
  'thought',
  'action',
  'tool_calls',
  'tool_call_ids',
  'thinking_blocks',
]);

/** The keyword arguments of `on_query_message_added`. Raises Python's `TypeError`. */
function checkEntry(entry: PyDict): void {
  const odd = [...entry.keys()].find(key => !entryKeys.has(key));
  if (odd !== undefined)
    throw new EngineError(
      'TypeError',
      `CombinedAgentHook.on_query_message_added() got an unexpected keyword argument '${odd}'`,
    );
  const missing = ['agent', 'role', 'content', 'message_type'].find(key => !entry.has(key));
  if (missing !== undefined)
    throw new EngineError(
      'TypeError',
      `CombinedAgentHook.on_query_message_added() missing 1 required keyword-only argument: '${missing}'`,
    );
}

/** `f(**first, **second)`. Raises Python's `TypeError` for a name that both have. */
export function addAll(dict: Map<string, PyValue>, more: PyDict, functionName: string): void {
  for (const [key, value] of more) {
    if (dict.has(key)) throw twice(functionName, key);
    dict.set(key, value);
  }
}

function twice(functionName: string, name: string): EngineError {
  return new EngineError('TypeError', `${functionName} got multiple values for keyword argument '${name}'`);
}
