import { isPyDict } from '../../core/pyValue.ts';
import { CannotConvert, type ConversionRule } from '../../parsers/conversion/conversionRule.ts';
import { sameValue } from '../../parsers/conversion/sameValue.ts';
import { adapterRules } from './betweenAdapters.ts';
import { dictToStructured } from './dictToStructured.ts';
import { dictToTags } from './dictToTags.ts';
import { tagsToDict } from './tagsToDict.ts';
import { thoughtActionToXml, xmlToThoughtAction } from './thoughtActions.ts';
import { jsonToolsToXml, xmlToolsToJson } from './tools.ts';
import { strategyRules } from './toStrategy.ts';

/** Any JSON value whose hint is an object becomes a dictionary: the same instruction and responses, and the splits are gained. */
const objectToDict: ConversionRule = {
  from: 'MarkdownJsonObjectParser',
  to: 'MarkdownJsonDictParser',
  plan({ definition }) {
    if (!isPyDict(definition.source.config.get('content_hint') ?? null))
      throw new CannotConvert('Only a `content_hint` that is an object says that the answer is a dictionary.');
    return { edits: [] };
  },
  isSameValue: sameValue,
};

/** The ways from type to type on which nothing is lost. */
export const conversionRules: readonly ConversionRule[] = [
  dictToTags,
  dictToStructured,
  tagsToDict,
  objectToDict,
  thoughtActionToXml,
  xmlToThoughtAction,
  jsonToolsToXml,
  xmlToolsToJson,
  ...strategyRules,
  ...adapterRules,
];
