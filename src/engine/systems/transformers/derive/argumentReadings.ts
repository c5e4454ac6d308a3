import type { FieldJson } from './callParts.ts';
import { literalOf } from './textPieces.ts';

/** How deep objects may stand in one another in what is read argument by argument. */
export const depth = 6;

/**
 * Ways to read the arguments of an object that is not JSON, whose keys are bare and whose texts stand between `quotes`, each as
 * what it has other than the first: argument by argument, a value that JSON does not know, such as `None`, stays a text,
 * which the types of the tool cast.
 */
export function objectReadings(args: FieldJson, [open, close]: readonly [string, string]): readonly FieldJson[] {
  const isQuoted = open !== '';
  const [opening, ending] = [literalOf(open), literalOf(close)];
  const sign = isQuoted ? `(?!${opening})[^{}]` : '[^{}]';
  // A text ends at its first closing: else each has as many ends as there are closings, and an answer that is cut off takes for ever.
  const parts = isQuoted ? `${opening}(?:(?!${ending}).)*${ending}|${sign}` : sign;
  let nested = `(?:${parts})*`;
  for (let i = 1; i < depth; i++) nested = `(?:${parts}|\\{${nested}\\})*`;
  const key = '[^\\s:,{}"\']+';
  const value = `(?P<value>(?:${parts}|\\{${nested}\\})*?)`;
  return [
    {},
    {
      content: 'xml-inline',
      content_args: {
        tag_pattern: `(?:^\\s*\\{|,)\\s*(?P<key>${key})\\s*:\\s*${value}(?=,\\s*${key}\\s*:|\\s*\\}\\s*$)`,
        ...(isQuoted && { value_parser: { name: 'json', args: { ...args, allow_non_json: true } } }),
      },
    },
  ];
}
