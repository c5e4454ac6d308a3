import { EngineError } from '../../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyTruth, regexOf } from '../../../python/index.ts';
import type { TemplatePath } from '../anchor.ts';
import { isContentParser, parserNames } from '../contentParsers.ts';
import type { TemplateField } from '../responseTemplate.ts';
import { responseWarning, type TemplateWarning } from './templateWarning.ts';

/** The arguments that each content parser looks at. */
const argumentsOf: Readonly<Record<string, readonly string[]>> = {
  bool: ['strip'],
  float: ['strip'],
  int: ['strip'],
  text: ['strip'],
  json: ['allow_non_json', 'string_delims', 'unquoted_keys'],
  'kv-lines': ['strip', 'line_sep', 'kv_sep', 'value_parser'],
  'xml-inline': ['tag_pattern', 'value_parser', 'merge_duplicates'],
};

/** What is wrong with the arguments of a field's content parser: transformers looks at none before an answer is read. Linear. */
export function contentWarnings({ name, content, contentArgs }: TemplateField): readonly TemplateWarning[] {
  return argumentWarnings(content, contentArgs, ['fields', name, 'content_args'], false);
}

function argumentWarnings(
  parser: string,
  args: PyValue,
  path: TemplatePath,
  isPart: boolean,
): readonly TemplateWarning[] {
  if (!isPyDict(args))
    return [
      responseWarning(
        'odd-value',
        'The arguments must be an object: every answer with this region ends in an AttributeError.',
        path,
      ),
    ];
  const argumentNames = argumentsOf[parser] ?? [];
  const warnings: TemplateWarning[] = [];
  for (const key of args.keys())
    if (!argumentNames.includes(key))
      warnings.push(
        responseWarning(
          'unknown-key',
          `\`${parser}\` does not know the argument \`${key}\` and ignores it. It has ${argumentNames.map(each => `\`${each}\``).join(', ')}.`,
          [...path, key],
        ),
      );
  if (parser === 'xml-inline') warnings.push(...tagWarnings(args, path));
  if (parser === 'json' && isPart) warnings.push(...valueWarnings(args, path));
  const inner = args.get('value_parser') ?? null;
  if (argumentNames.includes('value_parser') && inner !== null)
    warnings.push(...partWarnings(inner, [...path, 'value_parser']));
  return warnings;
}

/** A value as JSON, as calls written in tags have them. */
function valueWarnings(args: PyDict, path: TemplatePath): readonly TemplateWarning[] {
  const message = pyTruth(args.get('allow_non_json') ?? null)
    ? 'Each value is read as JSON if it can be: the text `42` becomes a number, and `True` stays a text. The types of `tools` repair the second only.'
    : 'Each value must be JSON: a text without quotes, such as `Paris`, ends in a ValueError, and the call is lost. `"allow_non_json": true` keeps it as a text.';
  return [responseWarning('guessed-value', message, path)];
}

function partWarnings(parser: PyValue, path: TemplatePath): readonly TemplateWarning[] {
  if (!isPyDict(parser))
    return [responseWarning('odd-value', 'A `value_parser` is an object: `{"name": "json"}`.', path)];
  const name = parser.has('name') ? (parser.get('name') ?? null) : 'text';
  if (typeof name !== 'string' || !isContentParser(name))
    return [
      responseWarning(
        'odd-value',
        `There is no such content parser: every answer with this region ends in a KeyError. There are ${parserNames.map(each => `\`${each}\``).join(', ')}.`,
        [...path, 'name'],
      ),
    ];
  const warnings = [...parser.keys()]
    .filter(key => key !== 'name' && key !== 'args')
    .map(key =>
      responseWarning('unknown-key', `A \`value_parser\` has \`name\` and \`args\`; \`${key}\` is ignored.`, [
        ...path,
        key,
      ]),
    );
  const args = parser.has('args') ? (parser.get('args') ?? null) : new Map<string, PyValue>();
  const at = parser.has('args') ? [...path, 'args'] : path;
  return [...warnings, ...argumentWarnings(name, args, at, true)];
}

function tagWarnings(args: PyDict, path: TemplatePath): readonly TemplateWarning[] {
  const pattern = args.get('tag_pattern');
  const at = [...path, 'tag_pattern'];
  if (typeof pattern !== 'string')
    return [
      responseWarning(
        'missing-key',
        '`xml-inline` needs a `tag_pattern`: every answer with this region ends in an error.',
        args.has('tag_pattern') ? at : path,
      ),
    ];
  try {
    if (regexOf(pattern).names.includes('key')) return [];
    return [
      responseWarning(
        'missing-group',
        'The pattern has no group `key`: every answer with this region ends in a ValueError.',
        at,
      ),
    ];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [responseWarning('bad-pattern', `${error.class}: ${error.message}`, at)];
  }
}
