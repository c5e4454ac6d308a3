import type { ValidatedText } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import { mostViolations, type Violation, type Violations } from '../../core/violation.ts';
import { placeFinder } from '../../json/jsonSpans.ts';
import { type Breach, inShort } from './breach.ts';

/**
 * The violations of a value with their places in its text, in the order of the text; of several of one cause at one path
 * the first. Where a value is of the wrong type, nothing else is said of it. Linear but for sorting.
 */
export function placeViolations(breaches: readonly Breach[], place: ValidatedText): Violations {
  const { text, span, isJson, call } = place;
  const find = isJson ? placeFinder(text, span) : undefined;
  const wholes = new Set(breaches.filter(({ isWhole }) => isWhole).map(({ path }) => pointerOf(path)));
  const seen = new Set<string>();
  const placed: Violation[] = [];
  for (const breach of breaches) {
    const path = pointerOf(breach.path);
    const key = `${breach.cause} ${path}`;
    if (seen.has(key) || (wholes.has(path) && !breach.isWhole)) continue;
    seen.add(key);
    placed.push(violationOf(breach, path, find ? spanOf(breach, find, text) : span, call));
  }
  placed.sort((one, other) => one.span.start - other.span.start);
  return { violations: placed.slice(0, mostViolations), more: Math.max(placed.length - mostViolations, 0) };
}

/** A JSON pointer. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function spanOf({ path, cause }: Breach, find: ReturnType<typeof placeFinder>, text: string): Span {
  const { span, keySpan } = find(path);
  if (cause === 'missing-key') return openingOf(find(path.slice(0, -1)).span, text);
  return (cause === 'unknown-key' || cause === 'key-spelling') && keySpan ? keySpan : span;
}

function openingOf(span: Span, text: string): Span {
  return text.charAt(span.start) === '{' ? { start: span.start, end: span.start + 1 } : span;
}

function violationOf(
  { cause, wanted, message, input, wants }: Breach,
  path: string,
  span: Span,
  call: number | undefined,
): Violation {
  const got = cause === 'missing-key' ? 'nothing' : inShort(input);
  const said = { path, cause, span, wanted, got, message, ...(call !== undefined && { call }) };
  return Object.defineProperty(said, 'wants', { value: wants });
}
