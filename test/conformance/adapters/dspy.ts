import { classNameOf } from '../../../src/engine/code/python/read/classFacts.ts';
import { enumMembers, ModelReader } from '../../../src/engine/code/python/read/modelReader.ts';
import { outlineOf } from '../../../src/engine/code/python/read/outline.ts';
import { Evaluator } from '../../../src/engine/code/python/read/pythonEvaluator.ts';
import { treeOf } from '../../../src/engine/code/python/read/pythonTree.ts';
import { EngineError } from '../../../src/engine/core/errors.ts';
import { fromPlain, isPyDict, type PyDict, type PyValue, toPlain } from '../../../src/engine/core/pyValue.ts';
import { formatMessages, readCompletion, type SentMessage } from '../../../src/engine/systems/dspy/adapter.ts';
import type { PyType } from '../../../src/engine/systems/dspy/pyType.ts';
import { readAnnotation } from '../../../src/engine/systems/dspy/readAnnotation.ts';
import { classOfSchema, definitionsOf, listOf, schemaOfType } from '../../../src/engine/systems/dspy/schemaOfType.ts';
import {
  type AdapterName,
  adapterNames,
  type DspyField,
  type DspySignature,
} from '../../../src/engine/systems/dspy/signature.ts';
import { totalOperation } from './totalOperation.ts';

/** A field of a recorded signature. */
export interface RecordedField {
  readonly name: string;
  readonly role: 'input' | 'output';
  /** As Python writes it. */
  readonly annotation: string;
  readonly desc?: string;
  readonly constraints?: string;
  readonly default?: unknown;
  /** `TypeAdapter(annotation).json_schema()`. Absent: the annotation says it. */
  readonly json_schema?: unknown;
}

/** What an operation on an adapter is given. */
export interface DspyInput {
  readonly adapter: AdapterName;
  readonly signature: {
    readonly instructions: string;
    readonly fields: readonly RecordedField[];
    /** The classes that the annotations name, in Python. */
    readonly source?: string;
  };
}

/** `adapter.format(signature, demos, inputs)`: the messages. Throws `EngineError` where `BAMLAdapter` raises. */
export function format(
  input: DspyInput & { readonly inputs: unknown; readonly demos?: unknown },
): readonly SentMessage[] {
  const demos = listOf(fromPlain(input.demos ?? [])).map(dictOf);
  return formatMessages(adapterOf(input), signatureOf(input.signature), demos, dictOf(fromPlain(input.inputs)));
}

/** `adapter.parse(signature, completion)`: the output fields as plain data. Throws `EngineError`: DSPy's class and message. */
export function parse(input: DspyInput & { readonly response: string }): unknown {
  return toPlain(readCompletion(adapterOf(input), signatureOf(input.signature), input.response).value);
}

function adapterOf({ adapter }: DspyInput): AdapterName {
  if (adapterNames.includes(adapter)) return adapter;
  throw new EngineError('ValueError', `There is no adapter ${adapter}`);
}

function dictOf(value: PyValue): PyDict {
  return isPyDict(value) ? value : new Map();
}

function signatureOf({ instructions, fields, source }: DspyInput['signature']): DspySignature {
  const classes = classesOf(source ?? '');
  return { instructions, fields: fields.map(field => fieldOf(field, classes)) };
}

function fieldOf(given: RecordedField, classes: ReadonlyMap<string, PyType>): DspyField {
  const { name, role, annotation, desc, constraints, default: fallback, json_schema } = given;
  const schema = json_schema === undefined ? undefined : dictOf(fromPlain(json_schema));
  const definitions = schema ? definitionsOf(schema) : new Map<string, PyValue>();
  const known = (written: string): PyType | undefined => {
    const own = classes.get(written);
    if (own?.kind === 'enum') return own;
    const definition = definitions.get(written) ?? (schema?.get('title') === written ? schema : undefined);
    if (definition === undefined) return own;
    return classOfSchema(written, new Map(dictOf(definition)).set('$defs', definitions));
  };
  const type = readAnnotation(annotation, known);
  return {
    name,
    role,
    type,
    schema: schema ?? schemaOfType(type),
    ...(desc !== undefined && { desc }),
    ...(constraints !== undefined && { constraints }),
    ...(fallback !== undefined && { default: fromPlain(fallback) }),
  };
}

/** The models and enums of a Python text. */
function classesOf(source: string): ReadonlyMap<string, PyType> {
  const classes = new Map<string, PyType>();
  const tree = source === '' ? undefined : treeOf(source);
  if (!tree) return classes;
  const outline = outlineOf(tree, source);
  const evaluator = new Evaluator(source, outline.attributes, outline.inner);
  const models = new ModelReader(evaluator, []);
  for (const place of outline.classes) {
    const kind = models.line(place)?.kind;
    if (kind !== 'enum' && kind !== 'model') continue;
    const name = classNameOf(place.node, evaluator);
    const names = kind === 'enum' ? [...enumMembers(place, models).keys()] : undefined;
    classes.set(name, classOfSchema(name, models.schemaOf(place), names));
  }
  return classes;
}

/**
 * DSPy 3.3.1's adapters. Every operation takes one object with the keys of a recorded case; errors have the class and the
 * message of DSPy.
 */
export const dspy = Object.freeze({
  format: totalOperation(format),
  parse: totalOperation(parse),
});
