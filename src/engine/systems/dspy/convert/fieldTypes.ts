import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { sameValue } from '../../../parsers/conversion/sameValue.ts';
import { isPlain, type PyType, typeName, withoutNone } from '../pyType.ts';
import { definitionsOf, schemaOfType, typeOfSchema } from '../schemaOfType.ts';

/** A type as an annotation of Python's, the classes that it names, and what of a schema it does not say. */
export interface FieldType {
  readonly text: string;
  /** The JSON Schemas of its classes, by their names. */
  readonly classes: ReadonlyMap<string, PyDict>;
  /** The keys of the schema that no type says; `…`: keys of its parts. */
  readonly unsaid: readonly string[];
}

/** What a schema says of a value beside its type. */
const words: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);

/** The type of a member of a model, by its JSON Schema. Recursion is as deep as the schema. */
export function fieldType(schema: PyValue, definitions: PyDict): FieldType {
  const type = typeOfSchema(schema, definitions);
  const classes = new Map<string, PyDict>();
  const text = annotationText(type, classes);
  return { text, classes, unsaid: unsaid(schema, schemaOfType(type)) };
}

/** A type as Python writes it. The classes that it names are added to `classes`. */
function annotationText(type: PyType, classes: Map<string, PyDict>): string {
  const each = (inner: PyType) => annotationText(inner, classes);
  if (type.kind === 'class' || type.kind === 'enum') {
    classes.set(type.name, type.schema);
    return type.name;
  }
  if (type.kind === 'generic') return `${type.name}[${type.args.map(each).join(', ')}]`;
  if (type.kind !== 'union') return isPlain(type, 'NoneType') ? 'None' : typeName(type);
  const [first, ...others] = withoutNone(type);
  const isOptional = type.args.length > others.length + 1;
  const inner =
    first === undefined
      ? 'None'
      : others.length === 0
        ? each(first)
        : `Union[${[first, ...others].map(each).join(', ')}]`;
  return isOptional && first !== undefined ? `Optional[${inner}]` : inner;
}

/** The keys of a schema that the type made of it does not have. */
function unsaid(schema: PyValue, made: PyDict): readonly string[] {
  if (!isPyDict(schema)) return [];
  const [bare, typed] = [bareOf(schema) as PyDict, bareOf(made) as PyDict];
  if (sameValue(bare, typed)) return [];
  const keys = [...bare.keys()].filter(key => !typed.has(key) && key !== '$ref' && key !== 'allOf');
  const isOtherwise = [...bare].some(([key, value]) => typed.has(key) && !sameValue(value, typed.get(key) ?? null));
  return [...keys, ...(isOtherwise ? ['…'] : [])];
}

/** A schema without words for people, and without its definitions. */
function bareOf(value: PyValue): PyValue {
  if (isPyList(value)) return value.map(bareOf);
  if (!isPyDict(value)) return value;
  const kept = [...value].filter(
    ([key, item]) => key !== '$defs' && key !== 'definitions' && !(words.has(key) && !isPyDict(item)),
  );
  return new Map(kept.map(([key, item]) => [key, bareOf(item)]));
}

/** The definitions of a model's schema, which Pydantic has under `$defs`. */
export function modelDefinitions(schema: PyDict): PyDict {
  const older = schema.get('definitions') ?? null;
  return isPyDict(older) ? new Map([...older, ...definitionsOf(schema)]) : definitionsOf(schema);
}
