import { ResponseError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { once } from '../core/once.ts';
import { parsePattern } from './re/parsePattern.ts';
import { type TranslatedPattern, translatePattern } from './re/translatePattern.ts';

/** Characters of which Python's classes and cases say the same with `re.ASCII`: those that only Unicode takes for white are not among them. */
const isPlain = /^[\0-\x1b\x20-\x7f]*$/;

/**
 * A Python pattern of our own, as a JavaScript one: Python's `\s`, `\w`, `\b` and, with `ignoreCase`, its Unicode
 * `re.IGNORECASE`. Made on demand, since building the tables of cases takes a while: in a `text` of ASCII one that is made
 * without them finds the same. For patterns that take linear time and never match nothing; users' patterns go through the
 * host.
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

/** How long a pattern may run, in milliseconds. */
const limitMs = 2000;

/**
 * Python's `re.finditer` by way of the host, which runs the pattern away from this thread: the spans of every match and
 * of the groups `names`, packed as in `PatternOutcome`. A name that the pattern does not have is `IndexError` at the
 * first match, as for `match.group(name)`. Raises `ResponseError`: `PatternTimeoutError` when the pattern does not
 * finish, `PatternError` when it cannot be run.
 */
export async function findMatches(
  pattern: TranslatedPattern,
  names: readonly string[],
  text: string,
  host: Host,
): Promise<Int32Array> {
  if (!host.runPattern)
    throw new ResponseError(
      'PatternError',
      'Patterns other than the default one cannot be run here: the host has no runPattern.',
    );
  const { source, flags, nonEmpty } = pattern;
  const groups = names.map(name => pattern.groups.get(name) ?? 0);
  const outcome = await host.runPattern(
    { source, flags, text, groups, ...(nonEmpty !== undefined && { nonEmpty }) },
    limitMs,
  );
  if (outcome.ok) {
    if (outcome.spans.length > 0 && groups.includes(0)) throw new ResponseError('IndexError', 'no such group');
    return outcome.spans;
  }
  if (outcome.reason === 'failed')
    throw new ResponseError('PatternError', `The pattern could not be run: ${outcome.message}`);
  const what =
    outcome.timeouts === undefined
      ? `The pattern did not finish within ${limitMs / 1000} s on this response.`
      : `The pattern was not tried on this response: on ${outcome.timeouts} responses before it did not finish within ${limitMs / 1000} s. It is tried again when it changes, or after a minute.`;
  throw new ResponseError(
    'PatternTimeoutError',
    `${what} Nested or adjacent repetitions that can match the same text are the usual cause; make them exclude one another, as in [^<]*.`,
  );
}
