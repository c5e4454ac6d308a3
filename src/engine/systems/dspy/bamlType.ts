import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict } from '../../core/pyValue.ts';
import { pyStr } from '../../python/index.ts';
import { isModel, type PyType, rootOf, withoutNone } from './pyType.ts';
import { definitionsOf, typeOfSchema } from './schemaOfType.ts';

const plainNames: Readonly<Record<string, string>> = { str: 'string', bool: 'boolean' };

/** `BAMLAdapter`'s notation of a type. `seen`: the models that were written so far. Raises its `ValueError` for a model that is met again. */
export function bamlType(type: PyType, indent = 0, seen?: Set<string>): string {
  const inner = (each: PyType) => bamlType(each, indent, seen);
  if (isModel(type)) return bamlModel(type, indent, seen);
  if (type.kind === 'plain') return plainNames[type.name] ?? type.name;
  if (type.kind === 'literal') return type.values.map(value => `"${pyStr(value)}"`).join(' or ');
  if (type.kind === 'union') {
    const others = withoutNone(type);
    return `${others.map(inner).join(' or ')}${others.length < type.args.length ? ' or null' : ''}`;
  }
  if (type.kind !== 'generic') return type.name;
  const [first, second] = type.args;
  if (type.name === 'list' && first) {
    if (!isModel(first)) return `${inner(first)}[]`;
    return `[\n${bamlModel(first, indent + 1, seen)}\n${'  '.repeat(indent)}]`;
  }
  return type.name === 'dict' && first && second ? `dict[${inner(first)}, ${inner(second)}]` : type.name;
}

function bamlModel({ name, schema }: PyType & { readonly kind: 'class' }, indent: number, known?: Set<string>): string {
  // Python takes a set that is empty for none.
  const seen = known?.size ? known : new Set<string>();
  if (seen.has(name))
    throw new EngineError(
      'ValueError',
      'BAMLAdapter cannot handle recursive pydantic models, please use a different adapter.',
    );
  seen.add(name);
  const pad = '  '.repeat(indent + 1);
  const definitions = definitionsOf(schema);
  const root = rootOf(schema);
  const properties = root.get('properties') ?? null;
  const members = isPyDict(properties) ? [...properties] : [];
  const lines = indent === 0 ? commentLines(root, '') : [];
  lines.push(`${'  '.repeat(indent)}{`);
  if (members.length === 0) lines.push(`${pad}# No fields defined`);
  for (const [key, property] of members) {
    const member = isPyDict(property) ? property : new Map();
    const description = member.get('description');
    if (typeof description === 'string' && description !== '') lines.push(`${pad}# ${description}`);
    const type = typeOfSchema(member, definitions);
    const [only, ...more] = withoutNone(type);
    if (only && more.length === 0 && isModel(only)) lines.push(...commentLines(rootOf(only.schema), pad));
    lines.push(`${pad}${key}: ${bamlType(type, indent + 1, seen)},`);
  }
  return [...lines, `${'  '.repeat(indent)}}`].join('\n');
}

/** A model's docstring as comments. */
function commentLines(schema: PyDict, pad: string): string[] {
  const text = schema.get('description');
  const lines = typeof text === 'string' ? text.split('\n').map(line => line.trim()) : [];
  return lines.filter(line => line !== '').map(line => `${pad}# ${line}`);
}
