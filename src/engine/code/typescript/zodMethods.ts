import type { SyntaxNode } from '@lezer/common';
import { dict } from '../../core/dict.ts';
import { isPyDict } from '../../core/pyValue.ts';
import { nullable } from '../schema/schemaParts.ts';
import {
  type Method,
  type MethodCall,
  notKnown,
  notTaken,
  withArgument,
  withKeyword,
  withSchema,
} from './methodCall.ts';
import { remadeSize, remakingMethods } from './remakingMethods.ts';
import { argumentsOf } from './tsSyntax.ts';
import { type ReadSchema, tooManyCopies, type ZodContext } from './zodContext.ts';
import { beside, boundKeys, formatsOfMethods, harmless, otherTexts, signs, without } from './zodKeywords.ts';

/** What a method of a schema makes of it. What it cannot say is reported. */
export function applyMethod(given: ReadSchema, name: string, node: SyntaxNode, context: ZodContext): ReadSchema {
  const call: MethodCall = { name, node, first: argumentsOf(node)[0], given, context };
  const remaking = remakingMethods.get(name);
  if (remaking) return context.copies(remadeSize(call)) ? remaking(call) : notTaken(call, tooManyCopies);
  const bound = boundKeys.get(name)?.[isText(call) ? 0 : given.schema.get('type') === 'array' ? 1 : 2];
  if (bound) return withArgument(call, bound);
  const format = isText(call) ? formatsOfMethods.get(name) : undefined;
  if (format !== undefined) return withKeyword(call, 'format', format);
  if (isText(call) && otherTexts.has(name))
    return notTaken(call, `JSON Schema has no name for \`.${name}()\`; any text is allowed.`);
  const sign = signs.get(name);
  if (sign !== undefined) return withKeyword(call, sign, 0);
  if (harmless.has(name)) return given;
  const method = methods.get(name);
  return method ? method(call) : notTaken(call, `\`.${name}()\` has no JSON Schema; it is left out.`);
}

/** The methods that set no single keyword, and make nothing of another's keys. */
const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries<Method>({
    describe: call => withArgument(call, 'description'),
    meta,
    optional: ({ given }) => ({ ...given, optional: true }),
    exactOptional: ({ given }) => ({ ...given, optional: true }),
    nullable: call => withSchema(call, nullable(call.given.schema)),
    nullish: ({ given }) => ({ schema: nullable(given.schema), optional: true }),
    default: call => ({ ...withArgument(call, 'default'), optional: true }),
    prefault: call => ({ ...withArgument(call, 'default'), optional: true }),
    array: ({ given }) => ({ schema: dict({ type: 'array', items: given.schema }) }),
    or: ({ given, first, context }) => ({ schema: dict({ anyOf: [given.schema, context.schema(first).schema] }) }),
    and: ({ given, first, context }) => ({ schema: dict({ allOf: [given.schema, context.schema(first).schema] }) }),
    strict: call => withKeyword(call, 'additionalProperties', false),
    loose: call => withKeyword(call, 'additionalProperties', true),
    passthrough: call => withKeyword(call, 'additionalProperties', true),
    strip: call => withSchema(call, without(call.given.schema, 'additionalProperties')),
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

function isText({ given }: MethodCall): boolean {
  return given.schema.get('type') === 'string';
}

/** `.meta({ title: "…" })`: keywords as they are, apart from the name in a registry. */
function meta(call: MethodCall): ReadSchema {
  const members = call.context.module.value(call.first) ?? null;
  return isPyDict(members)
    ? withSchema(call, new Map([...call.given.schema, ...without(members, 'id')]))
    : notKnown(call);
}

/** `z.tuple([…]).rest(z.number())`: more items after its own. */
function rest(call: MethodCall): ReadSchema {
  const open = without(call.given.schema, 'maxItems');
  return withSchema(call, beside(open, 'items', call.context.schema(call.first).schema));
}

/** A text or list that is neither shorter nor longer. */
function exactSize(call: MethodCall): ReadSchema {
  const count = call.context.module.value(call.first);
  if (count === undefined) return notKnown(call);
  const [min, max] = isText(call) ? (['minLength', 'maxLength'] as const) : (['minItems', 'maxItems'] as const);
  return withSchema(call, new Map([...call.given.schema, [min, count], [max, count]]));
}

/** A text that has another in it; a schema has one pattern only. */
function containing(call: MethodCall, patternOf: (text: string) => string): ReadSchema {
  const text = call.context.module.value(call.first);
  if (typeof text !== 'string' || call.given.schema.has('pattern')) return leftOut(call);
  return withKeyword(call, 'pattern', patternOf(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')));
}

/** `.regex(/…/)`: flags that change what matches are reported. */
function regex(call: MethodCall): ReadSchema {
  const { first, given, context } = call;
  const literal = first?.name === 'RegExp' ? /^\/([\s\S]*)\/(\w*)$/.exec(context.module.source(first)) : null;
  const [, source, flags = ''] = literal ?? [];
  if (!first || source === undefined || given.schema.has('pattern')) return leftOut(call);
  if (/[^ugdvy]/.test(flags)) context.refuse(first, `The flags \`${flags}\` of the pattern are left out.`);
  return withKeyword(call, 'pattern', source);
}

function leftOut(call: MethodCall): ReadSchema {
  return notTaken(call, `\`.${call.name}()\` is left out.`);
}
