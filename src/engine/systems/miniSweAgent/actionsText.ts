import { ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { findMatches, parsePattern, stripSpan, type TranslatedPattern, translatePattern } from '../../python/index.ts';
import { ActionFormatError } from './actions.ts';
import { scanActions } from './scanActions.ts';

/** The flags of `re.findall(pattern, text, re.DOTALL)`. */
export const actionFlags = { ignoreCase: false, multiline: false, dotAll: true, ascii: false } as const;

/** An action found in a text: the whole match, and the command inside it without white space around. */
export interface TextAction {
  readonly command: string;
  readonly span: Span;
  readonly inner: Span;
}

/**
 * A user's pattern that gives a match's groups 1 and 2, whatever their names. Raises Python's `re.error` for what does
 * not compile. `groups`: how many the pattern has.
 */
export function compileGroups(
  pattern: string,
  flags: Parameters<typeof parsePattern>[1],
): { readonly translated: TranslatedPattern; readonly groups: number } {
  const parsed = parsePattern(pattern, flags);
  const groups = parsed.groups.length - 1;
  const names = ['1', '2'].slice(0, groups);
  const numbered = { ...parsed, names: new Map(names.map((name, i) => [name, i + 1])) };
  return { translated: translatePattern(numbered, names), groups };
}

/**
 * All actions of a text: `[a.strip() for a in re.findall(pattern, text, re.DOTALL)]`. Patterns of the user's own run by
 * way of the host. Raises `re.error`, what `findMatches` raises, and Python's `AttributeError` for a pattern with two or
 * more groups that matches.
 */
async function findActions(text: string, pattern: string, host: Host): Promise<readonly TextAction[]> {
  const scanned = scanActions(pattern, text);
  if (scanned)
    return scanned.map(({ start, end, from, to }) => textAction(text, { start, end }, { start: from, end: to }));
  const { translated, groups } = compileGroups(pattern, actionFlags);
  const names = groups === 1 ? ['1'] : [];
  const spans = await findMatches(translated, names, text, host);
  if (groups > 1 && spans.length > 0)
    throw new ResponseError('AttributeError', "'tuple' object has no attribute 'strip'", {
      span: { start: spans[0] ?? 0, end: spans[1] ?? 0 },
    });
  const actions: TextAction[] = [];
  const width = 2 + 2 * names.length;
  for (let i = 0; i < spans.length; i += width) {
    const span = { start: spans[i] ?? 0, end: spans[i + 1] ?? 0 };
    const group = names.length === 0 ? span : { start: spans[i + 2] ?? 0, end: spans[i + 3] ?? 0 };
    // A group that took no part gives the empty string.
    actions.push(textAction(text, span, group.start < 0 ? { start: span.end, end: span.end } : group));
  }
  return actions;
}

function textAction(text: string, span: Span, group: Span): TextAction {
  const inner = stripSpan(text, group.start, group.end);
  return { command: text.slice(inner.start, inner.end), span, inner };
}

/** mini-swe-agent's `parse_regex_actions`: exactly one action. Raises {@link ActionFormatError}, and as {@link findActions}. */
export async function readTextAction(
  text: string,
  finishReason: PyValue,
  pattern: string,
  host: Host,
): Promise<TextAction> {
  const actions = await findActions(text, pattern, host);
  const [only, second] = actions;
  if (only && !second) return only;
  const error = `Expected exactly 1 action, found ${actions.length}.`;
  throw new ActionFormatError(
    error,
    new Map<string, PyValue>([
      ['actions', actions.map(({ command }) => command)],
      ['error', error],
      ['finish_reason', finishReason],
    ]),
    second?.span,
  );
}
