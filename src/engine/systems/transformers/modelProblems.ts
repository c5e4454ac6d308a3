import { EngineError } from '../../core/errors.ts';
import { problem } from '../../core/problem.ts';
import type { PyValue } from '../../core/pyValue.ts';
import type { ModelProblem } from '../../parsers/modelTemplates.ts';
import {
  chatTemplateFaults,
  type ModelChatTemplate,
  type OpenModel,
  placesOf,
  readOpenModel,
  spanAt,
} from '../../tokens/index.ts';
import { loadResponseTemplate } from './responseTemplate.ts';
import { modelWarnings } from './warnings/modelWarnings.ts';

const config = 'tokenizer_config.json';

/** What transformers raises for a model's templates, and what is surely not meant in them, at its place. Total, and linear. */
export function modelProblems(files: ReadonlyMap<string, string>): readonly ModelProblem[] {
  let model: OpenModel;
  try {
    model = readOpenModel(files);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const file = [...files.keys()].find(name => error.message.startsWith(name)) ?? config;
    const code = error.class === 'JSONDecodeError' ? 'syntax-error' : 'constructor-error';
    return [{ ...problem(code, `${error.class}: ${error.message}`, { start: 0, end: 1 }), file }];
  }
  const { responseTemplate, chatTemplates } = model;
  return [
    ...(responseTemplate === undefined ? [] : templateProblems(files, responseTemplate)),
    ...chatTemplates.flatMap(template => chatProblems(files, template, model)),
    ...modelWarnings(files, model),
  ];
}

function templateProblems(files: ReadonlyMap<string, string>, template: PyValue): readonly ModelProblem[] {
  try {
    loadResponseTemplate(template, ['response_template']);
    return [];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const span = spanAt(files.get(config) ?? '', error.path ?? []);
    return [{ ...problem('constructor-error', `${error.class}: ${error.message}`, span), file: config }];
  }
}

function chatProblems(
  files: ReadonlyMap<string, string>,
  template: ModelChatTemplate,
  { specialTokens }: OpenModel,
): readonly ModelProblem[] {
  const { text, file } = template;
  const tokens = files.has(config) ? new Set(specialTokens.keys()) : undefined;
  const placeOf = placesOf(template, files.get(file) ?? '');
  return chatTemplateFaults(text, tokens).map(({ span, fixes, ...fault }) => ({
    ...fault,
    span: placeOf(span),
    // What is to be written into JSON needs its escapes; a name does not.
    ...(fixes && {
      fixes: fixes.map(fix => ({
        ...fix,
        edits: fix.edits.map(edit => ({ ...edit, span: placeOf(edit.span) })),
      })),
    }),
    file,
  }));
}
