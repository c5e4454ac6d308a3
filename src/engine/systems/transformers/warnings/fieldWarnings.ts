import { EngineError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyTruth, regexOf } from '../../../python/index.ts';
import type { TemplatePath } from '../anchor.ts';
import { isContentParser, parserNames } from '../contentParsers.ts';
import type { ResponseTemplate, TemplateField } from '../responseTemplate.ts';
import { placeholderPath } from '../transform.ts';
import { responseWarning, type TemplateWarning } from './templateWarning.ts';

/** What is odd about the fields of a template, each for itself and one beside the other. Linear. */
export function fieldWarnings(template: ResponseTemplate): readonly TemplateWarning[] {
  return [
    ...placeWarnings(template),
    ...[...template.fields.values()].flatMap(field => [
      ...transformWarnings(field),
      ...contentWarnings(field),
      ...storeWarnings(field, template.defaults),
    ]),
  ];
}

/** Text that gets lost between regions. */
function placeWarnings({ fields, implicit }: ResponseTemplate): readonly TemplateWarning[] {
  if (implicit === undefined)
    return [
      responseWarning(
        'dropped-text',
        'Every field has an `open`: text outside of their regions is dropped without a word. One field without `open` takes it.',
        ['fields'],
      ),
    ];
  const sink = fields.get(implicit)!;
  if (pyTruth(sink.repeats)) return [];
  const between = [...fields.values()].find(({ open, close }) => open && close);
  if (!between && !sink.close) return [];
  const why = sink.close
    ? 'text that follows its `close`, if only a line feed,'
    : `text behind a region of \`${between!.name}\``;
  return [
    responseWarning(
      'replaced-content',
      `\`${implicit}\` is replaced whenever it comes again: ${why} takes the place of what stood before. \`"repeats": true\` with a \`join\` keeps both.`,
      ['fields', implicit],
    ),
  ];
}

const single: readonly string[] = ['text', 'int', 'float', 'bool'];

/** What a transform names, and what there is. */
function transformWarnings(field: TemplateField): readonly TemplateWarning[] {
  const { name, open, close, content, transform, transformEach } = field;
  if (transform === null) return [];
  const path = ['fields', name];
  const warnings: TemplateWarning[] = [];
  const captures = open?.regex?.names ?? [];
  const uses = placeholdersOf(transform, [...path, 'transform']);
  const lost = (close?.regex?.names ?? []).filter(group => !captures.includes(group));
  if (lost.length > 0)
    warnings.push(
      responseWarning(
        'lost-capture',
        `Only the groups of \`open_pattern\` are captured: ${lost.map(group => `\`${group}\``).join(', ')} of this pattern never ${lost.length > 1 ? 'get' : 'gets'} a value.`,
        [...path, 'close_pattern'],
      ),
    );
  for (const use of uses) {
    const [root = '', ...keys] = use.name.split('.');
    const isCapture = captures.includes(root);
    const isContent = root === 'content' && !transformEach;
    // The keys of elements are those of an answer.
    if (!isCapture && !isContent && !transformEach)
      warnings.push(
        responseWarning(
          'unfilled-placeholder',
          `Nothing provides \`{${use.name}}\`: there ${captures.length > 0 ? `are \`content\` and ${captures.map(group => `\`${group}\``).join(', ')}` : 'is `content`'}. Every answer with this region ends in a KeyError.`,
          use.path,
        ),
      );
    else if (keys.length > 0 && (isCapture || (isContent && single.includes(content))))
      warnings.push(
        responseWarning(
          'unfilled-placeholder',
          `\`{${root}}\` is ${isCapture ? 'a text' : `read by \`${content}\``} and has no \`${keys[0]}\`: every answer with this region ends in a ValueError.`,
          use.path,
        ),
      );
  }
  const usesElements = transformEach && uses.some(use => !captures.includes(use.name.split('.')[0] ?? ''));
  if (!usesElements && !uses.some(use => use.name.split('.')[0] === 'content'))
    warnings.push(
      responseWarning(
        'unused-content',
        'The transform never names `{content}`: what stands between the delimiters is not in the message.',
        [...path, 'transform'],
      ),
    );
  return warnings;
}

function placeholdersOf(
  value: PyValue,
  path: TemplatePath,
): readonly { readonly name: string; readonly path: TemplatePath }[] {
  if (isPyList(value)) return value.flatMap((item, i) => placeholdersOf(item, [...path, i]));
  if (isPyDict(value)) return [...value].flatMap(([key, item]) => placeholdersOf(item, [...path, key]));
  const name = typeof value === 'string' ? placeholderPath(value) : undefined;
  return name === undefined ? [] : [{ name, path }];
}

/** How values come into the message. */
function storeWarnings(field: TemplateField, defaults: PyDict): readonly TemplateWarning[] {
  const { name, content, repeats, optional, transformEach } = field;
  const path = ['fields', name];
  const warnings: TemplateWarning[] = [];
  const odd = (message: string, ...at: TemplatePath) => warnings.push(responseWarning('odd-value', message, at));
  if (transformEach && content !== 'json')
    odd(
      `\`transform_each\` needs a list, which \`${content}\` never gives: every answer with this region ends in a ValueError.`,
      ...path,
      'transform_each',
    );
  else if (transformEach && pyTruth(repeats))
    odd(
      'Each region gives a list, and `repeats` makes a list of them: the value is a list of lists.',
      ...path,
      'repeats',
    );
  const fallback = defaults.has(name) ? (defaults.get(name) ?? null) : undefined;
  if (fallback !== undefined && isPyList(fallback) && pyTruth(repeats))
    odd(
      'transformers adds to this very list: the calls of one answer stand in the next one too. Leave the default out, a field that repeats makes a list of its own.',
      'defaults',
      name,
    );
  if (!pyTruth(optional) && fallback !== undefined)
    odd(`\`optional\` is never asked: the default for \`${name}\` is always there.`, ...path, 'optional');
  return warnings;
}

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
function contentWarnings({ name, content, contentArgs }: TemplateField): readonly TemplateWarning[] {
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
