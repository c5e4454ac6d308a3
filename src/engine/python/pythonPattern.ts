import { once } from '../core/once.ts';
import { parsePattern } from './re/parsePattern.ts';
import { translatePattern } from './re/translatePattern.ts';

/** Characters of which Python's classes and cases say the same with `re.ASCII`: those that only Unicode takes for white are not among them. */
const isPlain = /^[\0-\x1b\x20-\x7f]*$/;

/**
 * A Python pattern of our own, as a JavaScript one: Python's `\s`, `\w`, `\b` and, with `ignoreCase`, its Unicode
 * `re.IGNORECASE`. Made when first asked for, since building the tables of cases takes a while: in a `text` of ASCII one
 * that is made without them finds the same. For patterns that are known to take linear time and never match nothing;
 * users' patterns go through the host.
 */
export function pythonPattern(
  pattern: string,
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): (text?: string) => RegExp {
  const made = (ascii: boolean) =>
    once(() => {
      const flags = { ignoreCase, multiline: false, dotAll: false, ascii };
      const { source, flags: written } = translatePattern(parsePattern(pattern, flags), []);
      return new RegExp(source, written);
    });
  const general = made(false);
  const plain = isPlain.test(pattern) ? made(true) : general;
  return text => (text !== undefined && isPlain.test(text) ? plain() : general());
}
