import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { CannotConvert, type ConversionLoss, type ConversionRule } from '../../../parsers/conversion/conversionRule.ts';
import { newKeys } from '../../../parsers/conversion/ownKeys.ts';
import { plainMembers, samePlainValue } from '../../../parsers/conversion/sameValue.ts';
import { jsonDumps } from '../../../python/index.ts';
import { signatureIn, signatureOf } from '../definedSignature.ts';
import { allowsNone, isPlain, type PyType, typeName } from '../pyType.ts';
import { type DspyField, fieldsOf } from '../signature.ts';
import { lostOfSignature } from './modelToSignature.ts';
import { named } from './signatureToModel.ts';

/** The output fields of a signature become tags. */
export const signatureToTags: ConversionRule = {
  from: 'ChatAdapter',
  to: 'MultiTaggedContentParser',
  // Classes in files of the user's exist only once their module has run.
  applies: ({ source }) => signatureIn(source) !== undefined,
  plan(input) {
    const signature = signatureOf(input.definition.source);
    const fields = fieldsOf(signature, 'output');
    if (fields.length === 0) throw new CannotConvert('There are no output fields.');
    const optional = fields.filter(isOptional).map(({ name }) => name);
    const tags = tagsOf(fields);
    const checked = fields.filter(({ type }) => !isPlain(type, 'str'));
    const losses: ConversionLoss[] = [
      {
        key: 'signature',
        message: `What is to be done and the inputs (${named(fieldsOf(signature, 'input'))}) are for your own prompt: a parser’s instruction says what the answer has to be.`,
      },
      ...(checked.length > 0
        ? [
            {
              key: 'signature',
              message: `Tags have no types: of ${named(checked)} what the model writes is taken as it is, as JSON where it is not text.`,
            },
          ]
        : []),
      ...(fields.some(field => field.default !== undefined)
        ? [{ key: 'signature', message: 'Defaults are not filled in.' }]
        : []),
      ...(optional.length > 0
        ? [
            {
              key: 'signature',
              message: `A field that the answer lacks (${optional.map(name => `\`${name}\``).join(', ')}) is absent, and not \`None\`.`,
            },
          ]
        : []),
      { message: 'Blanks around a text are part of its value.' },
    ];
    const changed = newKeys(input, {
      at: 'signature',
      members: new Map<string, PyValue>([
        ['tagged_contents', tags.map(({ item }) => item)],
        ...(optional.length > 0 ? [['keys_allow_missing', optional] as const] : []),
      ]),
      carried: ['types', 'chain_of_thought'],
      lost: lostOfSignature(input),
    });
    return {
      edits: changed.edits,
      losses: [...losses, ...changed.losses],
      rewrite: ({ value }) => taggedText(plainMembers(value), tags),
    };
  },
  isSameValue: samePlainValue,
  hasOwnErrors: true,
  tellsSamples: true,
};

interface NewTag {
  readonly item: PyDict;
  readonly name: string;
  readonly isJson: boolean;
}

function isOptional({ type, default: fallback }: DspyField): boolean {
  return allowsNone(type) || fallback !== undefined;
}

function tagsOf(fields: readonly DspyField[]): readonly NewTag[] {
  const upper = fields.map(({ name }) => name.toUpperCase());
  const labels = new Set(upper).size === fields.length ? upper : fields.map(({ name }) => name);
  return fields.map(({ name, type, desc }, i) => {
    const isJson = !isText(type);
    const item = new Map<string, PyValue>([
      ['name', name],
      ['tag_begin', `[${labels[i]}]`],
      ['content_hint', hintOf(type, desc)],
      ['tag_end', `[/${labels[i]}]`],
      ...(isJson ? [['parse_json', true] as const] : []),
    ]);
    return { item, name, isJson };
  });
}

/** Whether all values of a type are texts, or `None`, which is left out. */
function isText(type: PyType): boolean {
  if (type.kind === 'literal') return type.values.every(value => typeof value === 'string');
  if (type.kind === 'enum') return [...type.members.values()].every(value => typeof value === 'string');
  if (type.kind === 'union') return type.args.every(arg => isPlain(arg, 'NoneType') || isText(arg));
  return isPlain(type, 'str');
}

/** What stands between the tags: the description, and the choices or the type that it does not say. */
function hintOf(type: PyType, desc: string | undefined): string {
  const values = type.kind === 'literal' ? type.values : type.kind === 'enum' ? [...type.members.values()] : [];
  const kind =
    values.length > 0
      ? `one of: ${values.map(value => (typeof value === 'string' ? value : jsonDumps(value, { ensureAscii: false }))).join('; ')}`
      : isText(type)
        ? ''
        : `JSON: ${typeName(type)}`;
  return [desc ?? '', kind].filter(part => part !== '').join(' – ');
}

function taggedText(values: PyDict, tags: readonly NewTag[]): string {
  return tags
    .flatMap(({ name, isJson, item }) => {
      const value = values.get(name) ?? null;
      if (value === null) return [];
      const text = isJson || typeof value !== 'string' ? jsonDumps(value, { ensureAscii: false }) : value;
      return [`${String(item.get('tag_begin'))}${text}${String(item.get('tag_end'))}`];
    })
    .join('\n');
}
