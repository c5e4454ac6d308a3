import * as z3 from 'zod/v3';

// What zod 3 does inside is typed for its own subclasses only.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Inner = any;

/** The error map that asks for the issues in the order of `parseAsync`; it leaves every message as it is. */
export const waiting = (_: unknown, { defaultError }: { readonly defaultError: string }) => ({ message: defaultError });

/** The issues of unions, by the list that the others of the same value are in. */
const late = new WeakMap<object, unknown[]>();

/**
 * `z.union` of zod 3, which with `waiting` has its issues where `parseAsync` has them: behind all others of the value, since
 * a union waits for its members.
 */
export function zod3Union(members: readonly Inner[]): Inner {
  const union: Inner = z3.z.union(members.map(withLateIssues) as Inner);
  const parse = union._parse.bind(union);
  union._parse = (input: Inner) => {
    const { issues, contextualErrorMap } = input.parent.common;
    const before = issues.length;
    const outcome = parse(input);
    if (contextualErrorMap !== waiting) return outcome;
    late.set(issues, [...(late.get(issues) ?? []), ...issues.splice(before)]);
    return outcome;
  };
  return union;
}

/** A schema whose issues are followed by those of the unions in it. */
export function withLateIssues(schema: Inner): Inner {
  const parse = schema._parseSync.bind(schema);
  schema._parseSync = (input: Inner) => {
    const outcome = parse(input);
    const { issues } = input.parent.common;
    const waited = late.get(issues);
    if (waited) issues.push(...waited);
    late.delete(issues);
    return outcome;
  };
  return schema;
}
