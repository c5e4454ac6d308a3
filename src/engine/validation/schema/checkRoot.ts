import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { isKeyword } from './checkSchema.ts';
import type { SchemaProblem } from './schemaReader.ts';
import { nearestType } from './schemaTypes.ts';

/** Properties that are reported where they stand beside `properties`; the first ones say it all. */
const maxStray = 10;

/** What of a whole schema no model class has: another type than `object`, or properties in the place of keywords. */
export function checkRoot(root: PyDict): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const type = root.get('type');
  if (type !== undefined && type !== 'object') {
    const isMeant = typeof type === 'string' && nearestType(type) === 'object';
    const message = 'A model is of type `object`; the type of the whole schema is not checked.';
    problems.push({ path: ['type'], message, kind: 'refused', ...(isMeant && { nearest: 'object' }) });
  }
  if (['properties', '$ref', 'allOf', 'anyOf', 'oneOf'].some(key => root.has(key))) return problems;
  const stray = [...root].filter(([key, value]) => !isKeyword(key) && isSchema(value)).slice(0, maxStray);
  for (const [key] of stray) {
    const message = `\`${key}\` is not a keyword of JSON Schema. Properties stand in the object \`properties\`.`;
    problems.push({ path: [key], message, ofKey: true, kind: 'refused' });
  }
  return problems;
}

function isSchema(value: PyValue): boolean {
  return isPyDict(value) && ['type', '$ref', 'anyOf', 'enum', 'const'].some(key => value.has(key));
}
