import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { checkNames } from '../../python/jinja/checkNames.ts';
import { Interpreter } from '../../python/jinja/interpreter.ts';
import { integerOf } from '../../python/jinja/jinjaNumbers.ts';
import { sizeOf } from '../../python/jinja/jinjaTemplate.ts';
import { parseTemplate } from '../../python/jinja/templateParser.ts';
import { toJson } from '../../python/jinja/toJson.ts';
import { fromPython, type JinjaValue, PyFunction, str } from '../../python/jinja/value.ts';
import type { ChatTemplate } from './chatTemplate.ts';

/** Longer texts are not templates: those of models have a few thousand characters. */
const maxTemplateLength = 100_000;

/** What transformers adds to Jinja for chat templates. */
const globals: ReadonlyMap<string, JinjaValue> = new Map([
  [
    'raise_exception',
    new PyFunction('<function raise_exception>', ([message]) => {
      throw new EngineError('TemplateError', str(message ?? ''));
    }),
  ],
]);

const filters = new Map([
  [
    'tojson',
    (value: JinjaValue, args: readonly JinjaValue[], keywords: ReadonlyMap<string, JinjaValue>) => {
      const indent = integerOf(keywords.get('indent') ?? args[1] ?? null);
      return toJson(value, { plain: true, ...(indent !== undefined && { indent }) });
    },
  ],
]);

/**
 * The chat template of a `tokenizer_config.json`, rendered as transformers does. `variables` are the special tokens.
 * Raises `EngineError` for what does not parse.
 */
export function jinjaChatTemplate(template: string, variables: ReadonlyMap<string, PyValue>): ChatTemplate {
  if (template.length > maxTemplateLength)
    throw new EngineError('TemplateError', `The chat template is longer than ${maxTemplateLength} characters.`);
  const statements = parseTemplate(template, { trimBlocks: true, lstripBlocks: true, chatTags: true });
  checkNames(statements);
  return {
    render(messages, tools) {
      const given = new Map<string, PyValue>([
        ...variables,
        ['messages', messages],
        ['tools', tools],
        ['documents', null],
        ['add_generation_prompt', false],
      ]);
      const budget = 200_000 + 2000 * messages.length + 4 * sizeOf([messages, tools]);
      const values = new Map([...given].map(([name, value]) => [name, fromPython(value)]));
      return new Interpreter(statements, values, { isStrict: false, budget, globals, filters })
        .render()
        .map(({ text }) => text)
        .join('');
    },
  };
}
