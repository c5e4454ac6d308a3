import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { type EnumKind, enumField } from '../fieldTypes/enumFields.ts';
import { rootModelField } from '../fieldTypes/simpleFields.ts';
import { fail, spend, type Validator } from '../validator.ts';
import { type Builder, reportUnknown } from './builder.ts';
import { buildModelClass } from './buildObject.ts';
import { findReference, listAt, type SchemaPath, stringAt } from './schemaReader.ts';

/** What `$ref`s lead to: each is built once, so that a definition may refer to itself. */
export interface DefinitionBuilder extends Pick<Builder, 'buildReference'> {
  /** Builds what was put off. */
  finish(): void;
}

/** Builds what the references into `root` lead to with `builder`: where they are met, but later while that is too deep. */
export function definitionBuilder(root: PyDict, builder: Builder, isTooDeep: () => boolean): DefinitionBuilder {
  const definitions = new Map<string, DefinitionTarget>();
  const naming = { depth: 0 };
  const later: (() => void)[] = [];
  return {
    buildReference(ref, path) {
      const refuse = (message: string) => reportUnknown(builder, [...path, '$ref'], message, 'refused');
      if (typeof ref !== 'string') return refuse('A reference has to be a string.');
      const definition = definitions.get(ref);
      if (definition) return definitionField(definition);
      const found = findReference(root, ref);
      if (found === undefined) return refuse(`Nothing is at ${ref}; it accepts anything.`);
      if (isPyDict(found.schema) && builder.resolve(found.schema) === undefined)
        return refuse(`${ref} leads to no schema, only to other references; it accepts anything.`);
      const target: DefinitionTarget = { validator: undefined, keeping: 0, naming };
      definitions.set(ref, target);
      const make = () => {
        target.validator = buildDefinition(found.schema, found.path, builder);
      };
      if (isTooDeep()) later.push(make);
      else make();
      return definitionField(target);
    },
    finish() {
      // Building one definition may bring up others.
      for (let make = later.pop(); make !== undefined; make = later.pop()) make();
    },
  };
}

/** The validator of a definition: with a name of its own it is a class, an enum or a root model. */
function buildDefinition(schema: PyValue, path: SchemaPath, builder: Builder): Validator {
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

/**
 * The name of the class of a definition. Its key is the name with odd characters replaced, perhaps after the module's
 * name; its title is the name itself, unless the author has given another.
 */
export function classNameOf(key: string, title: string | undefined): string {
  if (title === undefined) return key;
  const plain = title.replace(/[^a-zA-Z0-9.\-_]/g, '_');
  return key === plain || key.replace(/(?:-Input|-Output)?(?:__\d+)?$/, '').endsWith(`__${plain}`) ? title : key;
}

function enumKind(type: PyValue | undefined): EnumKind {
  return type === 'string' ? 'str' : type === 'integer' ? 'int' : type === 'number' ? 'float' : 'plain';
}

/** What a reference leads to. `naming` is shared by all definitions of a schema. */
interface DefinitionTarget {
  /** `undefined` while it is under construction. */
  validator: Validator | undefined;
  name?: string;
  /** How many times it is asked inside itself whether it keeps a value. */
  keeping: number;
  readonly naming: { depth: number };
}

/** Names of definitions that are asked for inside each other: a row of many thousand ends the stack. */
const maxNaming = 100;

/**
 * A reference to a definition, which may still be under construction (it is recursive then). A definition that meets
 * the same input inside itself goes round in a circle.
 */
function definitionField(target: DefinitionTarget): Validator {
  return {
    get name() {
      return nameOf(target);
    },
    validate(input, place, run) {
      spend(run);
      const inputs = run.active.get(target) ?? new Set();
      run.active.set(target, inputs);
      if (target.validator === undefined || inputs.has(input))
        return fail(run, place, input, 'recursion_loop', 'Recursion error - cyclic reference detected');
      inputs.add(input);
      const value = target.validator.validate(input, place, run);
      inputs.delete(input);
      return value;
    },
    keeps(value) {
      // Values do not nest so deep: it goes round in a circle.
      if (target.keeping === maxNaming) return false;
      target.keeping++;
      const isKept = target.validator?.keeps?.(value) === true;
      target.keeping--;
      return isKept;
    },
  };
}

/** A definition's name is put together once; inside itself, and too deep inside others, it is `...`. */
function nameOf(target: DefinitionTarget): string {
  if (target.name !== undefined) return target.name;
  if (target.validator === undefined || target.naming.depth >= maxNaming) return '...';
  target.naming.depth++;
  target.name = '...';
  const { name } = target.validator;
  target.naming.depth--;
  target.name = name;
  return name;
}
