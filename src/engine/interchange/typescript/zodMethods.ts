import type { SyntaxNode } from '@lezer/common';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../python/value.ts';
import { dict } from '../schema/dict.ts';
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
  requiredOf,
  signs,
  withKeys,
  without,
} from './zodKeywords.ts';

/** A zod schema as JSON Schema. */
export interface ReadSchema {
  readonly schema: PyDict;
  /** Whether a key of it may be missing. */
  readonly optional?: boolean;
}

/** A schema that stands for itself, as it was read. */
export interface ReadRoot {
  readonly schema: PyDict;
  /** The constants that it names, as references into `$defs`. */
  readonly named: ReadonlySet<string>;
  /** The constants whose keys it has taken over. */
  readonly madeOf: ReadonlySet<string>;
}

/** What a method needs of its surroundings. */
export interface MethodContext {
  /** The value of a constant expression; `undefined` where it is none. */
  value(node: SyntaxNode | undefined): PyValue | undefined;
  /** The schema of an argument. */
  schema(node: SyntaxNode | undefined): PyDict;
  /** The schema of an object with its own keys, of a schema or of the object that is given to `z.object`. */
  keys(node: SyntaxNode | undefined): PyDict;
  /** Whether so many keys may still be taken over from one schema into another. */
  copies(count: number): boolean;
  /** The source of a node. */
  source(node: SyntaxNode): string;
  /** Says what cannot be taken over. */
  refuse(node: SyntaxNode, message: string): void;
}

/** Methods that make a schema of another's keys or values. */
const remaking: ReadonlySet<string> = new Set([
  ...['extend', 'safeExtend', 'merge', 'pick', 'omit', 'partial', 'required', 'keyof', 'extract', 'exclude'],
]);

/** What a method of a schema makes of it. What it cannot say is reported. */
export function applyMethod(given: ReadSchema, name: string, call: SyntaxNode, context: MethodContext): ReadSchema {
  const { schema } = given;
  const [first] = argumentsOf(call);
  const isText = schema.get('type') === 'string';
  const isList = schema.get('type') === 'array';
  const put = (key: string, item: PyValue): ReadSchema => ({ ...given, schema: beside(schema, key, item) });
  const made = (made: PyDict): ReadSchema => ({ ...given, schema: made });
  const unknown = (message = `What \`.${name}()\` is given is only known when it runs.`): ReadSchema => {
    context.refuse(call, message);
    return given;
  };
  const set = (key: string): ReadSchema => {
    const item = context.value(first);
    return item === undefined ? unknown() : put(key, item);
  };
  const mask = (): ReadonlySet<string> | undefined => {
    const keys = context.value(first) ?? null;
    return isPyDict(keys) ? new Set(keys.keys()) : undefined;
  };

  const values = schema.get('enum') ?? null;
  const size = propertiesOf(schema).size + (isPyList(values) ? values.length : 0);
  if (remaking.has(name) && !context.copies(size))
    return unknown('There are too many objects that are made of others.');
  const bound = boundKeys.get(name)?.[isText ? 0 : isList ? 1 : 2];
  if (bound) return set(bound);
  const format = isText ? formatsOfMethods.get(name) : undefined;
  if (format !== undefined) return put('format', format);
  if (isText && otherTexts.has(name))
    return unknown(`JSON Schema has no name for \`.${name}()\`; any text is allowed.`);
  const sign = signs.get(name);
  if (sign !== undefined) return put(sign, 0);
  if (harmless.has(name)) return given;
  switch (name) {
    case 'describe':
      return set('description');
    case 'meta': {
      const members = context.value(first) ?? null;
      return isPyDict(members) ? made(new Map([...schema, ...without(members, 'id')])) : unknown();
    }
    case 'optional':
    case 'exactOptional':
      return { ...given, optional: true };
    case 'nullable':
      return made(nullable(schema));
    case 'nullish':
      return { schema: nullable(schema), optional: true };
    case 'default':
    case 'prefault':
      return { ...set('default'), optional: true };
    case 'array':
      return { schema: dict({ type: 'array', items: schema }) };
    case 'or':
      return { schema: dict({ anyOf: [schema, context.schema(first)] }) };
    case 'and':
      return { schema: dict({ allOf: [schema, context.schema(first)] }) };
    case 'strict':
      return put('additionalProperties', false);
    case 'loose':
    case 'passthrough':
      return put('additionalProperties', true);
    case 'strip':
      return made(without(schema, 'additionalProperties'));
    case 'catchall':
      return put('additionalProperties', context.schema(first));
    case 'extend':
    case 'safeExtend':
    case 'merge':
      return made(extended(schema, context.keys(first)));
    case 'pick':
    case 'omit': {
      const keys = mask();
      return keys ? made(picked(schema, key => keys.has(key) === (name === 'pick'))) : unknown();
    }
    case 'partial':
    case 'required': {
      const keys = first ? mask() : undefined;
      if (first && !keys) return unknown();
      const required = requiredOf(schema);
      const isRequired = (key: string) => (!keys || keys.has(key) ? name === 'required' : required.has(key));
      const properties = propertiesOf(schema);
      return made(withKeys(schema, properties, [...properties.keys()].filter(isRequired)));
    }
    case 'keyof':
      return { schema: dict({ type: 'string', enum: [...propertiesOf(schema).keys()] }) };
    case 'extract':
    case 'exclude': {
      const named = context.value(first) ?? null;
      if (!isPyList(values) || !isPyList(named)) return unknown();
      const list = new Set(named);
      return { schema: enumeration(values.filter(each => list.has(each) === (name === 'extract'))) ?? schema };
    }
    case 'rest':
      return made(beside(without(schema, 'maxItems'), 'items', context.schema(first)));
    case 'int':
      return put('type', 'integer');
    case 'nonempty':
      return put(isText ? 'minLength' : 'minItems', 1);
    case 'length':
    case 'size': {
      const count = context.value(first);
      const [min, max] = isText ? ['minLength', 'maxLength'] : ['minItems', 'maxItems'];
      return count === undefined ? unknown() : made(new Map([...schema, [min!, count], [max!, count]]));
    }
    case 'startsWith':
    case 'endsWith':
    case 'includes': {
      const text = context.value(first);
      if (typeof text !== 'string' || schema.has('pattern')) return unknown(`\`.${name}()\` is left out.`);
      const pattern = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      return put('pattern', name === 'startsWith' ? `^${pattern}` : name === 'endsWith' ? `${pattern}$` : pattern);
    }
    case 'regex': {
      const [, source, flags] =
        first?.name === 'RegExp' ? (/^\/([\s\S]*)\/(\w*)$/.exec(context.source(first)) ?? []) : [];
      if (source === undefined || schema.has('pattern')) return unknown(`\`.${name}()\` is left out.`);
      if (/[^ugdvy]/.test(flags!)) context.refuse(first!, `The flags \`${flags}\` of the pattern are left out.`);
      return put('pattern', source);
    }
    default:
      return unknown(`\`.${name}()\` has no JSON Schema; it is left out.`);
  }
}
