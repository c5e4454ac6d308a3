import { cleanDoc } from '../../../code/python/docstring.ts';
import { derivation, describe, membersOf } from '../../../code/python/read/classFacts.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import type { Scope, ScopedNode } from '../../../code/python/read/scopes.ts';
import {
  type Argument,
  argumentsOf,
  childOf,
  childrenOf,
  itemsOf,
  type PyNode,
  unwrap,
} from '../../../code/python/read/syntax.ts';
import { EngineError } from '../../../core/errors.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { pyStr } from '../../../python/index.ts';
import { defaultInstructions } from '../definedSignature.ts';
import { typeName } from '../pyType.ts';
import { readAnnotation } from '../readAnnotation.ts';
import { writtenFields } from '../signature.ts';
import { DspyAnnotations } from './dspyAnnotations.ts';
import { constraintWords } from './dspyFacts.ts';

/** The keys of a definition that a signature gives: `signature`, and `types` where it names classes. */
export type SignatureKeys = ReadonlyMap<string, PyValue>;

/** Where a definition has a field. */
export type FieldRole = 'inputs' | 'outputs';
type Fields = Readonly<Record<FieldRole, Map<string, PyValue>>>;

/** The last part of the path of something of DSPy's; `undefined`: an expression names something else. */
export function dspyName(
  node: PyNode | null | undefined,
  scope: Scope,
  { evaluator }: ModelReader,
): string | undefined {
  if (node?.name !== 'VariableName' && node?.name !== 'MemberExpression') return undefined;
  const named = evaluator.resolve(node, scope);
  return named.kind === 'import' && named.path.startsWith('dspy.')
    ? named.path.slice(named.path.lastIndexOf('.') + 1)
    : undefined;
}

/** The classes of a text that a signature is made of, the first of all first; `undefined`: the class is not a signature. */
export function signatureLine(place: ScopedNode, { evaluator }: ModelReader): readonly ScopedNode[] | undefined {
  const { classes, meaning } = derivation(
    place,
    evaluator,
    path => /^dspy\.(?:.*\.)?Signature$/.test(path) || undefined,
  );
  return meaning && classes;
}

/** `class X(dspy.Signature)`. */
export function readSignatureClass(line: readonly ScopedNode[], models: ModelReader): SignatureKeys {
  const fields: Fields = { inputs: new Map(), outputs: new Map() };
  const annotations = new DspyAnnotations(models);
  let description: PyValue | undefined;
  for (const [i, place] of line.entries()) {
    const scope = models.scopeIn(place);
    description = new Map(describe(place, models.evaluator)).get('description') ?? description;
    for (const member of membersOf(place.node, models.evaluator)) {
      if (member.kind !== 'assignment') continue;
      if (member.name === '__doc__' && member.value) {
        const text = models.evaluator.value(member.value, scope);
        if (typeof text === 'string') description = cleanDoc(text);
      }
      if (member.name.startsWith('__')) continue;
      const type = member.annotation ? annotations.textOf(member.annotation, scope) : 'str';
      const { name, node, value } = member;
      addField(fields, { name, type, node: value ?? node, scope }, models);
    }
    // A class without a docstring has DSPy's instructions, which its subclasses inherit.
    if (i + 1 < line.length) description ??= defaultInstructions([...fields.inputs.keys()], [...fields.outputs.keys()]);
  }
  return keysOf(description, fields, annotations);
}

/** `dspy.Signature("question -> answer", "…")`, also with a dict of fields, or the string of a signature alone; `undefined`: it cannot be read, which is reported. */
export function readSignatureCall(place: ScopedNode, models: ModelReader): SignatureKeys | undefined {
  const { evaluator } = models;
  const args = argumentsOf(childOf(place.node, 'ArgList'), evaluator.text);
  const argument = args.find(
    ({ name, spread }, i) => !spread && (name === 'signature' || (name === undefined && i === 0)),
  );
  const words = args.find(
    ({ name, spread }, i) => !spread && (name === 'instructions' || (name === undefined && i === 1)),
  );
  const instructions = words && evaluator.value(words.value, place.scope);
  if (!argument) return undefined;
  const inner = unwrap(argument.value);
  if (inner.name === 'DictionaryExpression') return readFieldsDict(inner, place.scope, instructions, models);
  return readSignatureText({ node: inner, scope: place.scope }, models, instructions);
}

