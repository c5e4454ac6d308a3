/** SWE-agent's history processors and what is sent, each of one object with the keys of a recorded case. */

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
import {
  deepCopy,
  type HistoryEntry,
  required,
} from '../../../../src/engine/systems/sweagent/truncation/historyProcessors/historyEntry.ts';
import {
  type HistoryProcessor,
  readHistoryProcessors,
} from '../../../../src/engine/systems/sweagent/truncation/historyProcessors/readHistoryProcessors.ts';
import { processHistory } from '../../../../src/engine/systems/sweagent/truncation/sweAgentTruncation.ts';
import { historyMessages } from './historyMessages.ts';

/** The input of an operation: `config` (the keys of SWE-agent's `agent`), and what the operation takes besides. Plain data. */
export type SweAgentInput = Readonly<Record<string, unknown>>;

/**
 * The entries of a `history` after `config.history_processors`; with `queries` (lengths) a list for each, of one history
 * that grows. Throws what SWE-agent raises.
 */
export async function history(input: SweAgentInput, host: Host = {}): Promise<unknown> {
  const { config, entries, given } = read(input);
  const processors = readHistoryProcessors(config.get('history_processors'));
  const queries = given.get('queries') ?? null;
  if (!isPyList(queries)) return (await processed(entries, processors, host)).map(toPlain);
  const lists: unknown[] = [];
  // The processors write into the stored history: each list is taken before the next query.
  for (const length of queries)
    lists.push((await processed(entries.slice(0, Number(length)), processors, host)).map(toPlain));
  return lists;
}

/** The messages for a `history`, after its processors. Throws what SWE-agent raises. */
export async function sentMessages(input: SweAgentInput, host: Host = {}): Promise<unknown> {
  const { config, entries } = read(input);
  const model = config.get('model') ?? null;
  const converts = isPyDict(model) && model.get('convert_system_to_user') === true;
  const processors = readHistoryProcessors(config.get('history_processors'));
  return historyMessages(await processed(entries, processors, host), converts).map(toPlain);
}

/** The entries of the agent `main` after the processors. */
export async function processed(
  entries: readonly HistoryEntry[],
  processors: readonly HistoryProcessor[],
  host: Host,
): Promise<readonly PyDict[]> {
  const own = entries.filter(entry => required(entry, 'agent') === 'main');
  const { items } = await processHistory(own, processors, host).catch(raisePattern);
  return items.map(({ entry }) => entry);
}

function raisePattern(error: unknown): never {
  if (error instanceof EngineError && error.class === 're.error') throw new EngineError('error', error.message);
  throw error;
}

function read(input: SweAgentInput): {
  readonly config: PyDict;
  readonly entries: HistoryEntry[];
  readonly given: PyDict;
} {
  const given = fromPlain(input);
  if (!isPyDict(given)) throw new EngineError('TypeError', 'The input is not an object.');
  const config = given.get('config') ?? null;
  const list = given.get('history') ?? null;
  const entries = (isPyList(list) ? list : []).map((entry: PyValue): HistoryEntry => {
    if (!isPyDict(entry)) throw new EngineError('TypeError', 'An entry of the history is not an object.');
    return deepCopy(entry);
  });
  return { config: isPyDict(config) ? config : new Map(), entries, given };
}
