import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../core/pyValue.ts';

/** Leaves that are looked at. */
const mostLeaves = 5000;

/**
 * Whether a value that was read lacks something that plain data says: one of its texts or numbers, on its own or within a
 * text. `counts`: which of them do. What is put in another type, order or place is there. Linear in both, for leaves that
 * stand on their own.
 */
export function lacksAny(value: PyValue, wanted: unknown, counts: (leaf: string) => boolean = () => true): boolean {
  const own = new Set<string>();
  collect(value, own);
  let joined: string | undefined;
  let left = mostLeaves;
  const lacks = (given: unknown): boolean => {
    if (left-- <= 0 || given === null || given === undefined || typeof given === 'boolean') return false;
    if (Array.isArray(given)) return given.some(lacks);
    if (typeof given === 'object') return Object.values(given).some(lacks);
    const leaf = String(given).trim();
    if (leaf === '' || own.has(leaf) || !counts(leaf)) return false;
    joined ??= [...own].join('\n');
    return !joined.includes(leaf);
  };
  return lacks(wanted);
}

/** The texts and numbers of a value, each as a text. */
function collect(value: PyValue, into: Set<string>): void {
  if (value instanceof PyOpaque) collect(value.json, into);
  else if (value instanceof PyFloat) into.add(String(value.value));
  else if (isPyDict(value)) for (const item of value.values()) collect(item, into);
  else if (isPyList(value)) for (const item of value) collect(item, into);
  else if (value !== null && typeof value !== 'boolean') into.add(String(value).trim());
}
