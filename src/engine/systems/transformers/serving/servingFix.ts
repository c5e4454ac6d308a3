import type { Fix } from '../../../core/problem.ts';
import type { PyDict } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import { toJsonText } from '../../../python/index.ts';
import type { TemplatePath } from '../anchor.ts';
import { chatNames } from '../warnings/chatNames.ts';

/** A way to what an engine takes, before it is known where it is written. */
export interface ServingFix {
  readonly title: string;
  /** The value below the response template that is meant. */
  readonly path: TemplatePath;
  /** What takes the place of its key, or else of the value itself; JSON. */
  readonly key?: string;
  readonly value?: string;
  /** Whether something else is lost by it, so that the user has to choose. */
  readonly isChoice: boolean;
}

/**
 * Thoughts under the name that servers take. Certain, unless the chat template, if it is known, reads them under the name
 * that they have: then they would not go back with the next turn. `undefined`: the field is not for thoughts, or that one is there.
 */
export function thinkingFix(fields: PyDict, name: string, chat: string | undefined): ServingFix | undefined {
  if (!/reason|thought/.test(name) || fields.has('thinking')) return undefined;
  return {
    title: `Change "${name}" to "thinking"`,
    path: ['fields', name],
    key: '"thinking"',
    isChoice: chat === undefined || chatNames(chat).attributes.has(name),
  };
}

/** Arguments of a content parser without one that says what holds anyway. */
export function withoutArgument(field: string, args: PyDict, key: string): ServingFix {
  const rest = new Map([...args].filter(([each]) => each !== key));
  return {
    title: `Remove "${key}", which holds anyway`,
    path: ['fields', field, 'content_args'],
    value: toJsonText(rest, 0),
    isChoice: false,
  };
}

/** Where the keys and the values of a response template are written. */
export interface TemplatePlaces {
  keySpanOf(path: TemplatePath): Span | undefined;
  spanOf(path: TemplatePath): Span | undefined;
}

/** The fix where it is written; none where the template stands elsewhere. */
export function placedFix(fix: ServingFix | undefined, places: TemplatePlaces): readonly Fix[] {
  if (!fix) return [];
  const span = fix.key === undefined ? places.spanOf(fix.path) : places.keySpanOf(fix.path);
  const text = fix.key ?? fix.value ?? '';
  return span ? [{ title: fix.title, edits: [{ span, text }], ...(fix.isChoice && { isChoice: true }) }] : [];
}
