import { type AgentScopeRelease, type ReleaseRule, ReleaseRules } from '../core/agentscopeReleases.ts';
import { EngineError } from '../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../core/pyValue.ts';
import { pyContains, pyGetItem, pyIterate, pyStr } from '../python/index.ts';

/**
 * AgentScope's tokens of tool schemas, a list that is not empty; its constants are those of OpenAI's cookbook. Raises
 * `KeyError`, `TypeError` or `AttributeError` where AgentScope does.
 */
export function toolTokens(
  model: string,
  tools: PyValue,
  encode: (text: PyValue) => number,
  release: AgentScopeRelease,
): number {
  const rules = new ReleaseRules(release);
  let count = 12;
  for (const tool of pyIterate(tools)) {
    const fn = pyGetItem(tool, 'function');
    const name = pyGetItem(fn, 'name');
    count += model.startsWith('gpt-4o') ? 7 : 10;
    count += encode(`${pyStr(name)}:${description(fn)}`);
    const properties = pyGetItem(pyGetItem(fn, 'parameters'), 'properties');
    if (size(properties) === 0) continue;
    count += 3;
    for (const [key, property] of dictWith(properties, 'keys')) {
      count += 3;
      const type = typeOf(property, rules);
      const text = description(property);
      if (pyContains(dictWith(property, 'keys'), 'enum')) {
        count -= 3;
        for (const item of pyIterate(pyGetItem(property, 'enum'))) count += 3 + encode(item);
      }
      count += encode(`${key}:${pyStr(type)}:${text}`);
    }
  }
  return count;
}

const untypedProperties: ReleaseRule = {
  since: '1.0.19',
  summary: 'OpenAITokenCounter: a property of a tool without a `type` has an empty one, where it was a KeyError before',
};

/** The type of a tool's property as it is printed. */
function typeOf(property: PyValue, rules: ReleaseRules): PyValue {
  if (isPyDict(property) && property.has('type')) return pyGetItem(property, 'type');
  return rules.follows(untypedProperties) ? (dictWith(property, 'get').get('type') ?? '') : pyGetItem(property, 'type');
}

/** `value.get("description", "").removesuffix(".")`. */
function description(value: PyValue): string {
  const text = dictWith(value, 'get').get('description');
  if (text === undefined) return '';
  if (typeof text !== 'string') throw noAttribute(text, 'removesuffix');
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** `len(value)`, as far as it matters here: whether there is anything. */
function size(value: PyValue): number {
  if (isPyDict(value)) return value.size;
  if (isPyList(value) || typeof value === 'string') return value.length;
  throw new EngineError('TypeError', `object of type '${pyTypeName(value)}' has no len()`);
}

/** The value as a dict, for a method that only a dict has. Raises Python's `AttributeError` for anything else. */
export function dictWith(value: PyValue, method: string): PyDict {
  if (isPyDict(value)) return value;
  throw noAttribute(value, method);
}

/** Python's `AttributeError` of a value. */
export function noAttribute(value: PyValue, attribute: string): EngineError {
  return new EngineError('AttributeError', `'${pyTypeName(value)}' object has no attribute '${attribute}'`);
}
