import type { SyntaxNode } from '@lezer/common';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { nullable } from '../schema/schemaParts.ts';
import { argumentsOf } from './tsSyntax.ts';
import {
  beside,
  boundKeys,
  enumeration,
  extended,
  formatsOfMethods,
  harmless,
  otherTexts,
  picked,
  propertiesOf,
  type ReadSchema,
  requiredOf,
  signs,
  tooManyCopies,
  withKeys,
  without,
  type ZodContext,
} from './zodKeywords.ts';

/** Methods that make a schema of another's keys or values, by name. */
const remakingMethods: ReadonlyMap<string, Method> = new Map(
  Object.entries<Method>({
    extend,
    safeExtend: extend,
    merge: extend,
    pick: call => withPicked(call, true),
    omit: call => withPicked(call, false),
    partial: call => withRequired(call, false),
    required: call => withRequired(call, true),
    keyof: ({ target }) => ({ schema: dict({ type: 'string', enum: [...propertiesOf(target.schema).keys()] }) }),
    extract: call => withValues(call, true),
    exclude: call => withValues(call, false),
  }),
);

/** How many keys and values such a method takes over from the schema that it is called on. */
function remadeSize({ target: { schema } }: MethodCall): number {
  const values = schema.get('enum');
  return propertiesOf(schema).size + (isPyList(values) ? values.length : 0);
}

function extend(call: MethodCall): ReadSchema {
  return withSchema(call, extended(call.target.schema, call.context.keys(call.first)));
}

/** The keys of `{ a: true, b: true }`. */
function maskOf({ first, context }: MethodCall): ReadonlySet<string> | undefined {
  const keys = context.module.value(first);
  return isPyDict(keys) ? new Set(keys.keys()) : undefined;
}

/** An object with the named keys only, or with all others. */
function withPicked(call: MethodCall, isNamedKept: boolean): ReadSchema {
  const keys = maskOf(call);
  return keys
    ? withSchema(
        call,
        picked(call.target.schema, key => keys.has(key) === isNamedKept),
      )
    : notKnown(call);
}

/** An object whose named keys, or all of them, are required or are not. */
function withRequired(call: MethodCall, isNowRequired: boolean): ReadSchema {
  const keys = call.first ? maskOf(call) : undefined;
  if (call.first && !keys) return notKnown(call);
  const { schema } = call.target;
  const required = requiredOf(schema);
  const isRequired = (key: string) => (!keys || keys.has(key) ? isNowRequired : required.has(key));
  const properties = propertiesOf(schema);
  return withSchema(call, withKeys(schema, properties, [...properties.keys()].filter(isRequired)));
}

/** An enum with the named values only, or with all others. */
function withValues(call: MethodCall, isNamedKept: boolean): ReadSchema {
  const { schema } = call.target;
  const values = schema.get('enum');
  const named = call.context.module.value(call.first);
  if (!isPyList(values) || !isPyList(named)) return notKnown(call);
  const list = new Set(named);
  return { schema: enumeration(values.filter(each => list.has(each) === isNamedKept)) ?? schema };
}

/** What a method of a schema makes of it. What it cannot say is reported. */
export function applyMethod(target: ReadSchema, name: string, node: SyntaxNode, context: ZodContext): ReadSchema {
  const call: MethodCall = { name, node, first: argumentsOf(node)[0], target, context };
  const remaking = remakingMethods.get(name);
  if (remaking) return context.copies(remadeSize(call)) ? remaking(call) : notTaken(call, tooManyCopies);
  const bound = boundKeys.get(name)?.[isText(call) ? 0 : target.schema.get('type') === 'array' ? 1 : 2];
  if (bound) return withArgument(call, bound);
  const format = isText(call) ? formatsOfMethods.get(name) : undefined;
  if (format !== undefined) return withKeyword(call, 'format', format);
  if (isText(call) && otherTexts.has(name))
    return notTaken(call, `JSON Schema has no name for \`.${name}()\`; any text is allowed.`);
  const sign = signs.get(name);
  if (sign !== undefined) return withKeyword(call, sign, 0);
  if (harmless.has(name)) return target;
  const method = methods.get(name);
  return method ? method(call) : notTaken(call, `\`.${name}()\` has no JSON Schema; it is left out.`);
}

