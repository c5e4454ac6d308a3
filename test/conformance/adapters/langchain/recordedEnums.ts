import { parser } from '@lezer/python';
import { classNameOf } from '../../../../src/engine/code/python/read/classFacts.ts';
import { enumMembers, ModelReader } from '../../../../src/engine/code/python/read/modelReader.ts';
import { outlineOf } from '../../../../src/engine/code/python/read/outline.ts';
import { Evaluator } from '../../../../src/engine/code/python/read/pythonEvaluator.ts';
import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';

/** The members of enums by their class, each by the repr of its value. */
export type RecordedEnums = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What a recorded source assumes. */
const assumed = 'from enum import Enum, IntEnum, StrEnum\nfrom pydantic import BaseModel\n';

/** The enums of a recorded model's source, which its schema does not name the members of. Nothing is run; linear. */
export function recordedEnums(source: string): RecordedEnums {
  if (!source.includes('Enum')) return new Map();
  const text = assumed + source;
  const outline = outlineOf(parser.parse(text), text);
  const evaluator = new Evaluator(text, outline.attributes, outline.inner);
  const models = new ModelReader(evaluator, []);
  return new Map(
    outline.classes.map(place => {
      const members = [...enumMembers(place, models)].map(([name, value]) => [pyRepr(value), name] as const);
      // Of members with one value the first is meant.
      return [classNameOf(place.node, evaluator), new Map(members.reverse())] as const;
    }),
  );
}

/** A value whose members of enums have their names. */
export function withMembers(value: PyValue, enums: RecordedEnums): PyValue {
  if (value instanceof PyOpaque) return member(value.type, value.json, enums) ?? value;
  if (isPyList(value)) return value.map(item => withMembers(item, enums));
  if (!isPyDict(value)) return value;
  return new Map([...value].map(([key, item]) => [key, withMembers(item, enums)]));
}

function member(type: string, value: PyValue, enums: RecordedEnums): PyOpaque | undefined {
  const name = enums.get(type)?.get(pyRepr(value));
  return name === undefined ? undefined : new PyOpaque(type, `<${type}.${name}: ${pyRepr(value)}>`, value);
}

/** A schema whose defaults are what the class has: a member of an enum, a tuple. */
export function withDefaults(schema: PyValue, enums: RecordedEnums): PyValue {
  if (isPyList(schema)) return schema.map(item => withDefaults(item, enums));
  if (!isPyDict(schema)) return schema;
  return new Map(
    [...schema].map(([key, item]) => [
      key,
      key === 'default' ? defaultOf(schema, item, enums) : withDefaults(item, enums),
    ]),
  );
}

function defaultOf(schema: PyDict, value: PyValue, enums: RecordedEnums): PyValue {
  const ref = schema.get('$ref');
  if (typeof ref === 'string') return member(ref.slice(ref.lastIndexOf('/') + 1), value, enums) ?? value;
  if (!schema.has('prefixItems') || !isPyList(value)) return value;
  const items = value.map(pyRepr).join(', ');
  return new PyOpaque('tuple', `(${items}${value.length === 1 ? ',' : ''})`, value);
}
