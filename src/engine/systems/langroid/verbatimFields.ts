import { isPyDict, type PyDict } from '../../core/pyValue.ts';
import { fieldType, propertiesOf } from './pythonTypes.ts';

const maxDepth = 20;
/** How many fields are looked at: models that hold models twice double them with every level. */
const maxFields = 20_000;

/** `find_verbatim_fields()`: the dotted names of the fields that are flagged or called `code`, models included, lists and optionals not. */
export function verbatimFields(root: PyDict): readonly string[] {
  const found: string[] = [];
  let looked = 0;
  const visit = (schema: PyDict, prefix: string, depth: number) => {
    for (const [key, field] of propertiesOf(schema)) {
      looked++;
      const name = prefix === '' ? key : `${prefix}.${key}`;
      if (isVerbatimField(schema, key) || key === 'code') found.push(name);
      const type = fieldType(root, field);
      if (type.kind === 'model' && depth < maxDepth && looked < maxFields) visit(type.schema, name, depth + 1);
    }
  };
  visit(root, '', 0);
  return found;
}

/** Whether a field of the class is flagged `verbatim`. */
export function isVerbatimField(schema: PyDict, key: string): boolean {
  const field = propertiesOf(schema).get(key) ?? null;
  const flag = isPyDict(field) ? field.get('verbatim') : undefined;
  return flag !== undefined && flag !== null && flag !== false && flag !== '' && flag !== 0;
}
