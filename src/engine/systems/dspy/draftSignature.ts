import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue } from '../../core/pyValue.ts';
import { jsonLoads, pyStrip } from '../../python/index.ts';
import { ExpatError } from '../../text/index.ts';
import { isFieldName } from './definedSignature.ts';
import { chatSections } from './readChat.ts';
import { jsonObjectOf } from './readJson.ts';
import { topElements, type XmlNode } from './readXml.ts';
import type { AdapterName } from './signature.ts';

/** With more fields it is not a signature that anybody wrote. */
const mostFields = 500;

/** The fields of one response: of each the type that its value shows. `null`: it shows none. */
type SeenFields = ReadonlyMap<string, string | null>;

/**
 * The signature of completions of an adapter: the fields that they have are its outputs, those that some lack may be
 * missing. `undefined`: they have none, too many, or one that cannot be a field. Linear.
 */
export function draftSignature(adapter: AdapterName, responses: readonly string[]): PyDict | undefined {
  if (!responses.some(response => looksAsAsked(adapter, response))) return undefined;
  const types = new Map<string, (string | null)[]>();
  for (const response of responses)
    for (const [name, type] of seenFields(adapter, response)) {
      const seen = types.get(name);
      if (seen) seen.push(type);
      else types.set(name, [type]);
    }
  if (types.size === 0 || types.size > mostFields || ![...types.keys()].every(isFieldName)) return undefined;
  const outputs = [...types].map(([name, seen]): [string, PyValue] => {
    const named = seen.filter(type => type !== null);
    const type = widest(named);
    return [name, named.length < responses.length ? `Optional[${type}]` : type];
  });
  const signature = new Map<string, PyValue>([
    ['inputs', new Map([[types.has('request') ? 'request_' : 'request', 'str']])],
    ['outputs', new Map(outputs)],
  ]);
  return new Map([['signature', signature]]);
}

/**
 * Whether a completion looks as an adapter asks for it. They read JSON and tags anywhere, also within what was written for another
 * parser: a tool's element around its parameters, an object behind a marker.
 */
function looksAsAsked(adapter: AdapterName, response: string): boolean {
  if (adapter === 'ChatAdapter') return true;
  if (adapter === 'JSONAdapter') return pyStrip(response).startsWith('{');
  const fields = elementFields(response);
  return fields.size > 1 || ![...fields.values()].includes('dict');
}

function seenFields(adapter: AdapterName, response: string): SeenFields {
  if (adapter === 'XMLAdapter') return elementFields(response);
  return adapter === 'ChatAdapter' ? sectionFields(response) : memberFields(response);
}

function memberFields(response: string): SeenFields {
  try {
    return new Map([...(jsonObjectOf(response) ?? [])].map(([name, value]) => [name, typeOfValue(value)]));
  } catch (error) {
    // What is nested too deeply.
    if (error instanceof EngineError) return new Map();
    throw error;
  }
}

function sectionFields(response: string): SeenFields {
  const fields = new Map<string, string>();
  for (const { name, text } of chatSections(response))
    if (name !== undefined && name !== 'completed' && !fields.has(name)) fields.set(name, typeOfText(text));
  return fields;
}

function elementFields(response: string): SeenFields {
  try {
    return new Map([...topElements(response)].map(([name, nodes]) => [name, typeOfElements(nodes)]));
  } catch (error) {
    if (error instanceof ExpatError) return new Map();
    throw error;
  }
}

/** A tag that stands twice is a list, and so are those whose children are all items. */
function typeOfElements(nodes: readonly XmlNode[]): string {
  const [first] = nodes;
  if (nodes.length > 1) return 'list';
  if (!first || first.children.length === 0) return typeOfText(pyStrip(first?.text ?? ''));
  if (pyStrip(first.text) !== '') return 'str';
  return first.children.every(({ tag }) => tag === 'item') ? 'list' : 'dict';
}

/** The narrowest type that the types of all values are read as. */
function widest(types: readonly string[]): string {
  const all = new Set(types);
  if (all.size <= 1) return types[0] ?? 'str';
  const isAny = [...all].every(type => type === 'int' || type === 'float');
  if (isAny) return 'float';
  return all.has('str') && [...all].every(type => type !== 'list' && type !== 'dict') ? 'str' : 'Any';
}

/** The narrowest type that a text is read as. */
function typeOfText(text: string): string {
  if (/^[+-]?\d+$/.test(text)) return 'int';
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return 'float';
  if (/^(?:true|false)$/i.test(text)) return 'bool';
  const isJson = (open: string) => text.startsWith(open) && jsonLoads(text).ok;
  return isJson('[') ? 'list' : isJson('{') ? 'dict' : 'str';
}

/** The type of a field that holds a value, as signatures write it. `null`: it shows none, as `None` does. */
export function typeOfValue(value: PyValue): string | null {
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (value instanceof PyFloat) return 'float';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (isPyList(value)) return value.length > 0 && value.every(item => typeof item === 'string') ? 'list[str]' : 'list';
  return isPyDict(value) ? 'dict' : null;
}
