import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import {
  CannotConvert,
  type ConversionInput,
  type ConversionLoss,
  type ConversionRule,
} from '../../../parsers/conversion/conversionRule.ts';
import { newKeys } from '../../../parsers/conversion/ownKeys.ts';
import { plainValue, samePlainValue } from '../../../parsers/conversion/plainValue.ts';
import { jsonDumps } from '../../../python/index.ts';
import { isFieldName } from '../definedSignature.ts';
import { fieldType, modelDefinitions } from './fieldTypes.ts';

/** What an adapter does in the place of a parser, whatever the definition says. */
export const sentBySignature =
  'DSPy sends messages of its own: a system message with the fields, and a request with the input, here `request`.';

/** The members of a Pydantic class become the output fields of a signature. */
export const modelToSignature: ConversionRule = {
  from: 'PydanticOutputParser',
  to: 'JSONAdapter',
  plan(input) {
    const { config } = input.definition.source;
    const schema = config.get('content_schema') ?? null;
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
  const needed = schema.get('required') ?? null;
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
    const told = isPyDict(member) ? member : new Map<string, PyValue>();
    const [desc, fallback] = [told.get('description'), told.get('default')];
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
  const demos = config.get('demos') ?? null;
  return {
    demos: `The ${isPyList(demos) && demos.length === 1 ? 'example is' : 'examples are'} not sent: a parser has none.`,
    use_json_adapter_fallback: 'Nothing is asked again in silence.',
    format_instruction: 'The instruction in your own words speaks of the form that the answer no longer has.',
  };
}
