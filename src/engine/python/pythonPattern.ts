import { parsePattern } from './re/parsePattern.ts';
import { translatePattern } from './re/translatePattern.ts';

/**
 * A Python pattern of our own, as a JavaScript one: Python's `\s`, `\w`, `\b` and, with `ignoreCase`, its Unicode
 * `re.IGNORECASE`. Made when first asked for, since building the tables of cases takes a while. For patterns that are
 * known to take linear time and never match nothing; users' patterns go through the host.
 */
export function pythonPattern(pattern: string, options: { readonly ignoreCase?: boolean } = {}): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    if (!made) {
      const flags = { ignoreCase: options.ignoreCase ?? false, multiline: false, dotAll: false, ascii: false };
      const { source, flags: written } = translatePattern(parsePattern(pattern, flags), []);
      made = new RegExp(source, written);
    }
    return made;
  };
}
