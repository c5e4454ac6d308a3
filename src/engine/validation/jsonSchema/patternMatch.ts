import { type Regex, rustRegex } from '../rustRegex/rustRegex.ts';

const compiled = new Map<string, Regex | undefined>();
/** Patterns that are kept: there are few in a schema, and schemas change while they are written. */
const maxCompiled = 200;

/**
 * Python's `re.search(pattern, text)` as far as Rust's engine has it, which takes linear time whatever the pattern; true for
 * a pattern that it does not have (look-around, back-references). Python's `$` also stands before a last line break.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const regex = regexOf(pattern);
  if (!regex) return true;
  try {
    return regex.isMatch(text) || (text.endsWith('\n') && pattern.includes('$') && regex.isMatch(text.slice(0, -1)));
  } catch {
    return true;
  }
}

function regexOf(pattern: string): Regex | undefined {
  if (!compiled.has(pattern)) {
    if (compiled.size >= maxCompiled) compiled.clear();
    const regex = rustRegex(pattern);
    compiled.set(pattern, regex instanceof Error ? undefined : regex);
  }
  return compiled.get(pattern);
}
