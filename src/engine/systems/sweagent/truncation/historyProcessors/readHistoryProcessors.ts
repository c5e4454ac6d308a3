import { EngineError } from '../../../../core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../../../core/pyValue.ts';
import { pyStr } from '../../../../python/index.ts';
import { buildModel } from '../../../../validation/index.ts';
import { cacheControl } from './cacheControl.ts';
import { closedWindow } from './closedWindow.ts';
import type { HistoryProcessorType, ProcessHistory } from './historyEntry.ts';
import { imageParsing } from './imageParsing.ts';
import { lastNObservations } from './lastNObservations.ts';
import { removeRegex } from './removeRegex.ts';
import { tagToolCallObservations } from './tagToolCallObservations.ts';

/** SWE-agent's history processors, in the order in which its messages name them. */
export const historyProcessorTypes: readonly HistoryProcessorType[] = [
  { type: 'default', summary: 'Changes nothing.', properties: {}, create: () => items => items },
  lastNObservations,
  closedWindow,
  tagToolCallObservations,
  cacheControl,
  removeRegex,
  imageParsing,
];

/** A processor of a configuration, ready to run. */
export interface HistoryProcessor {
  readonly type: string;
  readonly keys: PyDict;
  readonly process: ProcessHistory;
}

/** A fault of a configuration, with the place in the list. */
export class HistoryProcessorError extends EngineError {
  readonly at: readonly (string | number)[];
  constructor(message: string, at: readonly (string | number)[]) {
    super('ValidationError', message);
    this.at = at;
  }
}

/** `agent.history_processors` as Pydantic validates it; absent is one that changes nothing. Raises {@link HistoryProcessorError}. */
export function readHistoryProcessors(list: PyValue | undefined): readonly HistoryProcessor[] {
  if (list === undefined) return [];
  if (!isPyList(list)) throw new HistoryProcessorError('Input should be a valid list', []);
  return list.map(readOne);
}

function readOne(data: PyValue, index: number): HistoryProcessor {
  if (!isPyDict(data))
    throw new HistoryProcessorError('Input should be a valid dictionary or object to extract fields from', [index]);
  const name = data.get('type');
  if (name === undefined) throw new HistoryProcessorError("Unable to extract tag using discriminator 'type'", [index]);
  const type = historyProcessorTypes.find(each => each.type === name);
  if (!type)
    throw new HistoryProcessorError(
      `Input tag '${pyStr(name)}' found using 'type' does not match any of the expected tags: ${historyProcessorTypes
        .map(each => `'${each.type}'`)
        .join(', ')}`,
      [index, 'type'],
    );
  const keys = validated(type, data, index);
  return { type: type.type, keys, process: type.create(keys) };
}

function validated(type: HistoryProcessorType, data: PyDict, index: number): PyDict {
  const properties = { type: { const: type.type, type: 'string' }, ...type.properties };
  const names = Object.keys(properties);
  const required = Object.entries(type.properties).flatMap(([name, schema]) => ('default' in schema ? [] : [name]));
  const model = buildModel(
    fromPlain({ title: type.type, type: 'object', additionalProperties: false, properties, required }) as PyDict,
  );
  const outcome = model.validate(data);
  const [first] = outcome.ok ? [] : outcome.errors;
  const loc = first?.loc ?? [];
  // Refusals of a field's own validator come in the order of the fields.
  const own = names.indexOf(String(loc[0] ?? ''));
  if (type.check && (outcome.ok || own > 1 || own === -1)) {
    const single = buildModel(
      fromPlain({ title: type.type, type: 'object', properties: type.properties, required: [] }) as PyDict,
    ).validate(new Map([...data].filter(([key]) => required.includes(key))));
    try {
      if (single.ok && required.every(name => data.has(name))) type.check(single.value);
    } catch (error) {
      throw new HistoryProcessorError(error instanceof Error ? error.message : String(error), [
        index,
        required[0] ?? '',
      ]);
    }
  }
  if (outcome.ok) return outcome.value;
  throw new HistoryProcessorError(first?.msg ?? outcome.message, [index, ...loc]);
}
