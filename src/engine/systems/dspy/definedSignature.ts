import * as z from 'zod';
import { cleanDoc } from '../../code/python/docstring.ts';
import { isIdentifier } from '../../code/python/identifiers.ts';
import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import { pyRepr } from '../../python/index.ts';
import { loadedClasses, schemaOfClass } from './classTypes.ts';
import type { PyType } from './pyType.ts';
import { type KnownTypes, readAnnotation } from './readAnnotation.ts';
import { classOfSchema, listOf, schemaOfType } from './schemaOfType.ts';
import { type DspyField, type DspySignature, fieldSpan, fieldsOf, writtenFields } from './signature.ts';

const fieldKey = z.union([
  z.string(),
  z.strictObject({
    type: z.string().describe('The type, as Python writes it. Default: `str`.').optional(),
    desc: z.string().describe('What the field is, as the model is told.').optional(),
    constraints: z
      .string()
      .describe('What DSPy makes of `ge=0` and the like: `greater than or equal to: 0`.')
      .optional(),
    default: z.unknown().describe('What an output is that the answer lacks.').optional(),
  }),
]);
const fieldsKey = (what: string) => z.record(z.string(), fieldKey).describe(what);

/** The keys of a signature, which all adapters share. */
export const signatureKeys = {
  signature: z
    .union([
      z.string(),
      z.strictObject({
        instructions: z.string().describe('What is to be done: the docstring of the class.').optional(),
        inputs: fieldsKey('The fields that are given: a name, and its type as Python writes it.'),
        outputs: fieldsKey('The fields that are asked for: a name, and its type as Python writes it.'),
      }),
    ])
    .describe(
      'The signature: `"question, context: list[str] -> answer: int"`, or its fields with all that DSPy knows of them.',
    ),
  types: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .describe(
      'The classes that types name, each as its JSON Schema (`Model.model_json_schema()`). One with `enum` is an enum; `x-enum-varnames` names its members. Or the class where it stands: `{ "module": "models.py", "class": "Person" }`, which runs the module, in a trusted workspace.',
    )
    .optional(),
  chain_of_thought: z
    .boolean()
    .describe('Whether `reasoning` is asked for first, as `dspy.ChainOfThought` does.')
    .optional(),
  demos: z
    .array(z.record(z.string(), z.unknown()))
    .describe(
      'Examples, each with values of inputs and outputs by name. They are sent as messages; incomplete ones come first.',
    )
    .optional(),
};

/** With the classes as they were loaded then; they may be loaded again. */
const made = new WeakMap<PyDict, { readonly signature: DspySignature; readonly classes: unknown }>();

/** The signature of a definition. Raises `EngineError` where DSPy, or Python, does. */
export function signatureOf(source: DefinitionSource): DspySignature {
  const classes = loadedClasses(source.config);
  const cached = made.get(source.config);
  if (cached && cached.classes === classes) return cached.signature;
  const signature = readSignature(source);
  made.set(source.config, { signature, classes });
  return signature;
}

/** The same, and `undefined` where it raises. */
export function signatureIn(source: DefinitionSource): DspySignature | undefined {
  return attempt(() => signatureOf(source));
}

/** The names of the input fields; none where the signature cannot be read. */
export function inputsOf(source: DefinitionSource): readonly string[] {
  const signature = signatureIn(source);
  return signature ? fieldsOf(signature, 'input').map(({ name }) => name) : [];
}

/** The examples of a definition. */
export function demosOf({ config }: DefinitionSource): readonly PyDict[] {
  return listOf(config.get('demos')).filter(isPyDict);
}

function readSignature(source: DefinitionSource): DspySignature {
  const written = source.config.get('signature');
  const types = knownTypes(source.config);
  const own = isPyDict(written)
    ? objectFields(source, written, types)
    : textFields(source, String(written ?? ''), types);
  const fields = source.config.get('chain_of_thought') === true ? withReasoning(own) : own;
  const instructions = isPyDict(written) ? written.get('instructions') : undefined;
  if (typeof instructions === 'string') {
    const origin = source.spanOf(['signature', 'instructions']);
    return { instructions: cleanDoc(instructions), fields, ...(origin && { origin }) };
  }
  const names = (role: DspyField['role']) => own.filter(field => field.role === role).map(({ name }) => name);
  return { instructions: defaultInstructions(names('input'), names('output')), fields };
}

/** DSPy's instructions for a signature that has none of its own. */
export function defaultInstructions(inputs: readonly string[], outputs: readonly string[]): string {
  const list = (names: readonly string[]) => names.map(name => `\`${name}\``).join(', ');
  return `Given the fields ${list(inputs)}, produce the fields ${list(outputs)}.`;
}

