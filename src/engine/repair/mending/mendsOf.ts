import { pointerStep } from '../../core/pointerStep.ts';
import type { Span } from '../../core/span.ts';
import type { Violation, ViolationCause, Wants } from '../../core/violation.ts';
import { memberSpans } from '../../json/jsonSpans.ts';
import { respelt, textWithin } from '../../validation/index.ts';
import { strictValue } from '../readings.ts';
import { type Mend, type MendEdit, trusts } from './mend.ts';
import { retyped } from './retyped.ts';

/** Where the value of a violation stands in strict JSON, and the object that it is a member of. */
export interface ValuePlace {
  readonly span: Span;
  readonly keySpan?: Span;
  readonly parent?: { readonly span: Span; readonly index: number };
}

/**
 * The ways to mend one violation, the likeliest first; none where the text does not say the value. `text`: strict JSON at the place.
 * Each is to be tried: whether the value is taken then is not looked at. Linear in the value.
 */
export function mendsOf(text: string, violation: Violation, place: ValuePlace): readonly Mend[] {
  const { cause, wants = { types: [] } } = violation;
  const json = text.slice(place.span.start, place.span.end);
  switch (cause) {
    case 'null-value':
      return withoutMember(place, trusts.withoutNull);
    case 'enum-spelling': {
      const value = strictValue(json)?.value;
      const word = typeof value === 'string' ? respelt(value, wants) : undefined;
      if (word === undefined) return [];
      const trust = word.toLowerCase() === String(value).trim().toLowerCase() ? trusts.enumCase : trusts.enumSpelling;
      return [replaced(place.span, JSON.stringify(word), cause, trust)];
    }
    case 'outside-enum':
      return outOfProse(json, wants, place.span);
    case 'wrong-type': {
      const ways = retyped(json, wants).map(({ json: other, trust, lost }) => ({
        ...rewritten(json, other, place.span, cause, trust),
        ...(lost !== undefined && { lost }),
      }));
      const inside = json.startsWith('{') ? unwrapped(text, place.span, 'wrapped-value', trusts.unwrappedMember) : [];
      return [...ways, ...inside, ...nullWord(json, place), ...intoMember(json, wants, place.span)];
    }
    case 'wrapped-value':
      return unwrapped(text, place.span, cause, trusts.unwrapped);
    case 'schema-echo':
      return unwrapped(text, place.span, cause, trusts.schemaEcho, 'properties');
    case 'key-spelling':
      return renamed(text, violation, place);
    case 'missing-key':
      return [...renamed(text, violation, place), ...asMember(json, wants, place.span)];
    case 'unknown-key':
      return withoutMember(place, trusts.withoutMember, text);
    case 'wrong-variant':
      // What the nearest variant lacks is mended; there is nothing else.
      return [{ edits: [], trust: trusts.enumSpelling }];
    default:
      return [];
  }
}

/** One of the allowed texts, out of a longer text that holds it and no other. */
function outOfProse(json: string, wants: Wants, span: Span): readonly Mend[] {
  const value = strictValue(json)?.value;
  const found = typeof value === 'string' ? textWithin(value, wants) : undefined;
  if (!found) return [];
  const mend = replaced(span, JSON.stringify(found.text), 'outside-enum', trusts.outOfProse);
  return [{ ...mend, lost: found.beside }];
}

/** A scalar where an object of one member is wanted, as that member. */
function intoMember(json: string, { onlyMember, types }: Wants, { start, end }: Span): readonly Mend[] {
  if (onlyMember === undefined || /^[[{]/.test(json) || (types.length > 0 && !types.includes('object'))) return [];
  return around({ start, end }, onlyMember, 'wrong-type');
}

/** An object that lacks the only member that is wanted of it, as that member where that may be an object. */
function asMember(json: string, { onlyMember, types }: Wants, span: Span): readonly Mend[] {
  if (onlyMember === undefined || !json.startsWith('{') || (types.length > 0 && !types.includes('object'))) return [];
  return around(span, onlyMember, 'missing-key');
}

function around({ start, end }: Span, name: string, cause: ViolationCause): readonly Mend[] {
  const edits = [
    { start, end: start, text: `{${JSON.stringify(name)}: `, cause },
    { start: end, end, text: '}', cause },
  ];
  return [{ edits, trust: trusts.intoMember }];
}

function replaced(span: Span, text: string, cause: ViolationCause, trust: number): Mend {
  return { edits: [{ start: span.start, end: span.end, text, cause }], trust };
}

/** The edits that make one JSON text another: what both have stays where one is within the other. */
function rewritten(json: string, other: string, { start, end }: Span, cause: ViolationCause, trust: number): Mend {
  const edit = (from: number, to: number, text: string): MendEdit => ({ start: from, end: to, text, cause });
  const [long, short] = json.length > other.length ? [json, other] : [other, json];
  const at = long.indexOf(short);
  if (at <= 0 || at + short.length === long.length) return replaced({ start, end }, other, cause, trust);
  const [before, after] = [long.slice(0, at), long.slice(at + short.length)];
  const edits =
    long === json
      ? [edit(start, start + at, ''), edit(start + at + short.length, end, '')]
      : [edit(start, start, before), edit(end, end, after)];
  return { edits, trust };
}

/** The member goes; with `text` it is said what is lost. */
function withoutMember({ parent, span, keySpan }: ValuePlace, trust: number, text?: string): readonly Mend[] {
  if (!parent || !keySpan) return [];
  const lost = text?.slice(keySpan.start, span.end);
  return [
    {
      edits: [],
      trust,
      removes: { object: parent.span.start, index: parent.index },
      ...(lost !== undefined && { lost }),
    },
  ];
}

/** A word that says that there is no value. */
function nullWord(json: string, place: ValuePlace): readonly Mend[] {
  const isNullWord = json.startsWith('"') && /^(?:null|none|nil|n\/a|undefined)?$/i.test(json.slice(1, -1).trim());
  return isNullWord ? withoutMember(place, trusts.withoutNullWord) : [];
}

/** The value that stands alone in an object or a list, without it; with `key` the value of that member. */
function unwrapped(
  text: string,
  { start, end }: Span,
  cause: ViolationCause,
  trust: number,
  key?: string,
): readonly Mend[] {
  const members = memberSpans(text, start);
  const isObject = text.charAt(start) === '{';
  const inner =
    key === undefined ? (members.length === 1 ? members[0] : undefined) : members.findLast(each => each.key === key);
  if (!inner || (cause !== 'wrapped-value' && !isObject)) return [];
  const edits = [
    { start, end: inner.span.start, text: '', cause },
    { start: inner.span.end, end, text: '', cause },
  ];
  return [{ edits, trust }];
}

/** The member that may be meant, by the name that is wanted. */
function renamed(text: string, { cause, path, wants }: Violation, place: ValuePlace): readonly Mend[] {
  const other = wants?.key;
  if (other === undefined) return [];
  if (cause === 'key-spelling')
    return place.keySpan ? [replaced(place.keySpan, JSON.stringify(other), 'key-spelling', trusts.renamed)] : [];
  const member = memberSpans(text, place.span.start).findLast(({ key }) => key === other);
  const name = pointerStep(path.slice(path.lastIndexOf('/') + 1));
  return member?.keySpan ? [replaced(member.keySpan, JSON.stringify(name), 'key-spelling', trusts.renamedNear)] : [];
}
