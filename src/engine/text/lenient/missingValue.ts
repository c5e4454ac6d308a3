import { isPyList, type PyDict, PyFloat, type PyValue } from '../../core/pyValue.ts';
import { RepairRefused } from './repairRefused.ts';

const blanks: Readonly<Record<string, PyValue>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: new Map(),
  null: null,
};

/** `_fill_missing`: what a schema puts where no value stands: `const`, the first of `enum`, `default`, or the blank of its type. */
export function missingValue(schema: PyDict, types: { expectedType(schema: PyDict): PyValue | undefined }): PyValue {
  const [only, choices, usual] = [schema.get('const'), schema.get('enum') ?? null, schema.get('default')];
  if (only !== undefined) return only;
  if (isPyList(choices)) {
    if (choices.length === 0) throw new RepairRefused();
    return choices[0]!;
  }
  if (usual !== undefined) return usual;
  const type = types.expectedType(schema) ?? null;
  for (const each of isPyList(type) ? type : [type]) {
    if (typeof each !== 'string' || !Object.hasOwn(blanks, each)) continue;
    const least = each === 'array' ? schema.get('minItems') : each === 'object' ? schema.get('minProperties') : 0;
    if ((least instanceof PyFloat ? least.value : least) || false) continue;
    return blanks[each]!;
  }
  throw new RepairRefused();
}
