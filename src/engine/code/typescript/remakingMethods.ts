import { dict } from '../../core/dict.ts';
import { isPyDict, isPyList } from '../../core/pyValue.ts';
import { type Method, type MethodCall, notKnown, withSchema } from './methodCall.ts';
import type { ReadSchema } from './zodContext.ts';
import { enumeration, extended, picked, propertiesOf, requiredOf, withKeys } from './zodKeywords.ts';

/** Methods that make a schema of another's keys or values, by name. */
export const remakingMethods: ReadonlyMap<string, Method> = new Map(
  Object.entries<Method>({
    extend,
    safeExtend: extend,
    merge: extend,
    pick: call => withPicked(call, true),
    omit: call => withPicked(call, false),
    partial: call => withRequired(call, false),
    required: call => withRequired(call, true),
    keyof: ({ given }) => ({ schema: dict({ type: 'string', enum: [...propertiesOf(given.schema).keys()] }) }),
    extract: call => withValues(call, true),
    exclude: call => withValues(call, false),
  }),
);

/** How many keys and values such a method takes over from the schema that it is called on. */
export function remadeSize({ given: { schema } }: MethodCall): number {
  const values = schema.get('enum') ?? null;
  return propertiesOf(schema).size + (isPyList(values) ? values.length : 0);
}

function extend(call: MethodCall): ReadSchema {
  return withSchema(call, extended(call.given.schema, call.context.keys(call.first)));
}

/** The keys of `{ a: true, b: true }`. */
function maskOf({ first, context }: MethodCall): ReadonlySet<string> | undefined {
  const keys = context.module.value(first) ?? null;
  return isPyDict(keys) ? new Set(keys.keys()) : undefined;
}

/** An object with the named keys only, or with all others. */
function withPicked(call: MethodCall, isNamedKept: boolean): ReadSchema {
  const keys = maskOf(call);
  return keys
    ? withSchema(
        call,
        picked(call.given.schema, key => keys.has(key) === isNamedKept),
      )
    : notKnown(call);
}

/** An object whose named keys, or all of them, are required or are not. */
function withRequired(call: MethodCall, isNowRequired: boolean): ReadSchema {
  const keys = call.first ? maskOf(call) : undefined;
  if (call.first && !keys) return notKnown(call);
  const { schema } = call.given;
  const required = requiredOf(schema);
  const isRequired = (key: string) => (!keys || keys.has(key) ? isNowRequired : required.has(key));
  const properties = propertiesOf(schema);
  return withSchema(call, withKeys(schema, properties, [...properties.keys()].filter(isRequired)));
}

/** An enum with the named values only, or with all others. */
function withValues(call: MethodCall, isNamedKept: boolean): ReadSchema {
  const { schema } = call.given;
  const values = schema.get('enum') ?? null;
  const named = call.context.module.value(call.first) ?? null;
  if (!isPyList(values) || !isPyList(named)) return notKnown(call);
  const list = new Set(named);
  return { schema: enumeration(values.filter(each => list.has(each) === isNamedKept)) ?? schema };
}
