import { cleanDoc } from '../../../code/python/docstring.ts';
import { classNameOf } from '../../../code/python/read/classFacts.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import type { Scope, ScopedNode } from '../../../code/python/read/scopes.ts';
import { argumentsOf, childOf, type PyNode, unwrap } from '../../../code/python/read/syntax.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { defaultInstructions, knownTypes } from '../definedSignature.ts';
import { typeName } from '../pyType.ts';
import { readAnnotation } from '../readAnnotation.ts';
import { writtenFields } from '../signature.ts';
import { DspyAnnotations } from './dspyAnnotations.ts';
import {
  dspyName,
  type FieldRole,
  readField,
  readSignatureCall,
  readSignatureClass,
  readSignatureText,
  type SignatureKeys,
  signatureLine,
  withTypes,
} from './readDspySignature.ts';

/** The methods by which a signature makes another one, each with its parameters. */
const methods = new Map<string, readonly string[]>([
  ['with_instructions', ['instructions']],
  ['append_instructions', ['instructions']],
  ['with_updated_fields', ['name', 'type_']],
  ['append', ['name', 'field', 'type_']],
  ['prepend', ['name', 'field', 'type_']],
  ['insert', ['index', 'name', 'field', 'type_']],
  ['delete', ['name']],
]);

interface Field {
  readonly role: FieldRole;
  /** As a definition has it. */
  readonly value: PyValue;
}

/** A signature as its class has it: with DSPy's own instructions where the source has none. */
interface WholeSignature {
  readonly instructions: string;
  readonly fields: ReadonlyMap<string, Field>;
}

/** What a call of one of a signature's methods is made of: the signature, and the method. `undefined`: it is another call. */
function derivingCall(
  node: PyNode,
  { evaluator }: ModelReader,
): { readonly base: PyNode; readonly method: string } | undefined {
  const callee = node.name === 'CallExpression' ? node.firstChild : undefined;
  const name = callee?.name === 'MemberExpression' ? childOf(callee, 'PropertyName') : undefined;
  const method = name ? evaluator.textOf(name) : '';
  const base = callee?.firstChild;
  return base && methods.has(method) ? { base, method } : undefined;
}

/**
 * What a method of a signature makes of it, as DSPy does. An argument that cannot be read is reported: instructions that are
 * unknown are marked, and a field that is unknown is left out.
 */
function deriveSignature(
  base: SignatureKeys,
  method: string,
  { node, scope }: ScopedNode,
  models: ModelReader,
): SignatureKeys {
  const { evaluator } = models;
  const annotations = new DspyAnnotations(models);
  const args = new Map<string, PyNode>();
  for (const [i, { name, spread, value }] of argumentsOf(childOf(node, 'ArgList'), evaluator.text).entries()) {
    const parameter = spread ? undefined : (name ?? methods.get(method)?.[i]);
    if (parameter !== undefined) args.set(parameter, value);
    else evaluator.report(value, `What is given to \`${method}\` is known only when the program runs.`);
  }
  const whole = wholeOf(base);
  const made = { method, args, scope, models, annotations };
  const { instructions, fields } = method.endsWith('_instructions')
    ? { ...whole, instructions: instructionsAfter(whole.instructions, made) }
    : { ...whole, fields: changed(whole.fields, made) };
  return keysOf({ instructions, fields }, base, annotations.types);
}

/** The signature with one more input, the last: a text of the agent's steps so far. */
export function withTrajectory(base: SignatureKeys): SignatureKeys {
  const { instructions, fields } = wholeOf(base);
  const others = [...fields].filter(([name]) => name !== 'trajectory');
  return keysOf({ instructions, fields: new Map([...others, ['trajectory', { role: 'inputs', value: 'str' }]]) }, base);
}

function keysOf(
  { instructions, fields }: WholeSignature,
  base: SignatureKeys,
  more: PyDict = new Map(),
): SignatureKeys {
  const of = (role: FieldRole) =>
    new Map([...fields].flatMap(([name, field]) => (field.role === role ? [[name, field.value] as const] : [])));
  const types = base.get('types');
  return withTypes(
    new Map<string, PyValue>([
      ['instructions', instructions],
      ['inputs', of('inputs')],
      ['outputs', of('outputs')],
    ]),
    new Map([...(isPyDict(types) ? types : []), ...more]),
  );
}

interface Deriving {
  readonly method: string;
  /** By the names of the parameters; those of `with_updated_fields` have others beside. */
  readonly args: ReadonlyMap<string, PyNode>;
  readonly scope: Scope;
  readonly models: ModelReader;
  readonly annotations: DspyAnnotations;
}

function wholeOf(keys: SignatureKeys): WholeSignature {
  const signature = keys.get('signature') ?? null;
  const fields = new Map<string, Field>();
  if (isPyDict(signature)) {
    for (const role of ['inputs', 'outputs'] as const) {
      const group = signature.get(role);
      if (isPyDict(group)) for (const [name, field] of group) fields.set(name, { role, value: field });
    }
  } else {
    const types = knownTypes(keys);
    for (const { name, role, type } of writtenFields(String(signature)))
      fields.set(name.text, { role: `${role}s`, value: typeName(readAnnotation(type?.text ?? 'str', types, true)) });
  }
  const own = isPyDict(signature) ? signature.get('instructions') : undefined;
  const names = (role: FieldRole) => [...fields].flatMap(([name, field]) => (field.role === role ? [name] : []));
  return {
    fields,
    instructions: typeof own === 'string' ? cleanDoc(own) : defaultInstructions(names('inputs'), names('outputs')),
  };
}

