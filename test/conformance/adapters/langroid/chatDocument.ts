import { EngineError } from '../../../../src/engine/core/errors.ts';
import {
  isPyDict,
  type PyDict,
  type PyValue,
  pyFloat,
  pyInt,
  pyTypeName,
} from '../../../../src/engine/core/pyValue.ts';
import { pyStr } from '../../../../src/engine/python/repr.ts';
import { pyStrip } from '../../../../src/engine/python/whitespace.ts';
import type { Agent } from '../../../../src/engine/systems/langroid/agent.ts';
import {
  findJsonCandidates,
  findXmlCandidates,
  xmlFieldValues,
} from '../../../../src/engine/systems/langroid/candidates.ts';
import { fieldType, propertiesOf } from '../../../../src/engine/systems/langroid/pythonTypes.ts';
import { readResponse } from '../../../../src/engine/systems/langroid/readResponse.ts';
import { readCandidate } from '../../../../src/engine/systems/langroid/recognise.ts';
import { inheritedFields, type Tool } from '../../../../src/engine/systems/langroid/tool.ts';
import { isInstanceOf } from './typeHint.ts';

/** `ChatDocument.get_tool_names`: the `request` of every candidate. Raises `EngineError`: the `AttributeError` of a candidate that is not an object, and the errors of reading. */
export function attemptedToolNames(text: string): readonly string[] {
  const xml = findXmlCandidates(text);
  const values =
    xml.length > 0
      ? xml.flatMap(candidate => xmlFieldValues(candidate.text) ?? [])
      : findJsonCandidates(text).flatMap((candidate): PyValue[] => {
          const read = readCandidate(candidate.text);
          return read ? [read.value] : [];
        });
  return values.flatMap(value => {
    if (!isPyDict(value))
      throw new EngineError('AttributeError', `'${pyTypeName(value)}' object has no attribute 'get'`);
    const request = value.get('request') ?? null;
    return request === null ? [] : [pyStr(request)];
  });
}

/**
 * `from_ChatDocument(message, type)`: a value of a type out of a message: `str`, `int`, `float`, `bool`, the class of a tool, or
 * `List[…]` of one; `null` where there is none. Raises `ResponseError` like the reading of a response.
 */
export function valueOfType(agent: Agent, text: string, type: string): PyValue {
  if (type === 'str' && text !== '') return text;
  const { calls } = readResponse(agent, { text });
  const list = /^[Ll]ist\[(\w+)\]$/.exec(type)?.[1];
  const tools = [...agent.tools.values()];
  const isOf = (tool: Tool, name: string) => tool.className === name || tool.name === name;
  if (list !== undefined) return calls.filter(({ tool }) => isOf(tool, list)).map(({ value }) => value);
  if (tools.some(tool => isOf(tool, type))) return calls.find(({ tool }) => isOf(tool, type))?.value ?? null;
  const primitive = primitiveOf(text, type);
  if (primitive !== null) return primitive;
  for (const { tool, value } of calls) {
    const found = fieldOfType(tool, value, type);
    if (found !== null) return found;
  }
  return null;
}

/**
 * `get_value_of_type(type)`: the first field of an instance that is of a type. Langroid looks through them in the order of a
 * Python set, which is any; this is the order of the fields.
 */
export function fieldOfType(tool: Tool, value: PyDict, type: string): PyValue {
  const inherited: readonly string[] = inheritedFields;
  const fields = propertiesOf(tool.schema);
  for (const [key, item] of value) {
    if (inherited.includes(key)) continue;
    const declared = fields.get(key);
    const field = declared === undefined ? undefined : fieldType(tool.schema, declared);
    if (isInstanceOf(item, type, field?.kind === 'model' ? field.name : undefined)) return item;
  }
  return null;
}

function primitiveOf(text: string, type: string): PyValue {
  if (type === 'str') return text;
  if (type === 'bool') return ['true', 'yes', '1'].includes(text.toLowerCase());
  const digits = pyStrip(text);
  if (type === 'int')
    return /^[+-]?\d+(?:_\d+)*$/.test(digits) ? pyInt(BigInt(digits.replaceAll('_', '').replace(/^\+/, ''))) : null;
  if (type !== 'float') return null;
  const word = /^([+-]?)(?:(inf|infinity)|nan)$/i.exec(digits);
  if (word) return word[2] ? (word[1] === '-' ? -1 : 1) * Number.POSITIVE_INFINITY : Number.NaN;
  const isFloat = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/.test(
    digits,
  );
  return isFloat ? pyFloat(Number(digits.replaceAll('_', ''))) : null;
}
