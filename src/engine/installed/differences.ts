import type { ModuleError, ModuleOutcome } from '../core/host.ts';
import { ModelValue } from '../core/modelValue.ts';
import { fromPlain, isPyDict, isPyList, PyFloat, type PyList, PyOpaque, type PyValue } from '../core/pyValue.ts';
import type { ParseResult } from '../core/result.ts';
import type { Definition } from '../parsers/definition.ts';
import { toJsonText, toJsonValue } from '../python/index.ts';
import { split } from '../samples/index.ts';

/** What differs: an error where the other has a value, or another error, is of `error`; the words of the same error of `message`; `payload` and `count` are of conversations. */
export type DifferenceGroup =
  | 'instruction'
  | 'value'
  | 'split'
  | 'payload'
  | 'count'
  | 'error'
  | 'message'
  | 'feedback';

/** The groups in the order in which reports show them. */
export const differenceGroups: readonly DifferenceGroup[] = [
  'instruction',
  'value',
  'split',
  'payload',
  'count',
  'error',
  'message',
  'feedback',
];

/** A difference: what it is of, and both sides as texts; values are JSON. */
export interface Difference {
  readonly group: DifferenceGroup;
  /** Of `split`: which. */
  readonly part?: string;
  readonly ours: string;
  readonly theirs: string;
}

/** A difference, and of which text. */
export interface InstalledDifference extends Difference {
  /** Where the text is from. */
  readonly from: string;
  /** Absent: it is of the instruction. */
  readonly text?: string;
}

/** What our reading of a response and the framework's differ in. */
export function differencesOf(
  definition: Definition,
  ours: ParseResult,
  theirs: ModuleOutcome,
  hasMessages: boolean,
): readonly Difference[] {
  if (ours.ok !== theirs.ok || !ours.ok || !theirs.ok) {
    if (ours.ok || theirs.ok) return [{ group: 'error', ours: shownOurs(ours), theirs: shownTheirs(theirs) }];
    return errorDifferences(ours.error, theirs.error, hasMessages);
  }
  const value = fromPlain(theirs.value);
  if (!exactlySame(ours.exact, value))
    return [{ group: 'value', ours: shownValue(ours.exact), theirs: shownValue(value) }];
  return splitDifferences(definition, ours, theirs);
}

function errorDifferences(
  ours: { readonly class: string; readonly message: string; readonly feedback?: string },
  theirs: ModuleError,
  hasMessages: boolean,
): readonly Difference[] {
  const { class: className, message } = plainError(theirs);
  const ourClass = shortClass(ours.class);
  const both = { ours: `${ourClass}: ${ours.message}`, theirs: `${className}: ${message}` };
  if (ourClass !== className) return [{ group: 'error', ...both }];
  if (hasMessages && ours.message !== message) return [{ group: 'message', ...both }];
  if (theirs.feedback === undefined || theirs.feedback === ours.feedback) return [];
  return [{ group: 'feedback', ours: ours.feedback ?? '(nothing)', theirs: theirs.feedback }];
}

/** An error without the module of its class. */
function plainError({ class: name, message }: ModuleError): { readonly class: string; readonly message: string } {
  const className = shortClass(name);
  // AgentScope’s errors print their class themselves.
  const own = `${className}: `;
  return { class: className, message: message.startsWith(own) ? message.slice(own.length) : message };
}

/** A class without the module that it is of. */
export function shortClass(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function splitDifferences(
  definition: Definition,
  ours: ParseResult,
  theirs: ModuleOutcome & { ok: true },
): readonly Difference[] {
  const own = split(definition, ours);
  if (!own) return [];
  const differences: Difference[] = [];
  for (const part of ['content', 'memory', 'metadata'] as const) {
    const theirSplit = theirs.splits?.[part];
    const made = own[part];
    if (!theirSplit) continue;
    const isSame =
      'error' in theirSplit
        ? 'error' in made && made.error.class === shortClass(theirSplit.error.class)
        : 'exact' in made && exactlySame(made.exact, theirSplit.value);
    if (isSame) continue;
    const sideOf = (side: { readonly error: { readonly class: string; readonly message: string } } | PyValue) =>
      typeof side === 'object' && side !== null && 'error' in side
        ? `${side.error.class}: ${side.error.message}`
        : shownValue(side as PyValue);
    differences.push({
      group: 'split',
      part,
      ours: 'error' in made ? sideOf({ error: made.error }) : shownValue(made.exact),
      theirs: 'error' in theirSplit ? sideOf({ error: theirSplit.error }) : shownValue(theirSplit.value),
    });
  }
  return differences;
}

function shownOurs(result: ParseResult): string {
  return result.ok ? shownValue(result.exact) : `${result.error.class}: ${result.error.message}`;
}

function shownTheirs(outcome: ModuleOutcome): string {
  if (outcome.ok) return shownValue(fromPlain(outcome.value));
  const { class: className, message } = plainError(outcome.error);
  return `${className}: ${message}`;
}

/** A value as reports show it. */
export function shownValue(value: PyValue): string {
  return toJsonText(toJsonValue(value));
}

/** Whether two values are the same to the last type: `1` is not `1.0`, `NaN` is itself, the order of keys counts. Recursion is as deep as the value. */
export function exactlySame(one: PyValue, other: PyValue): boolean {
  if (isPyList(one))
    return isPyList(other) && one.length === other.length && one.every((item, i) => exactlySame(item, other[i]!));
  if (isPyDict(one)) {
    if (!isPyDict(other) || one.size !== other.size) return false;
    const entries = [...other];
    return [...one].every(([key, item], i) => entries[i]![0] === key && exactlySame(item, entries[i]![1]));
  }
  // Python tells an instance of a model as the dict that it is.
  if (one instanceof ModelValue && isPyDict(other)) return exactlySame(one.json, other);
  // Python tells a tuple or a set as the list of its items, a set in an order of its own.
  if (one instanceof PyOpaque && isPyList(one.json) && isPyList(other)) return sameItems(one.json, other, one.type);
  if (one instanceof PyFloat) return other instanceof PyFloat && Object.is(one.value, other.value);
  if (one instanceof PyOpaque)
    return other instanceof PyOpaque && one.type === other.type && exactlySame(one.json, other.json);
  return Object.is(one, other);
}

function sameItems(one: PyList, other: PyList, type: string): boolean {
  if (type === 'tuple') return exactlySame(one, other);
  if (one.length !== other.length) return false;
  const sorted = (items: PyList) => items.toSorted((a, b) => (toJsonText(a) < toJsonText(b) ? -1 : 1));
  return exactlySame(sorted(one), sorted(other));
}

/** The most differences that are kept; all are counted. */
const maxDifferences = 2000;

/** Counts the questions to both sides, and keeps the differences in the order in which they were found. */
export class InstalledTally {
  compared = 0;
  same = 0;
  readonly differences: InstalledDifference[] = [];

  /** `text`: what was read; absent where there is none. */
  add(from: string, text: string | undefined, found: readonly Difference[]): void {
    this.compared++;
    if (found.length === 0) this.same++;
    for (const each of found)
      if (this.differences.length < maxDifferences)
        this.differences.push({ ...each, from, ...(text !== undefined && { text }) });
  }
}
