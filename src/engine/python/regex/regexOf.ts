import { Regex } from './regex.ts';

const known = new Map<string, Regex>();
/** Python keeps as many. */
const maxKnown = 500;

/** A pattern compiled with `DOTALL`; as in Python, the last ones are kept. Raises the `regex` module's `error`. */
export function regexOf(pattern: string): Regex {
  const found = known.get(pattern);
  if (found) return found;
  const made = new Regex(pattern);
  if (known.size >= maxKnown) known.clear();
  if (pattern.length <= 1000) known.set(pattern, made);
  return made;
}
