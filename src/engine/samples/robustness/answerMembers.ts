import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { type MemberSpan, memberSpans } from '../../json/jsonSpans.ts';
import { jsonLoads } from '../../python/index.ts';
import { dictAt, listAt, pointerOf, resolveReference } from '../../validation/index.ts';

/** A member of an object in a JSON text. */
export interface AnswerMember {
  readonly key: string;
  /** A JSON pointer into the whole value. */
  readonly path: string;
  readonly span: Span;
  readonly keySpan: Span;
  /** What goes where the member goes: with one comma. */
  readonly removal: Span;
  readonly value: PyValue;
  /** The schema of the value, where one is known; and whether the object must have the member, which it must where nobody says. */
  readonly schema?: PyDict;
  /** The schema of a value that is not `null`, and the whole in which its references lead somewhere. */
  readonly nonNull?: PyDict;
  readonly root?: PyDict;
  readonly isRequired: boolean;
}

/**
 * The first members of a JSON value, those of inner objects behind each: of a list those of its first item. `span`: of the
 * value, which `jsonLoads` accepts. Linear in the value, for each of the members.
 */
export function answerMembers(
  text: string,
  span: Span,
  schema: PyDict | undefined,
  most: number,
): readonly AnswerMember[] {
  const found: AnswerMember[] = [];
  const visit = (at: Span, part: PyValue | undefined, path: readonly (string | number)[]): void => {
    if (found.length >= most) return;
    const resolved = schema && part !== undefined ? resolveReference(schema, part)?.schema : undefined;
    const members = memberSpans(text, at.start);
    const opening = text.charAt(at.start);
    if (opening === '[') {
      const [first] = members;
      if (first) visit(first.span, resolved?.get('items'), [...path, 0]);
      return;
    }
    if (opening !== '{') return;
    const properties = resolved && dictAt(resolved, 'properties');
    const required = resolved && (listAt(resolved, 'required') ?? []);
    for (const [i, { key, keySpan, span: own }] of members.entries()) {
      if (found.length >= most || !keySpan) return;
      const below = [...path, key];
      const inner = properties?.get(String(key));
      const innerSchema = schema && inner !== undefined ? resolveReference(schema, inner)?.schema : undefined;
      const read = jsonLoads(text, own);
      found.push({
        key: String(key),
        path: pointerOf(below),
        span: own,
        keySpan,
        removal: removalOf(members, i),
        value: read.ok ? read.value : null,
        ...(schema && innerSchema && { schema: innerSchema, nonNull: withoutNull(innerSchema, schema), root: schema }),
        isRequired: required?.includes(key) ?? true,
      });
      visit(own, inner, below);
    }
  };
  visit(span, schema, []);
  return found;
}

/** Of a choice between `null` and one other, the other. */
function withoutNull(schema: PyDict, root: PyDict): PyDict {
  const branches = (listAt(schema, 'anyOf') ?? []).flatMap(branch => resolveReference(root, branch)?.schema ?? []);
  const others = branches.filter(branch => branch.get('type') !== 'null');
  return others.length === 1 && branches.length > 1 ? others[0]! : schema;
}

function removalOf(members: readonly MemberSpan[], i: number): Span {
  const { span, keySpan } = members[i]!;
  const before = members[i - 1];
  if (before) return { start: before.span.end, end: span.end };
  return { start: keySpan!.start, end: members[i + 1]?.keySpan?.start ?? span.end };
}
