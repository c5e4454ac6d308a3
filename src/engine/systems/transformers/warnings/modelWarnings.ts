import { EngineError } from '../../../core/errors.ts';
import { problem } from '../../../core/problem.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { ModelProblem } from '../../../parsers/modelTemplates.ts';
import { attempt } from '../../../parsers/shared/attempt.ts';
import {
  chatTemplateFaults,
  compileChatTemplate,
  type ModelChatTemplate,
  type OpenModel,
  placesOf,
  readOpenModel,
  spanAt,
} from '../../../tokens/index.ts';
import type { TemplatePath } from '../anchor.ts';
import { loadResponseTemplate, type ResponseTemplate } from '../responseTemplate.ts';
import { chatNames } from './chatProbe.ts';
import { reasoningKeys } from './chatWarnings.ts';
import { templateWarnings } from './templateWarnings.ts';

const config = 'tokenizer_config.json';

/** What a model's templates do other than was meant, at its place, each with its file. Total, see `templateWarnings`. */
function modelWarnings(
  files: ReadonlyMap<string, string>,
  { responseTemplate, chatTemplates, specialTokens }: OpenModel,
): readonly ModelProblem[] {
  const own = chatTemplates.find(({ name }) => name === 'default');
  const chat = own && compiles(own.text) ? own : undefined;
  const response =
    responseTemplate === undefined
      ? undefined
      : attempt((): ResponseTemplate => loadResponseTemplate(responseTemplate, ['response_template']));
  const warnings = templateWarnings({ response, chat: chat?.text, specialTokens }).map(
    ({ code, message, ...place }) => {
      const { file, span } =
        place.in === 'chat_template' && chat
          ? chatPlace(files, chat, place.span)
          : { file: config, span: placeAt(files.get(config) ?? '', ['response_template', ...place.path]) };
      return { ...problem(code, message, span), file };
    },
  );
  const isMissing = chat && responseTemplate === undefined && writesParts(chat.text);
  return [...schemaWarnings(files), ...(isMissing ? [missingTemplate(files, chat)] : []), ...warnings];
}

/** Whether a chat template writes calls or thoughts, which a response template would read. */
function writesParts(chat: string): boolean {
  const { attributes } = chatNames(chat);
  return ['tool_calls', ...reasoningKeys].some(key => attributes.has(key));
}

function missingTemplate(files: ReadonlyMap<string, string>, chat: ModelChatTemplate): ModelProblem {
  const message =
    'The model has no `response_template`: calls and thoughts stay in the text of its answers. One can be derived from the chat template.';
  const { file, span } = chatPlace(files, chat, undefined);
  return { ...problem('no-response-template', message, span), file };
}

/** The key that templates had before: nothing reads it. */
function schemaWarnings(files: ReadonlyMap<string, string>): readonly ModelProblem[] {
  const text = files.get(config) ?? '';
  if (!text.includes('"response_schema"')) return [];
  const whole = spanAt(text, []);
  const span = spanAt(text, ['response_schema']);
  if (span.start === whole.start && span.end === whole.end) return [];
  const message =
    '`response_schema` is not read since transformers 5.17: its place was taken by `response_template`. It is dropped when the tokenizer is saved.';
  return [{ ...problem('unread-key', message, span), file: config }];
}

function compiles(template: string): boolean {
  return attempt(() => compileChatTemplate(template)) !== undefined;
}

/** Where a part of the chat template stands; of all of it, its first line. */
function chatPlace(
  files: ReadonlyMap<string, string>,
  template: ModelChatTemplate,
  span: Span | undefined,
): { readonly file: string; readonly span: Span } {
  const { text, file } = template;
  const line = text.indexOf('\n');
  const part = span ?? { start: 0, end: Math.min(120, line === -1 ? text.length : line) };
  return { file, span: placesOf(template, files.get(file) ?? '')(part) };
}

/** The place of a value in a file's JSON, or of the nearest one around it; of a long one its key. */
function placeAt(text: string, path: TemplatePath): Span {
  const span = spanAt(text, path);
  if (span.end - span.start <= 120) return span;
  const key = JSON.stringify(path.at(-1) ?? '');
  const start = text.lastIndexOf(key, span.start);
  return start === -1 ? span : { start, end: start + key.length };
}

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
