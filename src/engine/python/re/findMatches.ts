import { ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { TranslatedPattern } from './translatePattern.ts';

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
