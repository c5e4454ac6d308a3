import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { draftKeys } from '../../parsers/shared/draftHints.ts';
import { findJsonCandidates, findXmlCandidates, xmlFieldValues } from './candidates.ts';
import { readCandidate } from './recognise.ts';
import { excludedFields, type ToolKind } from './tool.ts';

/** How many tools a draft takes. */
const maxTools = 50;

/** The keys of a definition with the tools that the responses call; `undefined` where they call none of this kind by name. */
export function draftTools(responses: readonly string[], kind: ToolKind): PyDict | undefined {
  const calls = new Map<string, PyDict[]>();
  for (const value of responses.flatMap(response => valuesIn(response, kind))) {
    const call = isPyDict(value.get('properties')) ? (value.get('properties') as PyDict) : value;
    const request = call.get('request');
    if (typeof request !== 'string' || request === '') continue;
    const same = calls.get(request);
    if (same) same.push(call);
    else if (calls.size < maxTools) calls.set(request, [call]);
  }
  if (calls.size === 0) return undefined;
  return new Map<string, PyValue>([
    ['tools', [...calls].map(([request, values]) => draftTool(request, values))],
    ['agent', new Map([['enable_orchestration_tool_handling', false]])],
  ]);
}

function valuesIn(response: string, kind: ToolKind): PyDict[] {
  const xml = findXmlCandidates(response);
  if (xml.length > 0 !== (kind === 'XMLToolMessage')) return [];
  const read = ({ text }: { text: string }) =>
    xml.length > 0 ? xmlFieldValues(text) : (readCandidate(text)?.value ?? null);
  try {
    return (xml.length > 0 ? xml : findJsonCandidates(response)).map(read).filter(value => isPyDict(value));
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}

function draftTool(request: string, calls: readonly PyDict[]): PyDict {
  const properties = new Map<string, PyValue>();
  const isOwn = (key: string) => key !== 'request' && !excludedFields.includes(key);
  const { all, common } = draftKeys(calls);
  for (const key of all.filter(isOwn)) {
    const values = calls.filter(call => call.has(key)).map(call => call.get(key) ?? null);
    properties.set(key, schemaOf(values));
  }
  const required = common.filter(isOwn);
  const fields = [...properties.keys()].map(key => `<${key}>`).join(', ');
  const schema = new Map<string, PyValue>([['properties', properties]]);
  if (required.length > 0) schema.set('required', required);
  return new Map<string, PyValue>([
    ['request', request],
    ['purpose', fields === '' ? `To call ${request}.` : `To call ${request} with ${fields}.`],
    ['schema', schema],
  ]);
}

const types: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'integer',
  float: 'number',
  bool: 'boolean',
  list: 'array',
  dict: 'object',
};

/** The one type that all values have; any value where they have several. */
function schemaOf(values: readonly PyValue[]): PyValue {
  const names = new Set(values.map(pyTypeName));
  const [only] = names;
  const type = names.size === 1 && only !== undefined ? types[only] : undefined;
  return new Map<string, PyValue>(type === undefined ? [] : [['type', type]]);
}
