import type { Edit } from '../../../core/span.ts';
import type { ConversionRule } from '../../../parsers/conversion/conversionRule.ts';
import { removeMember, uniqueMembers } from '../../../parsers/conversion/nodeEdits.ts';
import { plainMembers, sameValue } from '../../../parsers/conversion/sameValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import { signatureOf } from '../definedSignature.ts';
import { fallbackKeys, fallsBack } from '../jsonFallback.ts';
import { answerText } from '../requestMessage.ts';
import { adapterNames } from '../signature.ts';

/** DSPy's adapters write the same signature each in its own form: every key stays, and answers are written anew. */
export const adapterRules: readonly ConversionRule[] = adapterNames.flatMap(from =>
  adapterNames
    .filter(to => to !== from)
    .map(
      (to): ConversionRule => ({
        from,
        to,
        plan: ({ text, definition }) => ({
          edits: fallsBack(to) ? [] : withoutFallback(text, definition),
          rewrite: ({ value }) => answerText(to, signatureOf(definition.source), plainMembers(value), null).trimEnd(),
        }),
        isSameValue: sameValue,
        hasOwnErrors: true,
      }),
    ),
);

/** An adapter that has no fallback has no key for it. */
function withoutFallback(text: string, { source }: Definition): readonly Edit[] {
  const root = source.nodeAt([])!;
  return Object.keys(fallbackKeys).flatMap(key => {
    const member = uniqueMembers(root, 'the definition').get(key)?.value.parent;
    return member ? removeMember(text, root, member) : [];
  });
}
