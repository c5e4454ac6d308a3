import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyTruth } from '../../../python/index.ts';
import type { TemplatePath } from '../anchor.ts';
import type { ResponseTemplate, TemplateField } from '../responseTemplate.ts';
import { placeholderPath } from '../transform.ts';
import { contentWarnings } from './contentWarnings.ts';
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
    // The keys of elements are known when an answer is read.
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
