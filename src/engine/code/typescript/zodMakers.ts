import type { SyntaxNode } from '@lezer/common';
import type { PyDict } from '../../core/pyValue.ts';
import { dict } from '../../core/pyValue.ts';
import { nullable } from '../schema/schemaParts.ts';
import { argumentsOf } from './tsSyntax.ts';
import { propertyOf } from './zodCalls.ts';
import {
  beside,
  enumeration,
  literals,
  otherTexts,
  type ReadSchema,
  recordOf,
  simpleTypes,
  tupleOf,
  type ZodContext,
} from './zodKeywords.ts';

/** Reads a call of a maker, such as `z.array(…)`, by its arguments. */
type Maker = (args: readonly SyntaxNode[], context: ZodContext, call: SyntaxNode) => ReadSchema;

/** Makers that take two arguments before their settings. */
const takeTwo: ReadonlySet<string> = new Set(['discriminatedUnion', 'record', 'intersection']);

/** The makers whose schema depends on what they are given. */
const makers: ReadonlyMap<string, Maker> = new Map(
  Object.entries<Maker>({
    object: plainObject,
    interface: plainObject,
    strictObject: ([keys], { object }) => ({ schema: beside(object(keys), 'additionalProperties', false) }),
    looseObject: ([keys], { object }) => ({ schema: beside(object(keys), 'additionalProperties', true) }),
    array: ([item], { schema }) => ({ schema: dict({ type: 'array', items: schema(item).schema }) }),
    set: ([item], { schema }) => ({ schema: dict({ type: 'array', items: schema(item).schema, uniqueItems: true }) }),
    tuple,
    record,
    partialRecord: record,
    looseRecord: record,
    union: ([members], { items }) => ({ schema: dict({ anyOf: items(members) }) }),
    xor: ([members], { items }) => ({ schema: dict({ anyOf: items(members) }) }),
    discriminatedUnion: ([, members], { items }) => ({ schema: dict({ anyOf: items(members) }) }),
    intersection: ([left, right], { schema }) => ({
      schema: dict({ allOf: [schema(left).schema, schema(right).schema] }),
    }),
    optional: ([inner], { schema }) => ({ ...schema(inner), optional: true }),
    nullable: ([inner], { schema }) => ({ schema: nullable(schema(inner).schema) }),
    nullish: ([inner], { schema }) => ({ schema: nullable(schema(inner).schema), optional: true }),
    preprocess,
    lazy: ([inner], { schema }) => schema(inner?.name === 'ArrowFunction' ? (inner.lastChild ?? undefined) : undefined),
    literal,
    enum: namedValues,
    nativeEnum: namedValues,
  }),
);

/** What a call of a maker makes, with the description among its settings. What it cannot say is reported. */
export function madeSchema(name: string, call: SyntaxNode, context: ZodContext): ReadSchema {
  const args = argumentsOf(call);
  const simple = simpleTypes.get(name);
  const maker = makers.get(name);
  const made = simple ? { schema: simple } : maker ? maker(args, context, call) : otherMade(name, call, context);
  // What zod 3 takes beside the messages of errors.
  const settings = args[simple ? 0 : takeTwo.has(name) ? 2 : 1];
  const description = settings && propertyOf(settings, 'description', context.module);
  const text = description && context.module.value(description);
  return typeof text === 'string' ? { ...made, schema: beside(made.schema, 'description', text) } : made;
}

/** What a maker that is in no table makes: a text, or anything. */
function otherMade(name: string, call: SyntaxNode, context: ZodContext): ReadSchema {
  if (!otherTexts.has(name))
    return anything(call, context, `\`z.${name}\` has no JSON Schema; any value is allowed in its place.`);
  context.refuse(call, `JSON Schema has no name for \`z.${name}\`; any text is allowed in its place.`);
  return { schema: dict({ type: 'string' }) };
}

function anything(call: SyntaxNode, context: ZodContext, message: string): ReadSchema {
  context.refuse(call, message);
  return { schema: new Map() };
}

function plainObject([keys]: readonly SyntaxNode[], context: ZodContext): ReadSchema {
  return { schema: keys ? context.object(keys) : dict({ type: 'object', properties: new Map() }) };
}

/** `z.tuple([…])`, `z.tuple([…], rest)`. */
function tuple([list, second]: readonly SyntaxNode[], context: ZodContext): ReadSchema {
  const items = context.items(list);
  const rest = second && second.name !== 'ObjectExpression' && second.name !== 'null' ? second : undefined;
  return { schema: tupleOf(items, rest && context.schema(rest).schema) };
}

/** `z.record(values)`, `z.record(keys, values)`. */
function record([first, second]: readonly SyntaxNode[], context: ZodContext): ReadSchema {
  const keys: PyDict = second ? context.schema(first).schema : new Map();
  return { schema: recordOf(keys, context.schema(second ?? first).schema) };
}

function preprocess([, inner]: readonly SyntaxNode[], context: ZodContext, call: SyntaxNode): ReadSchema {
  context.refuse(call, 'What is done to the value before is not taken over.');
  return context.schema(inner);
}

function literal([node]: readonly SyntaxNode[], context: ZodContext, call: SyntaxNode): ReadSchema {
  const value = context.module.value(node);
  return value === undefined
    ? anything(call, context, 'This value is only known when it runs.')
    : { schema: literals(value) };
}

function namedValues([node]: readonly SyntaxNode[], context: ZodContext, call: SyntaxNode): ReadSchema {
  const schema = enumeration(context.module.value(node));
  return schema
    ? { schema }
    : anything(call, context, 'These values are only known when it runs; any value is allowed.');
}
