import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { pythonModel } from './pythonModel.ts';

/**
 * What the constructor of a Pydantic class raises that wants these keys: `ValidationError` for those that are missing. The
 * kinds of values are checked where definitions are read.
 */
export function requireKeys(type: string, keys: readonly string[]): (source: DefinitionSource) => void {
  const schema: PyDict = new Map<string, PyValue>([
    ['title', type],
    ['type', 'object'],
    ['properties', new Map(keys.map(key => [key, new Map<string, PyValue>()]))],
    ['required', keys],
  ]);
  return ({ config }) => {
    if (keys.every(key => config.has(key))) return;
    pythonModel(type, schema).validate(new Map([...config].filter(([key]) => keys.includes(key))));
  };
}