function instructionsAfter(before: string, { method, args, scope, models }: Deriving): string {
  const node = args.get('instructions');
  const value = node && models.evaluator.value(node, scope);
  const text = typeof value === 'string' ? value : '⟨instructions⟩';
  return method === 'append_instructions' ? `${before}\n\n${text}` : text;
}

function changed(fields: ReadonlyMap<string, Field>, made: Deriving): ReadonlyMap<string, Field> {
  const { method, args, scope, models, annotations } = made;
  const nameNode = args.get('name');
  const name = nameNode && models.evaluator.value(nameNode, scope);
  if (typeof name !== 'string') return fields;
  if (method === 'delete') return new Map([...fields].filter(([each]) => each !== name));
  const typeNode = args.get('type_');
  const type =
    typeNode === undefined || typeNode.name === 'None' ? undefined : annotations.textOf(unwrap(typeNode), scope);
  if (method === 'with_updated_fields') return updated(fields, name, type, made);
  const node = args.get('field');
  const field = node && readField({ name, type: type ?? 'str', node, scope }, models);
  if (!field) return fields;
  const at = method === 'prepend' ? 0 : method === 'append' ? -1 : placeOf(made);
  if (at === undefined) return fields;
  const group = [...fields].filter(([, { role }]) => role === field.role);
  const others = [...fields].filter(([, { role }]) => role !== field.role);
  const index = at < 0 ? at + group.length + 1 : at;
  if (index < 0 || index > group.length) {
    models.evaluator.report(node, `ValueError: Invalid index to insert: ${at}`, 'error');
    return fields;
  }
  const whole = group.toSpliced(index, 0, [name, field]);
  // What stands twice in a dict of Python's has the first one's place, and the last one's value.
  return new Map(field.role === 'inputs' ? [...whole, ...others] : [...others, ...whole]);
}

function placeOf({ args, scope, models }: Deriving): number | undefined {
  const node = args.get('index');
  const value = node && models.evaluator.value(node, scope);
  return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined;
}

function updated(
  fields: ReadonlyMap<string, Field>,
  name: string,
  type: string | undefined,
  { args, scope, models }: Deriving,
): ReadonlyMap<string, Field> {
  const field = fields.get(name);
  if (!field) {
    models.evaluator.report(args.get('name')!, `KeyError: '${name}'`, 'error');
    return fields;
  }
  const before: PyDict = isPyDict(field.value) ? field.value : new Map([['type', field.value]]);
  const after = new Map(before);
  if (type !== undefined) after.set('type', type);
  for (const key of ['desc', 'constraints']) {
    const node = args.get(key);
    const value = node && models.evaluator.value(node, scope);
    if (typeof value === 'string') after.set(key, value);
  }
  const isPlain = after.size === 1;
  return new Map([...fields, [name, { ...field, value: isPlain ? (after.get('type') ?? 'str') : after }]]);
}

/** A signature at the place where a module receives it. */
interface GivenSignature {
  /** What it is written in: classes, calls, a text; the nearest first. */
  readonly nodes: readonly PyNode[];
  /** The name of its class. */
  readonly name?: string;
  /** Reads it; `undefined`: it cannot be read, which is reported. */
  keys(): SignatureKeys | undefined;
}

/** Signatures of signatures are followed no further. */
const maxDerived = 50;

/** The signature that an expression is: a class, a call, a text, or what a method makes of one; `undefined`: none that can be read. */
export function signatureAt(place: ScopedNode, models: ModelReader, depth = 0): GivenSignature | undefined {
  const named = models.evaluator.resolve(place.node, place.scope);
  if (named.kind === 'class') {
    const line = signatureLine(named, models);
    if (!line) return undefined;
    const name = classNameOf(named.node, models.evaluator);
    return { nodes: nodesOf(line), name, keys: () => readSignatureClass(line, models) };
  }
  if (named.kind !== 'value') {
    const what = named.kind === 'unknown' ? named.what : undefined;
    if (what !== undefined)
      models.evaluator.report(place.node, `This is ${what}; it is known only when the program runs.`);
    return undefined;
  }
  const inner = { node: unwrap(named.node), scope: named.scope };
  const deriving = depth < maxDerived ? derivingCall(inner.node, models) : undefined;
  if (deriving) {
    const base = signatureAt({ node: deriving.base, scope: inner.scope }, models, depth + 1);
    if (!base) return undefined;
    const keys = () => {
      const own = base.keys();
      return own && deriveSignature(own, deriving.method, inner, models);
    };
    return { ...base, nodes: [inner.node, ...base.nodes], keys };
  }
  const callee = inner.node.name === 'CallExpression' ? inner.node.firstChild : undefined;
  const isCall = dspyName(callee, inner.scope, models) === 'Signature';
  if (!isCall && !inner.node.name.endsWith('String')) return undefined;
  const read = isCall ? readSignatureCall : readSignatureText;
  return { nodes: [inner.node], keys: () => read(inner, models) };
}

/** The nodes of a line of classes, the class itself first. */
export function nodesOf(line: readonly ScopedNode[]): readonly PyNode[] {
  return line.map(({ node }) => node).toReversed();
}
