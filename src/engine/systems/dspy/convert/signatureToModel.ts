import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { ConversionInput, ConversionLoss, ConversionRule } from '../../../parsers/conversion/conversionRule.ts';
import { newKeys } from '../../../parsers/conversion/ownKeys.ts';
import { plainValue, samePlainValue } from '../../../parsers/conversion/sameValue.ts';
import { toJsonText } from '../../../python/index.ts';
import { signatureIn, signatureOf } from '../definedSignature.ts';
import { fieldsOf } from '../signature.ts';
import { outputSchema } from '../signatureFeatures.ts';
import { lostOfSignature } from './modelToSignature.ts';

/** The output fields of a signature become the members of a Pydantic class. */
export const signatureToModel: ConversionRule = {
  from: 'JSONAdapter',
  to: 'PydanticOutputParser',
  // Classes in files of the user's exist only once their module has run.
  applies: ({ source }) => signatureIn(source) !== undefined,
  plan(input) {
    const signature = signatureOf(input.definition.source);
    const { title: _, ...schema } = Object.fromEntries(outputSchema(signature).schema) as Record<string, PyValue>;
    const isDescribed = isInstructed(input);
    const content = new Map<string, PyValue>([
      ['title', 'Output'],
      ...(isDescribed ? [['description', signature.instructions] as const] : []),
      ...Object.entries(schema).filter(([key]) => key !== 'description'),
    ]);
    const losses: ConversionLoss[] = [
      {
        message: `The parser’s instruction says what the answer has to be; the inputs (${named(fieldsOf(signature, 'input'))}) are for your own prompt.`,
      },
      ...(isDescribed
        ? [
            {
              key: 'signature',
              message: 'The instructions stand as the description of the schema, which a model may read as such.',
            },
          ]
        : []),
      { message: 'Keys are read as JSON has them: json_repair mends more than LangChain does.' },
      { message: 'The value is an object of the class, and not a prediction with the fields.' },
    ];
    const changed = newKeys(input, {
      at: 'signature',
      members: new Map<string, PyValue>([
        ['class_name', 'Output'],
        ['content_schema', content],
      ]),
      carried: ['types', 'chain_of_thought'],
      lost: lostOfSignature(input),
    });
    return {
      edits: changed.edits,
      losses: [...losses, ...changed.losses],
      rewrite: ({ value }) => toJsonText(plainValue(value), 0),
    };
  },
  isSameValue: samePlainValue,
  hasOwnErrors: true,
  tellsSamples: true,
};

/** Whether the signature has instructions of the author's own. */
function isInstructed({ definition }: ConversionInput): boolean {
  const signature = definition.source.config.get('signature');
  return isPyDict(signature) && typeof (signature as PyDict).get('instructions') === 'string';
}

/** The names of fields, as a list. */
export function named(fields: readonly { readonly name: string }[]): string {
  return fields.map(({ name }) => `\`${name}\``).join(', ');
}