/** The methods that set no single keyword, and make nothing of another's keys. */
const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries<Method>({
    describe: call => withArgument(call, 'description'),
    meta,
    optional: ({ target }) => ({ ...target, optional: true }),
    exactOptional: ({ target }) => ({ ...target, optional: true }),
    nullable: call => withSchema(call, nullable(call.target.schema)),
    nullish: ({ target }) => ({ schema: nullable(target.schema), optional: true }),
    default: call => ({ ...withArgument(call, 'default'), optional: true }),
    prefault: call => ({ ...withArgument(call, 'default'), optional: true }),
    array: ({ target }) => ({ schema: dict({ type: 'array', items: target.schema }) }),
    or: ({ target, first, context }) => ({ schema: dict({ anyOf: [target.schema, context.schema(first).schema] }) }),
    and: ({ target, first, context }) => ({ schema: dict({ allOf: [target.schema, context.schema(first).schema] }) }),
    strict: call => withKeyword(call, 'additionalProperties', false),
    loose: call => withKeyword(call, 'additionalProperties', true),
    passthrough: call => withKeyword(call, 'additionalProperties', true),
    strip: call => withSchema(call, without(call.target.schema, 'additionalProperties')),
    catchall: call => withKeyword(call, 'additionalProperties', call.context.schema(call.first).schema),
    rest,
    int: call => withKeyword(call, 'type', 'integer'),
    nonempty: call => withKeyword(call, isText(call) ? 'minLength' : 'minItems', 1),
    length: exactSize,
    size: exactSize,
    startsWith: call => containing(call, text => `^${text}`),
    endsWith: call => containing(call, text => `${text}$`),
    includes: call => containing(call, text => text),
    regex,
  }),
);

function isText({ target }: MethodCall): boolean {
  return target.schema.get('type') === 'string';
}

/** `.meta({ title: "…" })`: keywords as they are, apart from the name in a registry. */
function meta(call: MethodCall): ReadSchema {
  const members = call.context.module.value(call.first);
  return isPyDict(members)
    ? withSchema(call, new Map([...call.target.schema, ...without(members, 'id')]))
    : notKnown(call);
}

/** `z.tuple([…]).rest(z.number())`: more items after its own. */
function rest(call: MethodCall): ReadSchema {
  const open = without(call.target.schema, 'maxItems');
  return withSchema(call, beside(open, 'items', call.context.schema(call.first).schema));
}

/** A text or list that is neither shorter nor longer. */
function exactSize(call: MethodCall): ReadSchema {
  const count = call.context.module.value(call.first);
  if (count === undefined) return notKnown(call);
  const [min, max] = isText(call) ? (['minLength', 'maxLength'] as const) : (['minItems', 'maxItems'] as const);
  return withSchema(call, new Map([...call.target.schema, [min, count], [max, count]]));
}

/** A text that has another in it; a schema has one pattern only. */
function containing(call: MethodCall, patternOf: (text: string) => string): ReadSchema {
  const text = call.context.module.value(call.first);
  if (typeof text !== 'string' || call.target.schema.has('pattern')) return leftOut(call);
  return withKeyword(call, 'pattern', patternOf(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')));
}

/** `.regex(/…/)`: flags that change what matches are reported. */
function regex(call: MethodCall): ReadSchema {
  const { first, target, context } = call;
  const literal = first?.name === 'RegExp' ? /^\/([\s\S]*)\/(\w*)$/.exec(context.module.source(first)) : null;
  const [, source, flags = ''] = literal ?? [];
  if (!first || source === undefined || target.schema.has('pattern')) return leftOut(call);
  if (/[^ugdvy]/.test(flags)) context.refuse(first, `The flags \`${flags}\` of the pattern are left out.`);
  return withKeyword(call, 'pattern', source);
}

function leftOut(call: MethodCall): ReadSchema {
  return notTaken(call, `\`.${call.name}()\` is left out.`);
}

/** A method that is called on a schema. */
interface MethodCall {
  readonly name: string;
  /** The whole call. */
  readonly node: SyntaxNode;
  /** Its first argument. */
  readonly first: SyntaxNode | undefined;
  /** What it is called on. */
  readonly target: ReadSchema;
  readonly context: ZodContext;
}

/** What a method makes of the schema that it is called on. */
type Method = (call: MethodCall) => ReadSchema;

/** What is called on, with another schema. */
function withSchema({ target }: MethodCall, schema: PyDict): ReadSchema {
  return { ...target, schema };
}

/** What is called on, with one keyword more. */
function withKeyword({ target }: MethodCall, key: string, value: PyValue): ReadSchema {
  return { ...target, schema: beside(target.schema, key, value) };
}

/** What is called on, with one keyword more, whose value is the first argument. */
function withArgument(call: MethodCall, key: string): ReadSchema {
  const value = call.context.module.value(call.first);
  return value === undefined ? notKnown(call) : withKeyword(call, key, value);
}

/** What is called on, as it is, and a report. */
function notTaken({ target, node, context }: MethodCall, message: string): ReadSchema {
  context.refuse(node, message);
  return target;
}

/** What is called on, as it is, and a report that the argument is not a constant. */
function notKnown(call: MethodCall): ReadSchema {
  return notTaken(call, `What \`.${call.name}()\` is given is only known when it runs.`);
}