/** The string of a signature. */
export function readSignatureText(
  place: ScopedNode,
  models: ModelReader,
  instructions?: PyValue,
): SignatureKeys | undefined {
  const { evaluator } = models;
  const text = evaluator.value(place.node, place.scope);
  if (typeof text !== 'string') return undefined;
  const annotations = new DspyAnnotations(models);
  try {
    const written = writtenFields(text).map(({ name, role, type }) => ({
      name: name.text,
      role,
      span: type?.span,
      type: annotations.ofString(type?.text ?? 'str', place),
    }));
    if (instructions === undefined) {
      let own = text;
      for (const { span, type } of written.toReversed())
        if (span) own = own.slice(0, span.start) + type + own.slice(span.end);
      return withTypes(own, annotations.types);
    }
    const fields: Fields = { inputs: new Map(), outputs: new Map() };
    // In a string `|` is a `Union`, in an object it is not.
    for (const { name, role, type } of written)
      fields[`${role}s`].set(name, typeName(readAnnotation(type, annotations.typeNamed, true)));
    return keysOf(instructions, fields, annotations);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    evaluator.report(place.node, `${error.class}: ${error.message}`, 'error');
    return undefined;
  }
}

/** `{"question": (str, dspy.InputField()), "answer": dspy.OutputField()}` */
function readFieldsDict(
  node: PyNode,
  scope: Scope,
  instructions: PyValue | undefined,
  models: ModelReader,
): SignatureKeys {
  const fields: Fields = { inputs: new Map(), outputs: new Map() };
  const annotations = new DspyAnnotations(models);
  const parts = childrenOf(node).filter(({ name }) => !'{},:'.includes(name));
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const name = models.evaluator.value(parts[i]!, scope);
    const [first, second] =
      parts[i + 1]!.name === 'TupleExpression' ? itemsOf(parts[i + 1]!) : [undefined, parts[i + 1]!];
    const type = first ? annotations.textOf(first, scope) : 'str';
    if (typeof name === 'string' && second) addField(fields, { name, type, node: second, scope }, models);
  }
  return keysOf(instructions, fields, annotations);
}

interface GivenField extends ScopedNode {
  readonly name: string;
  readonly type: string;
}

function addField(fields: Fields, entry: GivenField, models: ModelReader): void {
  const field = readField(entry, models);
  if (!field) return;
  const { name } = entry;
  // A class that derives from another puts a field that it names again in its place.
  for (const other of [fields.inputs, fields.outputs]) if (other !== fields[field.role]) other.delete(name);
  fields[field.role].set(name, field.value);
}

/** A call of `InputField` or `OutputField` as a definition has the field; `undefined`: it is something else, which is reported. */
export function readField(
  { name, type, node, scope }: GivenField,
  models: ModelReader,
): { readonly role: FieldRole; readonly value: PyValue } | undefined {
  const { evaluator } = models;
  const call = unwrap(node);
  const maker = call.name === 'CallExpression' ? dspyName(call.firstChild, scope, models) : undefined;
  if (maker !== 'InputField' && maker !== 'OutputField') {
    evaluator.report(
      node,
      `\`${name}\` is not made by \`InputField\` or \`OutputField\`: DSPy refuses such a signature.`,
    );
    return undefined;
  }
  const facts = fieldArguments(argumentsOf(childOf(call, 'ArgList'), evaluator.text), scope, models);
  return {
    role: maker === 'InputField' ? 'inputs' : 'outputs',
    value: facts.size === 0 ? type : new Map<string, PyValue>([['type', type], ...facts]),
  };
}

function fieldArguments(args: readonly Argument[], scope: Scope, { evaluator }: ModelReader): PyDict {
  const facts = new Map<string, PyValue>();
  const constraints: string[] = [];
  for (const { name = '', value: node, spread } of args) {
    const constraint = constraintWords.get(name);
    const isKnown = !spread && (constraint !== undefined || ['desc', 'description', 'default'].includes(name));
    if (!isKnown) {
      evaluator.report(node, `\`${spread ?? name}\` of a field is not taken over: a definition has no key for it.`);
      continue;
    }
    const value = evaluator.value(node, scope);
    if (value === undefined) continue;
    if (constraint !== undefined) constraints.push(constraint + pyStr(value));
    else if (name === 'default') facts.set(name, value);
    else if (typeof value === 'string' && (name === 'desc' || !facts.has('desc'))) facts.set('desc', value);
  }
  if (constraints.length > 0) facts.set('constraints', constraints.join(', '));
  return facts;
}

function keysOf(
  instructions: PyValue | undefined,
  { inputs, outputs }: Fields,
  annotations: DspyAnnotations,
): SignatureKeys {
  return withTypes(
    new Map<string, PyValue>([
      ...(typeof instructions === 'string' ? [['instructions', instructions] as const] : []),
      ['inputs', inputs],
      ['outputs', outputs],
    ]),
    annotations.types,
  );
}

/** A signature with the classes that its types name. */
export function withTypes(signature: PyValue, types: PyDict): SignatureKeys {
  return new Map<string, PyValue>([['signature', signature], ...(types.size > 0 ? [['types', types] as const] : [])]);
}
