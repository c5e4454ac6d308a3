import { isPyDict } from '../../../core/pyValue.ts';
import { CannotConvert, type ConversionRule } from '../../../parsers/conversion/conversionRule.ts';
import { sameValue } from '../../../parsers/conversion/sameValue.ts';

/** Any JSON value whose hint is an object becomes a dictionary: the same instruction and responses, and the splits are gained. */
export const objectToDict: ConversionRule = {
  from: 'MarkdownJsonObjectParser',
  to: 'MarkdownJsonDictParser',
  plan({ definition }) {
    if (!isPyDict(definition.source.config.get('content_hint')))
      throw new CannotConvert('Only a `content_hint` that is an object says that the answer is a dictionary.');
    return { edits: [] };
  },
  isSameValue: sameValue,
};
