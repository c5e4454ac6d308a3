import { addTo } from '../../core/addTo.ts';
import { pointerStep } from '../../core/pointerStep.ts';
import type { Span } from '../../core/span.ts';
import type { Violation } from '../../core/violation.ts';
import { memberSpans } from '../../json/jsonSpans.ts';
import { respelt, textWithin } from '../../validation/index.ts';
import { type Mend, type MendEdit, trusts } from './mend.ts';
import { mendsOf, type ValuePlace } from './mendsOf.ts';

/** Violations of one value that are mended; of more, none are. */
const mostMended = 100;

/** A violation with the ways to mend it, and the one that is tried. */
interface Open {
  readonly violation: Violation;
  readonly mends: readonly Mend[];
  readonly chosen: number;
}

/** One way to mend all violations of a value, to be tried by reading the text again. */
export interface Attempt {
  /** In the order of the text, never overlapping. */
  readonly edits: readonly MendEdit[];
  readonly trust: number;
  readonly lost: readonly string[];
  /** The attempt that takes the next way where a violation is left; `undefined` where there is none. */
  after(left: readonly Violation[]): Attempt | undefined;
  /** The attempts that take another way for one of the violations. */
  others(): readonly Attempt[];
}

/**
 * The likeliest way to mend all these violations of the JSON value at `span`; `undefined` where one of them has no mend: what
 * the text does not say is not invented. Linear in the value.
 */
export function firstAttempt(text: string, span: Span, violations: readonly Violation[]): Attempt | undefined {
  if (violations.length === 0 || violations.length > mostMended) return undefined;
  const find = valuePlaces(text, span);
  const open: Open[] = [];
  for (const violation of violations) {
    const place = find(violation);
    const mends = place ? mendsOf(text, violation, place) : [];
    if (mends.length === 0) return undefined;
    open.push({ violation, mends, chosen: 0 });
  }
  return attemptOf(text, open);
}

function attemptOf(text: string, open: readonly Open[]): Attempt | undefined {
  const chosen = open.map(({ mends, chosen: at }) => mends[at]!);
  const edits = editsOf(text, chosen, open);
  if (!edits) return undefined;
  const trusted = new Map<string, number>();
  for (const [i, { violation }] of open.entries())
    trusted.set(violation.cause, Math.min(trusted.get(violation.cause) ?? 1, chosen[i]!.trust));
  return {
    edits,
    trust: [...trusted.values()].reduce((product, trust) => product * trust, 1),
    lost: chosen.flatMap(({ lost }) => lost ?? []),
    after(left) {
      const next = open.map(each =>
        left.some(({ path }) => touches(path, each.violation.path)) ? advanced(each) : each,
      );
      const isChanged = next.some((each, i) => each !== open[i]);
      return isChanged && !next.includes(undefined) ? attemptOf(text, next as Open[]) : undefined;
    },
    others: () =>
      open.flatMap((each, i) => {
        const other = advanced(each);
        const attempt = other && attemptOf(text, open.with(i, other));
        return attempt ?? [];
      }),
  };
}

function advanced(open: Open): Open | undefined {
  return open.chosen + 1 < open.mends.length ? { ...open, chosen: open.chosen + 1 } : undefined;
}

function touches(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`) || other.startsWith(`${path}/`);
}

/** The edits of all mends in the order of the text; `undefined` where two want the same stretch. */
function editsOf(text: string, mends: readonly Mend[], open: readonly Open[]): readonly MendEdit[] | undefined {
  const removed = new Map<number, { index: number; cause: MendEdit['cause'] }[]>();
  for (const [i, { removes }] of mends.entries())
    if (removes) addTo(removed, removes.object, { index: removes.index, cause: open[i]!.violation.cause });
  const edits = mends.flatMap(mend => mend.edits);
  for (const [object, members] of removed) edits.push(...removals(text, object, members));
  const seen = new Set<string>();
  const sorted = edits
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .filter(({ start, end, text: put }) => !seen.has(`${start} ${end} ${put}`) && seen.add(`${start} ${end} ${put}`));
  return sorted.some(({ start }, i) => i > 0 && start < sorted[i - 1]!.end) ? undefined : sorted;
}

/** The edits that take members out of an object, each with one comma. */
function removals(
  text: string,
  object: number,
  removed: readonly { readonly index: number; readonly cause: MendEdit['cause'] }[],
): readonly MendEdit[] {
  const members = memberSpans(text, object);
  const gone = new Map(removed.map(({ index, cause }) => [index, cause]));
  const edits: MendEdit[] = [];
  let kept: number | undefined;
  for (let i = 0; i < members.length; i++) {
    const cause = gone.get(i);
    if (cause === undefined) {
      kept = i;
      continue;
    }
    let last = i;
    while (gone.has(last + 1)) last++;
    const next = members[last + 1];
    const [start, end] =
      kept !== undefined
        ? [members[kept]!.span.end, members[last]!.span.end]
        : [members[i]!.keySpan!.start, next ? next.keySpan!.start : members[last]!.span.end];
    edits.push({ start, end, text: '', cause });
    i = last;
  }
  return edits;
}

/** What finds the value of a violation: by its pointer; of a member that is missing the object. */
function valuePlaces(text: string, value: Span): (violation: Violation) => ValuePlace | undefined {
  const members = new Map<number, ReadonlyMap<string, ValuePlace>>();
  const membersAt = (span: Span) => {
    let found = members.get(span.start);
    if (!found) {
      const all = memberSpans(text, span.start);
      found = new Map(all.map((member, index) => [String(member.key), { ...member, parent: { span, index } }]));
      members.set(span.start, found);
    }
    return found;
  };
  return ({ path, cause }) => {
    let place: ValuePlace = { span: value };
    const steps = path.split('/').slice(1);
    for (const step of cause === 'missing-key' ? steps.slice(0, -1) : steps) {
      const next = membersAt(place.span).get(pointerStep(step));
      if (!next) return undefined;
      place = next;
    }
    return place;
  };
}

/** The way to mend an answer that is a bare text and should be one of some texts: in their letters, or without what is beside it. */
export function bareTextAttempt(text: string, span: Span, violations: readonly Violation[]): Attempt | undefined {
  const [violation, another] = violations;
  const wants = violation?.wants;
  if (!violation || another || violation.path !== '' || !wants?.values) return undefined;
  const value = text.slice(span.start, span.end);
  const meant = respelt(value, wants);
  if (meant !== undefined) {
    const isCased = meant.toLowerCase() === value.toLowerCase();
    return bareText(violation, span, meant, isCased ? trusts.enumCase : trusts.enumSpelling, []);
  }
  const within = textWithin(value, wants);
  return within && bareText(violation, span, within.text, trusts.outOfProse, [within.beside]);
}

function bareText({ cause }: Violation, span: Span, text: string, trust: number, lost: readonly string[]): Attempt {
  return { edits: [{ ...span, text, cause }], trust, lost, after: () => undefined, others: () => [] };
}
