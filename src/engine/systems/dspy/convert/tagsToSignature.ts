import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import {
  CannotConvert,
  type ConversionLoss,
  type ConversionRule,
  type KnownValues,
  keyList,
} from '../../../parsers/conversion/conversionRule.ts';
import { newKeys } from '../../../parsers/conversion/ownKeys.ts';
import { plainMembers, samePlainValue } from '../../../parsers/conversion/sameValue.ts';
import { jsonDumps, jsonLoads } from '../../../python/index.ts';
import { typeOfValue } from '../draftSignature.ts';
import { requestName, requireFieldNames, sentBySignature } from './modelToSignature.ts';

/** Where the parts of a value go: DSPy gives all output fields alike. */
const notSplit = 'DSPy gives all fields alike: what goes where is for your program.';

/** Tags become the sections of a signature's output fields. */
export const tagsToSignature: ConversionRule = {
  from: 'MultiTaggedContentParser',
  to: 'ChatAdapter',
  plan(input) {
    const { config } = input.definition.source;
    const tags = tagsOf(config);
    const names = tags.map(({ name }) => name);
    if (names.length === 0) throw new CannotConvert('There are no tags.');
    if (new Set(names).size < names.length) throw new CannotConvert('Two tags have the same name.');
    requireFieldNames(names);
    const optional = keyList(config.get('keys_allow_missing'), 'keys_allow_missing', names);
    const outputs = new Map(
      tags.map(({ name, hint, isJson }): [string, PyValue] => {
        const type = isJson ? typeOf(hint, input.known.get(name) ?? []) : 'str';
        const desc: [string, PyValue][] = hint === '' ? [] : [['desc', hint]];
        return [name, new Map<string, PyValue>([['type', optional.has(name) ? `Optional[${type}]` : type], ...desc])];
      }),
    );
    const signature = new Map<string, PyValue>([
      ['inputs', new Map([[requestName(outputs), 'str']])],
      ['outputs', outputs],
    ]);
    const losses: ConversionLoss[] = [
      { message: sentBySignature },
      {
        key: 'tagged_contents',
        message: `The tags are spelled as DSPy’s headers: \`${tags[0]!.begin}\` is \`[[ ## ${tags[0]!.name} ## ]]\`, and no tag ends a text.`,
      },
      { message: 'Blanks around a text are not part of its value.' },
      ...(optional.size > 0
        ? [
            {
              key: 'keys_allow_missing',
              message: 'A field that the answer lacks is `None` in the value, and no longer absent.',
            },
          ]
        : []),
      { message: 'After an answer that does not read DSPy asks again in silence, with `JSONAdapter`.' },
    ];
    const changed = newKeys(input, {
      at: 'tagged_contents',
      members: new Map([['signature', signature]]),
      carried: ['keys_allow_missing'],
      lost: {
        keys_to_content: notSplit,
        keys_to_memory: notSplit,
        keys_to_metadata: notSplit,
        format_instruction: 'The instruction in your own words is not sent: an adapter writes its own.',
      },
    });
    return {
      edits: changed.edits,
      losses: [...losses, ...changed.losses],
      rewrite: ({ value }) => sectionsOf(plainMembers(value)),
    };
  },
  isSameValue: samePlainValue,
  hasOwnErrors: true,
  tellsSamples: true,
};

interface Tag {
  readonly name: string;
  readonly begin: string;
  readonly hint: string;
  readonly isJson: boolean;
}

function tagsOf(config: PyDict): readonly Tag[] {
  const list = config.get('tagged_contents');
  return (isPyList(list) ? list : []).filter(isPyDict).map(item => {
    const [name, begin, hint, json] = ['name', 'tag_begin', 'content_hint', 'parse_json'].map(key => item.get(key));
    if (
      typeof name !== 'string' ||
      typeof begin !== 'string' ||
      typeof hint !== 'string' ||
      (json !== undefined && typeof json !== 'boolean')
    )
      throw new CannotConvert('A tag has a name, a hint or a `parse_json` that the class takes for something else.');
    return { name, begin, hint, isJson: json === true };
  });
}

/** The type of JSON content: that of the values in the samples, else that of the hint, else any. */
function typeOf(hint: string, seen: NonNullable<ReturnType<KnownValues['get']>>): string {
  const inHint = jsonLoads(hint);
  const values = seen.length > 0 || !inHint.ok ? seen : [inHint.value];
  const types = new Set(values.map(value => typeOfValue(value) ?? 'Any'));
  if (types.size === 1) return [...types][0]!;
  if (types.size === 0 && /\b(?:true|false|bool|boolean)\b/i.test(hint)) return 'bool';
  return types.size === 2 && types.has('int') && types.has('float') ? 'float' : 'Any';
}

/** Values as the sections of a completion that `ChatAdapter` reads; those that are `null` are left out. */
function sectionsOf(values: PyDict): string {
  const sections = [...values].flatMap(([name, value]) =>
    value === null
      ? []
      : [`[[ ## ${name} ## ]]\n${typeof value === 'string' ? value : jsonDumps(value, { ensureAscii: false })}\n\n`],
  );
  return `${sections.join('')}[[ ## completed ## ]]`;
}
