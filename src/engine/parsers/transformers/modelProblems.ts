import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { EngineError } from '../../core/errors.ts';
import { type Problem, problem } from '../../core/problem.ts';
import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { JinjaError } from '../../python/jinja/jinjaError.ts';
import { compileChatTemplate } from '../../tokens/chatTemplates/compiledChatTemplate.ts';
import { readOpenModel } from './modelFolder.ts';
import { loadResponseTemplate } from './responseTemplate.ts';
import { modelWarnings } from './warnings/modelWarnings.ts';

/** What is wrong with a file of a model. */
export interface ModelProblem extends Problem {
  /** The file's name. */
  readonly file: string;
}

const config = 'tokenizer_config.json';

/** What transformers raises for a model's templates, at its place. Total, and linear. */
export function modelProblems(files: ReadonlyMap<string, string>): readonly ModelProblem[] {
  try {
    const model = readOpenModel(files);
    const { responseTemplate, chatTemplate } = model;
    const templates = isPyDict(chatTemplate) ? [...chatTemplate.values()] : [chatTemplate];
    return [
      ...(responseTemplate === undefined ? [] : templateProblems(files, responseTemplate)),
      ...templates.flatMap(template => (typeof template === 'string' ? chatProblems(files, template) : [])),
      ...modelWarnings(files, model),
    ];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const file = [...files.keys()].find(name => error.message.startsWith(name)) ?? config;
    return [{ ...problem('constructor-error', `${error.class}: ${error.message}`, { start: 0, end: 1 }), file }];
  }
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

function chatProblems(files: ReadonlyMap<string, string>, template: string): readonly ModelProblem[] {
  try {
    compileChatTemplate(template);
    return [];
  } catch (error) {
    if (!(error instanceof JinjaError)) throw error;
    const message = `${error.class}: ${error.message}`;
    const own = files.get('chat_template.jinja');
    if (own !== undefined)
      return [
        { ...problem('constructor-error', message, error.span ?? { start: 0, end: 1 }), file: 'chat_template.jinja' },
      ];
    const isInConfig = files.get(config)?.includes('"chat_template"') === true;
    const file = isInConfig ? config : 'chat_template.json';
    const line = error.span ? ` (line ${template.slice(0, error.span.start).split('\n').length} of the template)` : '';
    return [
      { ...problem('constructor-error', message + line, spanAt(files.get(file) ?? '', ['chat_template'])), file },
    ];
  }
}

/** The place of a value in a file's JSON, or of the nearest one around it. */
function spanAt(text: string, path: readonly (string | number)[]): Span {
  const root = parseTree(text);
  for (let length = path.length; root && length >= 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return { start: node.offset, end: node.offset + node.length };
  }
  return { start: 0, end: Math.min(1, text.length) };
}
