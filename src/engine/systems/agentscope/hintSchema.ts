import { dict } from '../../core/dict.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { toJsonText } from '../../python/index.ts';

/**
 * The schema of what a hint shows: an object's keys with their hints as descriptions, a list's first item. A hint that
 * is text says nothing of the type, so any value is allowed. Recursion is as deep as the hint, which its reader limits.
 */
export function hintSchema(hint: PyValue): PyDict {
  if (isPyDict(hint))
    return dict({ type: 'object', properties: new Map([...hint].map(([key, value]) => [key, hintSchema(value)])) });
  if (isPyList(hint)) return dict({ type: 'array', items: hint.length === 1 ? hintSchema(hint[0]!) : undefined });
  if (hint === null) return new Map();
  return dict({ description: typeof hint === 'string' ? hint : toJsonText(hint) });
}
