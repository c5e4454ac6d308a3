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
import { uncheckedKeywords } from './keywords.ts';
import {
  findReference,
  listAt,
  resolveReference,
  type SchemaPath,
  type SchemaProblem,
  stringAt,
} from './schemaReader.ts';
import { impliedType, nearestType, schemaTypes } from './schemaTypes.ts';

const unknownType = `Unknown type; it accepts anything. There are ${schemaTypes.map(name => `\`${name}\``).join(', ')}.`;
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
    report: (path, message, kind, nearest) =>
      void problems.push({ path, message, ...(kind && { kind }), ...(nearest !== undefined && { nearest }) }),
    reportUnchecked(schema, heeds, path) {
      for (const key of uncheckedKeywords(schema, heeds)) builder.report([...path, key], `\`${key}\` is not checked.`);
    },
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
  const refuseType = (type: PyValue, path: SchemaPath) =>
    builder.report(path, unknownType, 'refused', typeof type === 'string' ? nearestType(type) : undefined);

  function buildAny(schema: PyValue | undefined, path: SchemaPath): Validator {
    if (schema === undefined || schema === true) return anyField;
    if (!isPyDict(schema)) return unknown(path, 'This is no schema; it accepts anything.', 'refused');
    const heeding = (...keys: readonly string[]) => builder.reportUnchecked(schema, keys, path);
    const ref = schema.get('$ref');
    if (ref !== undefined) {
      heeding('$ref');
      return buildReference(ref, path);
    }
    const constant = schema.get('const');
    const values = constant === undefined ? listAt(schema, 'enum') : [constant];
    if (values !== undefined && values.length > 0) {
      heeding('const', 'enum', 'type');
      return literalField(values);
    }
    const all = listAt(schema, 'allOf');
    if (all?.length === 1) {
      heeding('allOf');
      return builder.build(all[0], [...path, 'allOf', 0]);
    }
    const any = listAt(schema, 'anyOf');
    if (any !== undefined) {
      heeding('anyOf', 'discriminator');
      return buildUnion(any, i => [...path, 'anyOf', i], builder);
    }
    if (schema.has('oneOf')) {
      heeding('oneOf', 'discriminator');
      return buildTaggedUnion(schema, path, builder);
    }
    return buildTyped(schema, schema.get('type'), path);
  }

  function buildTyped(schema: PyDict, type: PyValue | undefined, path: SchemaPath): Validator {
    if (type !== undefined && isPyList(type)) {
      if (type.length === 0) builder.report([...path, 'type'], 'The list names no type.', 'refused');
      const members = type.map((one, i) => {
        if (schemaTypes.includes(one as string)) return new Map<string, PyValue>([...schema, ['type', one]]);
        refuseType(one, [...path, 'type', i]);
        return true;
      });
      return buildUnion(members, () => path, builder);
    }
    switch (type) {
      case 'boolean':
        builder.reportUnchecked(schema, ['type'], path);
        return boolField;
      case 'integer':
        return buildInt(schema, path, builder);
      case 'number':
        return buildFloat(schema, path, builder);
      case 'string':
        return buildString(schema, path, builder);
      case 'null':
        builder.reportUnchecked(schema, ['type'], path);
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
        builder.reportUnchecked(
          schema,
          ['enum', 'allOf'].filter(key => listAt(schema, key)?.length === 0),
          path,
        );
        return anyField;
      }
      default:
        refuseType(type, [...path, 'type']);
        return anyField;
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
