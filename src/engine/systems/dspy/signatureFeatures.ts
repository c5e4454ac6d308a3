import { type PyDict, type PyValue, toPlain } from '../../core/pyValue.ts';
import {
  type AnswerGrammar,
  type Grammar,
  intersect,
  literal,
  NoGrammarError,
  part,
  sequence,
  stripped,
  textWithout,
  withoutLetters,
} from '../../grammar/index.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { InstructionRequirement } from '../../parsers/parserFeatures.ts';
import { jsonAnswer, jsonGrammar, withRulesOf } from '../../parsers/shared/answerGrammars.ts';
import type { AnswerParts } from '../../parsers/shared/answerParts.ts';
import { documentationOf, typesOwn } from '../../parsers/shared/keyNames.ts';
import type { ResultShape, ValueSchema } from '../../parsers/shared/schemas.ts';
import type { KeyPlace, ValueKey, ValueKeys } from '../../parsers/shared/valueKeys.ts';
import { demosOf } from './definedSignature.ts';
import { allowsNone, isPlain } from './pyType.ts';
import { definitionsOf } from './schemaOfType.ts';
import { type AdapterName, type DspyField, type DspySignature, fieldsOf, writtenFields } from './signature.ts';

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

/** The parts that an answer has. */
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

/** The schema of the object that an answer holds. */
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

/** What begins a header; in JSON a line break of Python's other than a line feed becomes one. */
const header = '[[ ## ';
const breaks = ['\x85', '\u2028', '\u2029'];

/** What XML has no place for as it is. */
const notInXml = `<&${Array.from({ length: 32 }, (_, code) => String.fromCharCode(code))
  .filter(each => !/[\t\n\0]/.test(each))
  .join('')}\ufffe\uffff`;

/** The grammar of the answers that an adapter asks for. Throws `NoGrammarError` for fields that are nested in XML. */
export function answerGrammar(adapter: AdapterName, signature: DspySignature): AnswerGrammar {
  const fields = fieldsOf(signature, 'output');
  if (fields.length === 0) throw new NoGrammarError('It has no output field.');
  if (adapter === 'ChatAdapter') return chatGrammar(fields);
  if (adapter === 'XMLAdapter') return { start: joined(fields.map(xmlField)), rules: new Map() };
  return jsonAnswer(outputSchema(signature).schema);
}

function chatGrammar(fields: readonly DspyField[]): AnswerGrammar {
  const rules = new Map<string, Grammar>();
  const sections = fields.map(({ name, schema }) => {
    const json = isText(schema) ? undefined : jsonGrammar(schema, [header, ...breaks], [name]);
    return sequence(
      literal(`[[ ## ${name} ## ]]\n`),
      json ? withRulesOf(json, rules) : textOf(name, '\r\v\f\x1c\x1d\x1e', [header, ...breaks]),
    );
  });
  return { start: joined([...sections, literal('[[ ## completed ## ]]')]), rules };
}

function xmlField({ name, schema }: DspyField): Grammar {
  const type = schema.get('type');
  if (!isText(schema) && type !== 'integer' && type !== 'number' && type !== 'boolean')
    throw new NoGrammarError(`The field \`${name}\` is written as tags in tags, for which there is no grammar.`);
  const value = isText(schema) ? textOf(name, notInXml, [']]>']) : jsonGrammar(schema, [], [name]).grammar;
  return sequence(literal(`<${name}>\n`), value, literal(`\n</${name}>`));
}

function isText(schema: DspyField['schema']): boolean {
  const { type, ...more } = toPlain(schema) as Record<string, unknown>;
  return type === 'string' && Object.keys(more).every(key => key === 'title' || key === 'description');
}

/** A text without blanks around, in which neither the letters nor the words stand. */
function textOf(name: string, letters: string, words: readonly string[]): Grammar {
  return part([name], 'stripped', textWithout(intersect(stripped(), withoutLetters(letters)), words));
}

function joined(parts: readonly Grammar[]): Grammar {
  return sequence(...parts.flatMap((each, i) => (i === 0 ? [each] : [literal('\n\n'), each])));
}
