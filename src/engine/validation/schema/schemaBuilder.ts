import { isPyDict, isPyList, type PyDict, type PyValue } from '../../python/value.ts';
import { boolField } from '../fieldTypes/boolField.ts';
import { definitionField } from '../fieldTypes/definitionField.ts';
import { type EnumKind, enumField } from '../fieldTypes/enumField.ts';
import { literalField } from '../fieldTypes/literalField.ts';
import { anyField, noneField, rootModelField } from '../fieldTypes/simpleFields.ts';
import type { Validator } from '../validator.ts';
import { buildArray } from './buildArray.ts';
import type { Builder } from './builder.ts';
import { buildFloat, buildInt } from './buildNumber.ts';
import { buildDict, buildModelClass } from './buildObject.ts';
import { buildString } from './buildString.ts';
import { buildTaggedUnion, buildUnion } from './buildUnion.ts';
import {
  dictAt,
  findReference,
  listAt,
  resolveReference,
  type SchemaPath,
  type SchemaProblem,
  stringAt,
} from './schemaReader.ts';

const typeNames = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];
const unknownType = `Unknown type; it accepts anything. There are ${typeNames.map(name => `\`${name}\``).join(', ')}.`;
/** Schemas nested deeper than this are not looked at. */
const maxDepth = 200;
/** Definitions are built where they are met down to this depth, and later below it. */
const eagerDepth = 50;

/** A builder for the schemas in `root`, and what it found wrong. Call `finish` when the root is built. */
export function schemaBuilder(root: PyDict): Builder & { problems: readonly SchemaProblem[]; finish(): void } {
  const problems: SchemaProblem[] = [];
  const definitions = new Map<string, { validator: Validator | undefined }>();
  const later: (() => void)[] = [];
  let depth = 0;
  const builder: Builder = {
    report: (path, message, kind) => void problems.push({ path, message, ...(kind && { kind }) }),
    resolve: schema => resolveReference(root, schema)?.schema,
    build(schema, path) {
      if (depth >= maxDepth) return unknown(path, 'The schema is nested too deeply; from here on it is not checked.');
      depth++;
      try {
        return buildAny(schema, path);
      } finally {
        depth--;
      }
    },
  };
  const unknown = (path: SchemaPath, message: string, kind?: 'refused') => {
    builder.report(path, message, kind);
    return anyField;
  };

  function buildAny(schema: PyValue | undefined, path: SchemaPath): Validator {
    if (schema === undefined || schema === true) return anyField;
    if (!isPyDict(schema)) return unknown(path, 'This is no schema; it accepts anything.', 'refused');
    const ref = schema.get('$ref');
    if (ref !== undefined) return buildReference(ref, path);
    const constant = schema.get('const');
    if (constant !== undefined) return literalField([constant]);
    const values = listAt(schema, 'enum');
    if (values !== undefined && values.length > 0) return literalField(values);
    const all = listAt(schema, 'allOf');
    if (all?.length === 1) return builder.build(all[0], [...path, 'allOf', 0]);
    const any = listAt(schema, 'anyOf');
    if (any !== undefined) return buildUnion(any, [...path, 'anyOf'], builder);
    if (schema.has('oneOf')) return buildTaggedUnion(schema, path, builder);
    return buildTyped(schema, schema.get('type'), path);
  }

  function buildTyped(schema: PyDict, type: PyValue | undefined, path: SchemaPath): Validator {
    if (type !== undefined && isPyList(type)) {
      const members = type.map((one, i) => {
        if (typeNames.includes(one as string)) return new Map<string, PyValue>([...schema, ['type', one]]);
        builder.report([...path, 'type', i], unknownType, 'refused');
        return true;
      });
      return buildUnion(members, path, builder);
    }
    switch (type) {
      case 'boolean':
        return boolField;
      case 'integer':
        return buildInt(schema, path, builder);
      case 'number':
        return buildFloat(schema);
      case 'string':
        return buildString(schema, path, builder);
      case 'null':
        return noneField;
      case 'array':
        return buildArray(schema, path, builder);
      case 'object':
        return schema.has('properties')
          ? buildModelClass(stringAt(schema, 'title') ?? 'Model', schema, path, builder)
          : buildDict(schema, path, builder);
      case undefined: {
        const implied = impliedType(schema);
        if (implied !== undefined) return buildTyped(schema, implied, path);
        const strange = ['allOf', 'not', 'if', 'oneOf'].find(key => schema.has(key));
        return strange === undefined ? anyField : unknown([...path, strange], `\`${strange}\` is not checked.`);
      }
      default:
        return unknown([...path, 'type'], unknownType, 'refused');
    }
  }

  function buildReference(ref: PyValue, path: SchemaPath): Validator {
    if (typeof ref !== 'string') return unknown([...path, '$ref'], 'A reference has to be a string.', 'refused');
    const known = definitions.get(ref);
    if (known) return definitionField(known);
    const found = findReference(root, ref);
    if (found === undefined) return unknown([...path, '$ref'], `Nothing is at ${ref}; it accepts anything.`, 'refused');
    if (isPyDict(found.schema) && builder.resolve(found.schema) === undefined)
      return unknown(
        [...path, '$ref'],
        `${ref} leads to no schema, only to other references; it accepts anything.`,
        'refused',
      );
    const target: { validator: Validator | undefined } = { validator: undefined };
    definitions.set(ref, target);
    const make = () => {
      target.validator = buildDefinition(found.schema, found.path);
    };
    if (depth > eagerDepth) later.push(make);
    else make();
    return definitionField(target);
  }

  function buildDefinition(schema: PyValue, path: SchemaPath): Validator {
    const key = String(path.at(-1) ?? '');
    const title = isPyDict(schema) ? stringAt(schema, 'title') : undefined;
    if (!isPyDict(schema) || schema.has('$ref')) return builder.build(schema, path);
    const className = classNameOf(key, title);
    if (schema.has('properties')) return buildModelClass(className, schema, path, builder);
    if (title === undefined) return builder.build(schema, path);
    const values = listAt(schema, 'enum') ?? (schema.has('const') ? [schema.get('const')!] : []);
    if (values.length > 0) return enumField(className, values, enumKind(schema.get('type')));
    return rootModelField(className, builder.build(schema, path));
  }

  return {
    ...builder,
    problems,
    finish() {
      // Building one definition may bring up others.
      for (let make = later.pop(); make !== undefined; make = later.pop()) make();
    },
  };
}

/**
 * The name of the class of a definition. Its key is the name with odd characters replaced, perhaps after the module's
 * name; its title is the name itself, unless the author has given another.
 */
function classNameOf(key: string, title: string | undefined): string {
  if (title === undefined) return key;
  const plain = title.replace(/[^a-zA-Z0-9.\-_]/g, '_');
  return key === plain || key.replace(/(?:-Input|-Output)?(?:__\d+)?$/, '').endsWith(`__${plain}`) ? title : key;
}

function enumKind(type: PyValue | undefined): EnumKind {
  return type === 'string' ? 'str' : type === 'integer' ? 'int' : type === 'number' ? 'float' : 'plain';
}

/** The type that a schema without one must be of, for what it constrains. */
function impliedType(schema: PyDict): string | undefined {
  if (dictAt(schema, 'properties')) return 'object';
  if (['items', 'prefixItems'].some(key => schema.has(key))) return 'array';
  if (['pattern', 'minLength', 'maxLength', 'format'].some(key => schema.has(key))) return 'string';
  return undefined;
}
