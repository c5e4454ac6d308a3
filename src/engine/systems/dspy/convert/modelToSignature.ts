import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import {
  CannotConvert,
  type ConversionInput,
  type ConversionLoss,
  type ConversionRule,
} from '../../../parsers/conversion/conversionRule.ts';
import { newKeys } from '../../../parsers/conversion/ownKeys.ts';
import { plainValue, samePlainValue, sameValue } from '../../../parsers/conversion/sameValue.ts';
import { jsonDumps } from '../../../python/index.ts';
import { isFieldName } from '../definedSignature.ts';
import { isPlain, type PyType, typeName, withoutNone } from '../pyType.ts';
import { definitionsOf, schemaOfType, typeOfSchema } from '../schemaOfType.ts';

/** What an adapter does in the place of a parser, whatever the definition says. */
export const sentBySignature =
  'DSPy sends messages of its own: a system message with the fields, and a request with the input, here `request`.';

/** The members of a Pydantic class become the output fields of a signature. */
export const modelToSignature: ConversionRule = {
  from: 'PydanticOutputParser',
  to: 'JSONAdapter',
  plan(input) {
    const { config } = input.definition.source;
    const schema = config.get('content_schema');
    const properties = isPyDict(schema) ? (schema.get('properties') ?? null) : null;
    if (!isPyDict(schema) || !isPyDict(properties) || properties.size === 0)
      throw new CannotConvert('Only a `content_schema` with `properties` says which fields there are.');
    requireFieldNames([...properties.keys()]);
    const losses: ConversionLoss[] = [{ message: sentBySignature }];
    const { outputs, classes } = outputsOf(schema, properties, losses);
    const docs = schema.get('description');
    const signature = new Map<string, PyValue>([
      ...(typeof docs === 'string' ? [['instructions', docs] as const] : []),
      ['inputs', new Map([[requestName(outputs), 'str']])],
      ['outputs', outputs],
    ]);
    if (schema.get('additionalProperties') === false)
      losses.push({ key: 'content_schema', message: 'Keys that are no field are dropped, and no longer refused.' });
    losses.push({ message: 'The value is a prediction with the fields, and not an object of the class.' });
    const changed = newKeys(input, {
      at: 'content_schema',
      members: new Map<string, PyValue>([
        ['signature', signature],
        ...(classes.size > 0 ? [['types', classes] as const] : []),
      ]),
      carried: ['class_name', 'runtime', 'package'],
      lost: {
        format_instruction: 'The instruction in your own words is not sent: an adapter writes its own.',
        retry_parser: 'DSPy does not ask a model to mend an answer.',
      },
    });
    return {
      edits: changed.edits,
      losses: [...losses, ...changed.losses],
      rewrite: ({ value }) => jsonDumps(plainValue(value), { ensureAscii: false }),
    };
  },
  isSameValue: samePlainValue,
  hasOwnErrors: true,
  tellsSamples: true,
};

function outputsOf(
  schema: PyDict,
  properties: PyDict,
  losses: ConversionLoss[],
): { readonly outputs: PyDict; readonly classes: PyDict } {
  const definitions = modelDefinitions(schema);
  const needed = schema.get('required');
  const required = new Set(isPyList(needed) ? needed : []);
  const classes = new Map<string, PyValue>();
  const outputs = [...properties].map(([name, member]): [string, PyValue] => {
    const { text, classes: named, unsaid } = fieldType(member, definitions);
    for (const [key, each] of named) classes.set(key, each);
    if (unsaid.length > 0)
      losses.push({
        key: 'content_schema',
        message: `A type does not say all of the schema of \`${name}\`, which is no longer checked: ${unsaid.map(key => (key === '…' ? 'parts of it' : `\`${key}\``)).join(', ')}.`,
      });
    const facts = isPyDict(member) ? member : new Map<string, PyValue>();
    const [desc, fallback] = [facts.get('description'), facts.get('default')];
    const isAdmitted = required.has(name) || fallback !== undefined || text.startsWith('Optional[');
    if (!isAdmitted)
      losses.push({ key: 'content_schema', message: `\`${name}\` is \`None\` where the answer lacks it.` });
    const type = isAdmitted ? text : `Optional[${text}]`;
    const isBare = typeof desc !== 'string' && fallback === undefined;
    return [
      name,
      isBare
        ? type
        : new Map<string, PyValue>([
            ['type', type],
            ...(typeof desc === 'string' ? [['desc', desc] as const] : []),
            ...(fallback !== undefined ? [['default', fallback] as const] : []),
          ]),
    ];
  });
  return { outputs: new Map(outputs), classes };
}

