import type { System } from '../../parsers/system.ts';
import { dictToTags } from './convert/dictToTags.ts';
import { objectToDict } from './convert/objectToDict.ts';
import { tagsToDict } from './convert/tagsToDict.ts';
import { markdownCodeBlockParser } from './markdownCodeBlockParser.ts';
import { markdownJsonDictParser } from './markdownJsonDictParser.ts';
import { markdownJsonObjectParser } from './markdownJsonObjectParser.ts';
import { multiTaggedContentParser } from './multiTaggedContentParser.ts';
import { regexTaggedContentParser } from './regexTaggedContentParser.ts';

/** AgentScope 0.1, and what 1.x has kept of it. */
export const agentscope: System = {
  name: 'AgentScope',
  isInPython: true,
  types: [
    markdownCodeBlockParser,
    markdownJsonObjectParser,
    markdownJsonDictParser,
    multiTaggedContentParser,
    regexTaggedContentParser,
  ],
  conversions: [dictToTags, tagsToDict, objectToDict],
};
