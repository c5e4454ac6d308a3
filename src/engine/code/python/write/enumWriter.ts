import { isPyList, type PyDict, PyFloat, type PyValue } from '../../../core/pyValue.ts';
import { UniqueNames } from '../../uniqueNames.ts';
import { layOut } from '../code.ts';
import { docstringLines } from '../docstring.ts';
import { isIdentifier, toIdentifier } from '../identifiers.ts';
import { literalCode, literalType } from '../literals.ts';
import { listAt, textAt } from '../schemaFacts.ts';
import type { PythonFile } from './pythonFile.ts';

/** The key of a schema that names the members of its enum. */
const varnames = 'x-enum-varnames';

/** The members of the `Enum` that prints a definition, by name; `undefined` where no `Enum` prints it so. */
export function enumMembers(schema: PyDict): ReadonlyMap<string, PyValue> | undefined {
  const values = schema.get('enum');
  if (!isPyList(values) || values.length === 0 || schema.get('type') !== literalType(values)) return undefined;
  const others = [...schema.keys()].filter(key => !['enum', 'type', 'title', 'description', varnames].includes(key));
  if (others.length > 0 || !values.every(isMember)) return undefined;
  const memberNames = listAt(schema, varnames);
  const names = new UniqueNames();
  const members = new Map<string, PyValue>();
  for (const [i, value] of values.entries()) {
    const ownName = memberNames[i];
    if (typeof ownName === 'string' && isIdentifier(ownName) && !ownName.startsWith('_')) {
      members.set(names.take(ownName, '_'), value);
      continue;
    }
    const word = typeof value === 'string' ? value : `value_${literalCode(value)}`;
    const name = toIdentifier(toIdentifier(word, 'value').toUpperCase(), 'VALUE').replace(/^_+/, '') || 'VALUE';
    members.set(names.take(name, '_'), value);
  }
  return members;
}

/** An `Enum` class, with the type of its values mixed in. */
export function writeEnum(file: PythonFile, schema: PyDict, name: string): string {
  const mixed = { string: 'str', integer: 'int', number: 'float' }[textAt(schema, 'type') ?? ''];
  const bases = [...(mixed ? [file.use('builtins', mixed)] : []), file.use('enum', 'Enum')];
  const docstring = docstringLines(textAt(schema, 'description') ?? '');
  const lines = [...enumMembers(schema)!].map(
    ([member, value]) => `    ${member} = ${layOut(literalCode(value), 4, member.length + 7)}`,
  );
  const head = docstring === undefined ? '' : `    ${docstring}\n\n`;
  return `class ${name}(${bases.join(', ')}):\n${head}${lines.join('\n')}`;
}

function isMember(value: PyValue): boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) || value === null || value instanceof PyFloat;
}