/** Raises {@link CannotConvert} for a name that Python does not take for that of a field. */
export function requireFieldNames(names: readonly string[]): void {
  const odd = names.find(name => !isFieldName(name));
  if (odd !== undefined) throw new CannotConvert(`In Python no field can be called \`${odd}\`.`);
}

/** What the input is called: no output may have the same name. */
export function requestName(outputs: { has(name: string): boolean }): string {
  let name = 'request';
  while (outputs.has(name)) name += '_';
  return name;
}

/** What becomes of the inputs, the examples and the instructions of a signature: a parser has no place for them. */
export function lostOfSignature(input: ConversionInput): Readonly<Record<string, string>> {
  const { config } = input.definition.source;
  const demos = config.get('demos');
  return {
    demos: `The ${isPyList(demos) && demos.length === 1 ? 'example is' : 'examples are'} not sent: a parser has none.`,
    use_json_adapter_fallback: 'Nothing is asked again in silence.',
    format_instruction: 'The instruction in your own words speaks of the form that the answer no longer has.',
  };
}

/** A type as an annotation of Python's, the classes that it names, and what of a schema it does not say. */
interface FieldType {
  readonly text: string;
  /** The JSON Schemas of its classes, by their names. */
  readonly classes: ReadonlyMap<string, PyDict>;
  /** The keys of the schema that no type says; `…`: keys of its parts. */
  readonly unsaid: readonly string[];
}

/** What a schema says of a value beside its type. */
const words: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);

/** The type of a member of a model, by its JSON Schema. Recursion is as deep as the schema. */
function fieldType(schema: PyValue, definitions: PyDict): FieldType {
  const type = typeOfSchema(schema, definitions);
  const classes = new Map<string, PyDict>();
  const text = annotationText(type, classes);
  return { text, classes, unsaid: unsaid(schema, schemaOfType(type)) };
}

/** A type as Python writes it. The classes that it names are added to `classes`. */
function annotationText(type: PyType, classes: Map<string, PyDict>): string {
  const each = (inner: PyType) => annotationText(inner, classes);
  if (type.kind === 'class' || type.kind === 'enum') {
    classes.set(type.name, type.schema);
    return type.name;
  }
  if (type.kind === 'generic') return `${type.name}[${type.args.map(each).join(', ')}]`;
  if (type.kind !== 'union') return isPlain(type, 'NoneType') ? 'None' : typeName(type);
  const [first, ...others] = withoutNone(type);
  const isOptional = type.args.length > others.length + 1;
  const inner =
    first === undefined
      ? 'None'
      : others.length === 0
        ? each(first)
        : `Union[${[first, ...others].map(each).join(', ')}]`;
  return isOptional && first !== undefined ? `Optional[${inner}]` : inner;
}

/** The keys of a schema that the type made of it does not have. */
function unsaid(schema: PyValue, made: PyDict): readonly string[] {
  if (!isPyDict(schema)) return [];
  const [bare, typed] = [bareOf(schema) as PyDict, bareOf(made) as PyDict];
  if (sameValue(bare, typed)) return [];
  const keys = [...bare.keys()].filter(key => !typed.has(key) && key !== '$ref' && key !== 'allOf');
  const isOtherwise = [...bare].some(([key, value]) => typed.has(key) && !sameValue(value, typed.get(key) ?? null));
  return [...keys, ...(isOtherwise ? ['…'] : [])];
}

/** A schema without words for people, and without its definitions. */
function bareOf(value: PyValue): PyValue {
  if (isPyList(value)) return value.map(bareOf);
  if (!isPyDict(value)) return value;
  const kept = [...value].filter(
    ([key, item]) => key !== '$defs' && key !== 'definitions' && !(words.has(key) && !isPyDict(item)),
  );
  return new Map(kept.map(([key, item]) => [key, bareOf(item)]));
}

/** The definitions of a model's schema, which Pydantic has under `$defs`. */
function modelDefinitions(schema: PyDict): PyDict {
  const older = schema.get('definitions');
  return isPyDict(older) ? new Map([...older, ...definitionsOf(schema)]) : definitionsOf(schema);
}
