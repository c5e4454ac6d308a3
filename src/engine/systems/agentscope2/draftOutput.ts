import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { draftKeys, jsonTypeOf } from '../../parsers/shared/draftHints.ts';
import { jsonLoads } from '../../python/index.ts';
import { calledInputs } from './calledInput.ts';
import { outputTool } from './structuredOutput.ts';

/**
 * The keys of a definition whose schema these responses fit: providers' messages with a call of the output tool.
 * `undefined` where one has none: JSON alone may be anything. Linear.
 */
export function draftOutput(responses: readonly string[]): PyDict | undefined {
  const outputs: PyDict[] = [];
  for (const text of responses) {
    const call = calledInputs({ text }, new Map()).at(-1);
    const read = call?.name === outputTool ? jsonLoads(call.input) : undefined;
    if (!read?.ok || !isPyDict(read.value)) return undefined;
    outputs.push(read.value);
  }
  if (outputs.length === 0) return undefined;
  const { all, common } = draftKeys(outputs);
  const properties: PyDict = new Map(all.map(key => [key, schemaOf(outputs, key)]));
  const schema = new Map<string, PyValue>([
    ['type', 'object'],
    ['properties', properties],
    ['required', [...common]],
  ]);
  return new Map<string, PyValue>([
    ['kind', 'json_schema'],
    ['content_schema', schema],
  ]);
}

/** The one type that all values of a key have; `number` for whole ones and others, any value where there are more. */
function schemaOf(outputs: readonly PyDict[], key: string): PyValue {
  const types = new Set(outputs.flatMap(each => (each.has(key) ? [typeOf(each.get(key)!)] : [])));
  if (types.size === 2 && types.has('integer') && types.has('number')) types.delete('integer');
  const [type] = types;
  return new Map<string, PyValue>(types.size === 1 && type !== undefined ? [['type', type]] : []);
}

function typeOf(value: PyValue): string {
  return value === null ? 'null' : jsonTypeOf(value);
}
