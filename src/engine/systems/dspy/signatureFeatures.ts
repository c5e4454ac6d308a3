import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { InstructionRequirement } from '../../parsers/parserFeatures.ts';
import type { AnswerParts } from '../../parsers/shared/answerParts.ts';
import { documentationOf, typesOwn } from '../../parsers/shared/keyNames.ts';
import type { ResultShape, ValueSchema } from '../../parsers/shared/schemas.ts';
import type { KeyPlace, ValueKey, ValueKeys } from '../../parsers/shared/valueKeys.ts';
import { demosOf } from './definedSignature.ts';
import { allowsNone, isPlain } from './pyType.ts';
import { definitionsOf } from './schemaOfType.ts';
import { type AdapterName, type DspySignature, fieldsOf, writtenFields } from './signature.ts';

/** The keys of a value: the output fields, and no other. `signature`: absent where it cannot be read. */
export function outputKeys(source: DefinitionSource, signature: DspySignature | undefined): ValueKeys {
  const places = declarations(source, signature);
  const keys = (signature ? fieldsOf(signature, 'output') : []).map((field): ValueKey => {
    const { name, desc } = field;
    const declared = places.get(name);
    if (!declared) return { name, ...typesOwn, documentation: 'What the model thinks before it answers.' };
    const references = demosOf(source).flatMap((demo, i): KeyPlace[] =>
      demo.has(name) ? [{ path: ['demos', i, name], of: 'key' }] : [],
    );
    return { name, declarations: [declared], references, required: isRequired(field), ...documentationOf(desc) };
  });
  return { keys, open: !signature, exact: signature !== undefined, lists: [] };
}

function declarations(
  { config }: DefinitionSource,
  signature: DspySignature | undefined,
): ReadonlyMap<string, KeyPlace> {
  const written = config.get('signature');
  if (!signature) return new Map();
  if (typeof written !== 'string') {
    const declared = fieldsOf(signature, 'output').filter(({ origins }) => origins);
    return new Map(declared.map(({ name }) => [name, { path: ['signature', 'outputs', name], of: 'key' }]));
  }
  return new Map(
    writtenFields(written)
      .filter(({ role }) => role === 'output')
      .map(({ name: { text, span } }) => [text, { path: ['signature'], of: 'value', within: { span, as: 'pattern' } }]),
  );
}

function isRequired({ type, default: fallback }: DspySignature['fields'][number]): boolean {
  return fallback === undefined && !allowsNone(type);
}

/** What is known of the parts of an answer. */
export function answerParts(adapter: AdapterName, signature: DspySignature | undefined): AnswerParts {
  const isJson = adapter === 'JSONAdapter' || adapter === 'BAMLAdapter';
  const parts = (signature ? fieldsOf(signature, 'output') : []).map(field => ({
    key: field.name,
    isJson: isJson || !isPlain(field.type, 'str'),
    required: isRequired(field),
    isTyped: true as const,
  }));
  return { parts };
}

/** What an instruction of the author's own has to say. */
export function requirements(
  adapter: AdapterName,
  signature: DspySignature | undefined,
): readonly InstructionRequirement[] {
  return (signature ? fieldsOf(signature, 'output') : []).map(({ name }) => {
    if (adapter === 'ChatAdapter') return { text: `[[ ## ${name} ## ]]`, what: `the header \`[[ ## ${name} ## ]]\`` };
    if (adapter === 'XMLAdapter') return { text: `<${name}>`, what: `the tag \`<${name}>\`` };
    return { text: name, what: `the key \`${name}\``, isName: true, key: name };
  });
}

/** The schema of the object that is asked for. */
export function outputSchema(signature: DspySignature): ValueSchema {
  return { schema: objectSchema(signature, isRequired), key: 'signature', losses: [] };
}

/** What reading gives: every field is there. */
export function result(signature: DspySignature | undefined): ResultShape {
  return { schemas: [signature ? objectSchema(signature, () => true) : new Map()] };
}

function objectSchema(signature: DspySignature, needs: (field: DspySignature['fields'][number]) => boolean): PyDict {
  const outputs = fieldsOf(signature, 'output');
  const definitions = new Map<string, PyValue>();
  const properties = outputs.map((field): [string, PyValue] => {
    const { name, schema, desc, default: fallback } = field;
    for (const [key, each] of definitionsOf(schema)) definitions.set(key, each);
    return [
      name,
      new Map<string, PyValue>([
        ...[...schema].filter(([key]) => key !== '$defs'),
        ...(desc === undefined ? [] : [['description', desc] as const]),
        ...(fallback === undefined ? [] : [['default', fallback] as const]),
      ]),
    ];
  });
  return new Map<string, PyValue>([
    ...(definitions.size > 0 ? [['$defs', definitions] as const] : []),
    ['properties', new Map(properties)],
    ['required', outputs.filter(needs).map(({ name }) => name)],
    ['title', 'DSPyProgramOutputs'],
    ['type', 'object'],
  ]);
}