/** `signature.prepend("reasoning", …)` of `dspy.ChainOfThought`: an output of that name keeps its type and comes first, an input gives way. */
function withReasoning(fields: readonly DspyField[]): readonly DspyField[] {
  const type: PyType = { kind: 'plain', name: 'str' };
  const own = fields.find(({ name, role }) => name === 'reasoning' && role === 'output');
  const reasoning = own ?? { name: 'reasoning', role: 'output', type, schema: schemaOfType(type) };
  const others = fields.filter(({ name }) => name !== 'reasoning');
  return [
    ...others.filter(({ role }) => role === 'input'),
    reasoning,
    ...others.filter(({ role }) => role === 'output'),
  ];
}

/** The classes of a definition, and of what their schemas define. */
export function knownTypes(config: PyDict): KnownTypes {
  const read = new Map<string, PyType | undefined>();
  return name => {
    if (!read.has(name)) {
      const schema = schemaOfClass(config, name);
      read.set(name, schema && classOfSchema(name, schema));
    }
    return read.get(name);
  };
}

function textFields(source: DefinitionSource, text: string, types: KnownTypes): DspyField[] {
  const written = raisedAt(['signature'], () => writtenFields(text));
  const place = source.stringAt(['signature']);
  return written.map(field => {
    requireName(field.name.text, ['signature']);
    const type = annotated(field.type?.text ?? 'str', types, ['signature'], true);
    const [name, typed] = [place && fieldSpan(place, field.name), place && field.type && fieldSpan(place, field.type)];
    const origins = { ...(name && { name }), ...(typed && { type: typed }) };
    return { name: field.name.text, role: field.role, type, schema: schemaOfType(type), origins };
  });
}

function objectFields(source: DefinitionSource, signature: PyDict, types: KnownTypes): DspyField[] {
  const fields = (['input', 'output'] as const).flatMap(role => {
    const group = signature.get(`${role}s`);
    return isPyDict(group) ? [...group].map(entry => objectField(source, role, entry, types)) : [];
  });
  const inputs = new Set(fields.filter(({ role }) => role === 'input').map(({ name }) => name));
  const twice = fields.filter(({ role, name }) => role === 'output' && inputs.has(name)).map(({ name }) => name);
  if (twice.length > 0)
    throw new EngineError('ValueError', duplicates(twice), undefined, ['signature', 'outputs', twice[0]!]);
  return fields;
}

function duplicates(names: readonly string[]): string {
  return `Input and output fields must have distinct names, but found duplicates: '${names.toSorted().join(', ')}'.`;
}

function objectField(
  source: DefinitionSource,
  role: DspyField['role'],
  [name, written]: readonly [string, PyValue],
  types: KnownTypes,
): DspyField {
  const path = ['signature', `${role}s`, name];
  requireName(name, path);
  const isObject = isPyDict(written);
  const facts = isObject ? written : new Map<string, PyValue>();
  const text = (key: string) => {
    const value = facts.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  const typePath = isObject ? [...path, 'type'] : path;
  const type = annotated(isObject ? (text('type') ?? 'str') : String(written), types, typePath, false);
  const [desc, constraints, fallback] = [text('desc'), text('constraints'), facts.get('default')];
  const at = { name: source.keySpanOf(path), type: source.spanOf(typePath), desc: source.spanOf([...path, 'desc']) };
  return {
    name,
    role,
    type,
    schema: schemaOfType(type),
    ...(desc !== undefined && { desc }),
    ...(constraints !== undefined && { constraints }),
    ...(fallback !== undefined && { default: fallback }),
    origins: {
      ...(at.name && { name: at.name }),
      ...(at.type && { type: at.type }),
      ...(at.desc && { desc: at.desc }),
    },
  };
}

/** Whether Python and Pydantic take a name for that of a field. */
export function isFieldName(name: string): boolean {
  return isIdentifier(name) && !name.startsWith('_');
}

function requireName(name: string, path: readonly (string | number)[]): void {
  if (isFieldName(name)) return;
  if (isIdentifier(name)) {
    const example = `e.g., use ${pyRepr(name.replace(/^_+/, ''))} instead of ${pyRepr(name)}`;
    throw new EngineError(
      'NameError',
      `Fields must not use names with leading underscores; ${example}.`,
      undefined,
      path,
    );
  }
  throw new EngineError('SyntaxError', `invalid syntax: \`${name}\` cannot be the name of a field`, undefined, path);
}

function annotated(text: string, types: KnownTypes, path: readonly (string | number)[], barIsUnion: boolean): PyType {
  return raisedAt(path, () => readAnnotation(text, types, barIsUnion));
}

/** What is raised, with its place in the definition. */
function raisedAt<T>(path: readonly (string | number)[], make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new EngineError(error.class, error.message, error.code, error.path ?? path);
  }
}
