import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, PyFloat, type PyValue, pyFloat, pyInt, pyTypeName } from '../../core/pyValue.ts';
import type { Agent } from '../../parsers/langroid/agent.ts';
import { findJsonCandidates } from '../../parsers/langroid/jsonCandidates.ts';
import { readCandidate } from '../../parsers/langroid/readCandidate.ts';
import { readResponse } from '../../parsers/langroid/readResponse.ts';
import { inheritedFields, type Tool } from '../../parsers/langroid/tool.ts';
import { findXmlCandidates } from '../../parsers/langroid/xmlCandidates.ts';
import { xmlFieldValues } from '../../parsers/langroid/xmlFields.ts';
import { pyStr } from '../../python/repr.ts';
import { pyStrip } from '../../python/whitespace.ts';

/** `ChatDocument.get_tool_names`: the `request` of every candidate. Raises `EngineError`: the `AttributeError` of a candidate that is no object, and the errors of reading. */
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
  const inherited: readonly string[] = inheritedFields;
  for (const { value } of calls)
    for (const [key, item] of value) if (!inherited.includes(key) && isOfType(item, type)) return item;
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
  const isFloat = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/.test(digits);
  return isFloat ? pyFloat(Number(digits.replaceAll('_', ''))) : null;
}

/** Python's `isinstance`, of the primitive types. */
function isOfType(value: PyValue, type: string): boolean {
  if (type === 'int') return typeof value === 'boolean' || pyTypeName(value) === 'int';
  if (type === 'float') return value instanceof PyFloat || pyTypeName(value) === 'float';
  if (type === 'list') return isPyList(value);
  return pyTypeName(value) === type;
}
