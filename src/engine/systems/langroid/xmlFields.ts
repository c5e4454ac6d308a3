import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyStrip } from '../../python/index.ts';
import { readXml, type XmlElement } from '../../text/index.ts';

/** What the fields of a tool class change in the reading of its elements. */
export interface XmlFieldRules {
  /** Whether an element's text is taken as it is. */
  isVerbatim(tag: string): boolean;
  /** The instance of a field that is a model of its own, `undefined` for others. Raises `EngineError` where it is not valid. */
  model?(tag: string, value: PyDict): PyValue | undefined;
}

/** The rules of the base class, which the agent reads every message with. */
const baseRules: XmlFieldRules = { isVerbatim: () => false };

/**
 * `XMLToolMessage.extract_field_values`: the children of the root by their names; `null` where they are not dictionaries (no
 * children, or all of one name). The root's own name does not matter. Raises `EngineError`: `XMLSyntaxError` for bad XML, `AttributeError` where
 * a comment, a processing instruction or an entity stands, and what `rules.model` raises. Linear: the original reads the children of
 * dictionaries twice.
 */
export function xmlFieldValues(text: string, rules: XmlFieldRules = baseRules): PyDict | null {
  const read = readXml(text);
  if (!read.ok) throw new EngineError('XMLSyntaxError', read.message);
  const value = elementValue(read.root, rules);
  if (!isPyDict(value)) return null;
  return new Map([...value].filter(([, item]) => !(isPyDict(item) && item.size === 0)));
}

function elementValue(element: XmlElement | undefined, rules: XmlFieldRules): PyValue {
  if (!element)
    throw new EngineError('AttributeError', "'cython_function_or_method' object has no attribute 'startswith'");
  const { tag, text, children } = element;
  if (tag.startsWith('_')) return new Map();
  if (rules.isVerbatim(tag)) return withoutBackticks(text);
  const [first] = children;
  if (children.length === 0) return pyStrip(text);
  const values = children.map(child => elementValue(child, rules));
  if (children.every(child => child?.tag === first?.tag)) return values;
  const dict = new Map(children.map((child, i) => [child?.tag ?? '', values[i]!]));
  return rules.model?.(tag, dict) ?? dict;
}

function withoutBackticks(text: string): string {
  const stripped = pyStrip(text);
  if (!stripped.startsWith('```') || !stripped.endsWith('```')) return text;
  const inner = stripped.slice(3);
  return pyStrip(inner.endsWith('```') ? inner.slice(0, -3) : inner);
}
