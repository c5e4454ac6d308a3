import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { UniqueNames } from '../../uniqueNames.ts';
import { type Code, callCode, type Item, keyword, layOut } from '../code.ts';
import { fieldTitle } from '../docstring.ts';
import { isIdentifier, toClassName, toIdentifier } from '../identifiers.ts';
import { literalCode, textCode } from '../literals.ts';
import { hasReference, referenceName } from '../schemaFacts.ts';
import { annotationOf, type ClassNames } from './annotationWriter.ts';

/** Attributes of `BaseModel` that a field may not have the name of. */
const reserved = new Set(
  'model_computed_fields model_config model_construct model_copy model_dump model_dump_json model_extra model_fields model_fields_set model_json_schema model_parametrized_name model_post_init model_rebuild model_validate model_validate_json model_validate_strings'.split(
    ' ',
  ),
);

/** A field of a class that is being written. */
export interface WrittenField {
  readonly key: string;
  readonly property: PyValue;
  readonly isRequired: boolean;
  /** The class's name. */
  readonly owner: string;
  /** Whether its name is that of a method, which would be its default if it had no value. */
  readonly isMethod: boolean;
  /** The names that fields of the class may have which cannot have that of their key. */
  readonly names: UniqueNames;
}

/** The line, or lines, of a field in a class's body. */
export function writeField(
  names: ClassNames,
  field: WrittenField,
  renamed: (key: string, field: string) => void,
): string {
  const { key, isRequired } = field;
  const property: PyDict = isPyDict(field.property) ? field.property : new Map();
  const schema = new Map(property);
  const args: Item[] = [];
  const name = isFieldName(key) ? key : field.names.take(toIdentifier(key.replace(/^_+/, ''), 'field'), '_');
  if (name !== key) {
    args.push(keyword('alias', textCode(key)));
    renamed(key, name);
  }
  const declared = schema.get('default');
  let start: Code | undefined;
  if (isRequired && field.isMethod && name === key) start = '...';
  if (!isRequired) {
    schema.delete('default');
    if (declared !== undefined && !hasReference(declared)) start = defaultCode(property, declared, names);
    else args.push(keyword('default_factory', factoryOf(property, declared, names)));
  }
  const hint = `${field.owner}${toClassName(key, 'Field')}`;
  const title = schema.get('title');
  if (title === fieldTitle(key)) schema.delete('title');
  const { type, args: more, isTitled } = annotationOf(schema, names, hint);
  if (title === fieldTitle(key) && !isTitled && !property.has('properties'))
    args.push(keyword('title', textCode(fieldTitle(key))));
  args.push(...more);
  const typeText = layOut(type, 4, name.length + 6);
  const value: Code | undefined =
    args.length === 0 && start !== '...'
      ? start
      : callCode(names.file.use('pydantic', 'Field'), [...(start === undefined ? [] : [{ code: start }]), ...args]);
  const line = `${name}: ${typeText}`;
  const column = 4 + line.length - (line.lastIndexOf('\n') + 1) + 3;
  return value === undefined ? line : `${line} = ${layOut(value, 4, column)}`;
}

/** Whether a field can have the name of its key. */
export function isFieldName(key: string): boolean {
  return isIdentifier(key) && !key.startsWith('_') && !reserved.has(key);
}

function defaultCode(schema: PyDict, value: PyValue, names: ClassNames): Code {
  const enumName = referenceName(schema.get('$ref'));
  return (enumName === undefined ? undefined : names.member(enumName, value)) ?? literalCode(value);
}

/** What makes the value of a field that is not required, though the schema shows no default. */
function factoryOf(schema: PyDict, declared: PyValue | undefined, { file }: ClassNames): Code {
  if (declared !== undefined) return `lambda: ${layOut(literalCode(declared), 0, -1e9)}`;
  if (schema.get('type') === 'array') return file.use('builtins', schema.get('uniqueItems') === true ? 'set' : 'list');
  const isDict = schema.get('type') === 'object' && !schema.has('properties');
  return isDict ? file.use('builtins', 'dict') : 'lambda: None';
}
