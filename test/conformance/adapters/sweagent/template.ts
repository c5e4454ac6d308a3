/** SWE-agent's templates: the history that they make, of one object with the keys of a recorded case. */

import { EngineError } from '../../../../src/engine/core/errors.ts';
import type { Host } from '../../../../src/engine/core/host.ts';
import {
  fromPlain,
  isPyDict,
  isPyList,
  type PyDict,
  type PyValue,
  toPlain,
} from '../../../../src/engine/core/pyValue.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';
import type { SweAgentParser } from '../../../../src/engine/systems/sweagent/sweAgentParser.ts';
import { readHistoryProcessors } from '../../../../src/engine/systems/sweagent/truncation/historyProcessors/readHistoryProcessors.ts';
import { AgentRun, stateText } from './agentRun.ts';
import { AgentHistory } from './agentSetup.ts';
import { configOf, sourceOf } from './config.ts';
import { processed, type SweAgentInput } from './history.ts';
import { problemWithImages } from './problemImages.ts';

/**
 * `{ history, … }`: what set-up makes of `config.templates` and `variables`, and what `steps` or a `script` add to it. With
 * `show: "messages"` also what the processors leave. Throws what SWE-agent raises.
 */
export async function template(input: SweAgentInput, host: Host = {}): Promise<unknown> {
  const given = fromPlain(input);
  if (!isPyDict(given)) throw new EngineError('TypeError', 'The input is not an object.');
  const config = dictAt(given, 'config');
  const tools = dictAt(config, 'tools');
  const parser = parserOf(tools, host);
  const processors = readHistoryProcessors(config.get('history_processors'));
  const agent = new AgentHistory(config.get('templates'), parser.settings, surroundings(given, config));
  agent.setUp();
  for (const step of listAt(given, 'steps')) if (isPyDict(step)) agent.addStep(step);
  const value = new Map<string, PyValue>();
  if (given.has('script')) {
    const multiline = parser.settings.commands.flatMap(({ name, endName }) =>
      endName === undefined ? [] : [{ name, endName }],
    );
    const run = await new AgentRun(agent, listAt(given, 'script').filter(isPyDict), {
      parser,
      processors,
      maxRequeries: Number(config.get('max_requeries') ?? 3),
      executionTimeout: tools.get('execution_timeout') ?? 30,
      maxTimeouts: Number(tools.get('max_consecutive_execution_timeouts') ?? 3),
      multiline: multiline.some(({ name }) => name === 'submit')
        ? multiline
        : [...multiline, { name: 'submit', endName: 'None' }],
      host,
    }).run();
    value
      .set('exit_status', run.exitStatus)
      .set('submission', run.submission)
      .set('commands', [...run.commands]);
    if (run.requeries.length > 0) value.set('requeries', [...run.requeries]);
  }
  value.set('history', agent.entries);
  if (given.get('show') === 'messages') value.set('messages', await processed(agent.entries, processors, host));
  return toPlain(value);
}

function parserOf(tools: PyDict, host: Host): SweAgentParser {
  const keys = new Map(configOf({ tools: toPlain(tools) }));
  // Without bash there are no commands but those of the bundles.
  if (tools.get('enable_bash_tool') === false && !keys.has('commands')) keys.set('commands', []);
  const name = keys.get('type') ?? 'function_calling';
  const type = parserTypes.find(each => each.system === 'SWE-agent' && each.type === name);
  if (!type) throw new EngineError('ValidationError', `SWE-agent has no parse function \`${String(name)}\`.`);
  return type.create(sourceOf(keys), host) as SweAgentParser;
}

function surroundings(given: PyDict, config: PyDict) {
  const variables = dictAt(given, 'variables');
  const statement = variables.has('problem_statement') ? (variables.get('problem_statement') ?? null) : 'PROBLEM';
  const templates = dictAt(config, 'templates');
  const images = templates.get('disable_image_processing') === true ? [] : listAt(variables, 'issue_images');
  return {
    problemStatement: problemWithImages(statement === null ? '' : String(statement), images, dictAt(given, 'web')),
    repo: String(variables.get('repo') ?? ''),
    extraFields: statement === null ? new Map<string, PyValue>() : dictAt(variables, 'extra_fields'),
    state: stateText(variables.get('state') ?? null),
    files: dictAt(given, 'files'),
  };
}

function dictAt(dict: PyDict, key: string): PyDict {
  const value = dict.get(key) ?? null;
  return isPyDict(value) ? value : new Map();
}

function listAt(dict: PyDict, key: string): readonly PyValue[] {
  const value = dict.get(key) ?? null;
  return isPyList(value) ? value : [];
}
