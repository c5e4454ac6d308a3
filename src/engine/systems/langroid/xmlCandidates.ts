import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyStrip } from '../../python/index.ts';
import { PairSearch, readXml, type XmlElement } from '../../text/index.ts';
import type { Candidate } from './jsonCandidates.ts';

const firstTag = /<[\p{L}\p{N}_]+>/gu;

/** The search for what stands between `<root>` and the next `</root>`, in a text that is whole or grows. */
export function rootPair(root = 'tool'): PairSearch {
  return new PairSearch(`<${root}>`, `</${root}>`);
}

/**
 * `XMLToolMessage.find_candidates`: what stands between `<root>` and the next `</root>`. The last `<root>` of the text need
 * not close; a `</root>` without its opening tag takes all from the first tag before it. The missing tag is in `text`,
 * not in `span`. Linear: the original searches again for what does not come.
 */
export function findXmlCandidates(text: string, root = 'tool'): readonly Candidate[] {
  const pair = rootPair(root);
  const { opener: open, closer: close } = pair;
  const candidates: Candidate[] = [];
  let from = 0;
  for (let behind = 0; behind >= 0; ) {
    behind = pair.find(text, behind, 0);
    if (!pair.isClosed) continue;
    const { span } = pair.closed!;
    candidates.push({ text: text.slice(span.start, span.end), span });
    from = span.end;
    pair.next();
  }
  if (pair.opened) {
    // No closing tag comes: only the last opening tag counts.
    const span = { start: text.lastIndexOf(open), end: text.length };
    return [...candidates, { text: text.slice(span.start) + close, span }];
  }
  for (let at = text.indexOf(close, from); at >= 0; at = text.indexOf(close, from)) {
    firstTag.lastIndex = from;
    const tag = firstTag.exec(text.slice(0, at));
    from = at + close.length;
    if (tag) candidates.push({ text: open + text.slice(tag.index, from), span: { start: tag.index, end: from } });
  }
  return candidates;
}

/** What the fields of a tool class change in the reading of its elements. */
interface XmlFieldRules {
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
