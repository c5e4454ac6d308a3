import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { signatureOf } from '../../parsers/dspy/definedSignature.ts';
import { answerText } from '../../parsers/dspy/requestMessage.ts';
import { adapterNames } from '../../parsers/dspy/signature.ts';
import type { ConversionRule } from './conversionRule.ts';
import { sameValue } from './sameValue.ts';

/** DSPy's adapters write the same signature each in its own form: every key stays, and answers are written anew. */
export const adapterRules: readonly ConversionRule[] = adapterNames.flatMap(from =>
  adapterNames
    .filter(to => to !== from)
    .map(
      (to): ConversionRule => ({
        from,
        to,
        plan: ({ definition }) => ({
          edits: [],
          rewrite: ({ value }) => answerText(to, signatureOf(definition.source), plainFields(value), null).trimEnd(),
        }),
        isSameValue: sameValue,
      }),
    ),
);

/** The fields of an answer without Python's classes: what JSON has in the place of each. */
function plainFields(value: PyValue): PyDict {
  return isPyDict(value) ? new Map([...value].map(([key, item]) => [key, plain(item)])) : new Map();
}

function plain(value: PyValue): PyValue {
  if (value instanceof PyOpaque) return plain(value.json);
  if (isPyList(value)) return value.map(plain);
  return isPyDict(value) ? plainFields(value) : value;
}
