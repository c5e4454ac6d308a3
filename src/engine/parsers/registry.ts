import { markdownCodeBlockParser } from './agentscope/markdownCodeBlockParser.ts';
import { markdownJsonDictParser } from './agentscope/markdownJsonDictParser.ts';
import { markdownJsonObjectParser } from './agentscope/markdownJsonObjectParser.ts';
import { multiTaggedContentParser } from './agentscope/multiTaggedContentParser.ts';
import { regexTaggedContentParser } from './agentscope/regexTaggedContentParser.ts';
import type { ParserType } from './parserType.ts';

/** Every parser type that ParserLens knows, in the order in which pickers show them. */
export const parserTypes: readonly ParserType[] = [
  markdownCodeBlockParser,
  markdownJsonObjectParser,
  markdownJsonDictParser,
  multiTaggedContentParser,
  regexTaggedContentParser,
];
