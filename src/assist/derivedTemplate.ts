import {
  type DerivedTemplate,
  EngineError,
  modelFileNames,
  modelTemplates,
  readDefinitions,
  splitReference,
} from '../engine/index.ts';
import type { AssistContext } from './assistContext.ts';
import { ToolError } from './assistTool.ts';
import { isDefinitionText } from './namedDefinition.ts';

/** The form of `convert_definition` that derives a response template. */
export const responseTemplateForm = 'response-template';

/**
 * The response template derived from what `written` names for a chat template: a definition, as its text or `FILE#NAME`, a model's
 * folder or one of its files, or a chat template. Rejects with `ToolError`.
 */
export async function derivedTemplate(written: string, context: AssistContext): Promise<DerivedTemplate> {
  try {
    if (isDefinitionText(written)) return await ofDefinition(written, 'given.parser.json', undefined, context);
    const { file, name } = splitReference(written);
    const isModel = /\.(?:jinja2?|j2)$/.test(file) || modelFileNames.some(each => file.endsWith(each));
    if (isModel) return modelTemplates().derive(await modelFiles(folderOf(file), file, context));
    // A folder cannot be read as a file.
    if (!/\.jsonc?$/.test(file)) return modelTemplates().derive(await modelFiles(file, undefined, context));
    const { text, path } = await context.readFile(file);
    return await ofDefinition(text, path, name, context, folderOf(file));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new ToolError(`${error.class}: ${error.message}`, 'The chat template must render an answer’s words.');
  }
}

async function ofDefinition(
  text: string,
  path: string,
  name: string | undefined,
  context: AssistContext,
  folder?: string,
): Promise<DerivedTemplate> {
  const own = readDefinitions(text, path).definitions.filter(({ type }) => type === 'response_template');
  const definition = name === undefined && own.length === 1 ? own[0] : own.find(each => each.name === name);
  if (!definition)
    throw new ToolError(
      'There is no such definition of type `response_template`.',
      'Give FILE#NAME, a model’s folder, or a chat template (.jinja).',
    );
  const model = modelTemplates().namedFile(definition.source);
  if (model !== undefined && folder !== undefined)
    return modelTemplates().derive(await modelFiles(folderOf(join(folder, model)), undefined, context));
  return modelTemplates().deriveFor(definition, folder === undefined ? context.textHost : context.host);
}

/** The files of a model's folder that are there; `chat`: the chat template that takes the place of its own. */
async function modelFiles(
  folder: string,
  chat: string | undefined,
  context: AssistContext,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const name of modelFileNames) {
    const text = await textAt(join(folder, name), context);
    if (text !== undefined) files.set(name, text);
  }
  if (chat !== undefined && /\.(?:jinja2?|j2)$/.test(chat))
    files.set('chat_template.jinja', (await context.readFile(chat)).text.replace(/\r\n?/g, '\n'));
  if (files.size === 0)
    throw new ToolError(
      `There is no model in ${folder}: no tokenizer_config.json, and no chat template.`,
      'Give a model’s folder, or a chat template (.jinja).',
    );
  return files;
}

async function textAt(path: string, context: AssistContext): Promise<string | undefined> {
  try {
    return (await context.readFile(path)).text.replace(/\r\n?/g, '\n');
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function folderOf(path: string): string {
  return /^(.*)[\\/][^\\/]*$/s.exec(path)?.[1] ?? '.';
}

function join(folder: string, path: string): string {
  return /^(?:[A-Za-z]:)?[\\/]/.test(path) ? path : `${folder}/${path}`;
}
