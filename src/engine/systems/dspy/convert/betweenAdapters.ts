import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue } from '../../../core/pyValue.ts';
import type { Edit } from '../../../core/span.ts';
import type { ConversionRule } from '../../../parsers/conversion/conversionRule.ts';
import { removeMember, uniqueMembers } from '../../../parsers/conversion/nodeEdits.ts';
import { sameValue } from '../../../parsers/conversion/sameValue.ts';
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
          rewrite: ({ value }) => answerText(to, signatureOf(definition.source), plainFields(value), null).trimEnd(),
        }),
        isSameValue: sameValue,
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

/** The fields of an answer without Python's classes: what JSON has in the place of each. */
function plainFields(value: PyValue): PyDict {
  return isPyDict(value) ? new Map([...value].map(([key, item]) => [key, plain(item)])) : new Map();
}

function plain(value: PyValue): PyValue {
  if (value instanceof PyOpaque) return plain(value.json);
  if (isPyList(value)) return value.map(plain);
  return isPyDict(value) ? plainFields(value) : value;
}
