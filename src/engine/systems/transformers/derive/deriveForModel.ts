import { EngineError } from '../../../core/errors.ts';
import type { Host } from '../../../core/host.ts';
import { isPyDict } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { DerivedTemplate, DeriveOptions } from '../../../parsers/modelTemplates.ts';
import { readOpenModel } from '../../../tokens/index.ts';
import { serverNamed } from '../serving/servingEngines.ts';
import { readChatTemplate } from '../templateSettings.ts';
import { deriveTemplate } from './deriveTemplate.ts';

/**
 * A response template made from the chat template in a model's files, by their paths below its folder. Raises as
 * `readOpenModel` and {@link deriveTemplate}, and `KeyError` for a model without a chat template.
 */
export function deriveForModel(
  files: ReadonlyMap<string, string>,
  { serves, name = '' }: DeriveOptions = {},
): DerivedTemplate {
  const { chatTemplate, specialTokens } = readOpenModel(files);
  if (chatTemplate === null) throw new EngineError('KeyError', 'The model has no chat template.');
  // Of several, that for tools writes the calls.
  const own = isPyDict(chatTemplate)
    ? (chatTemplate.get(name) ?? chatTemplate.get('tool_use') ?? chatTemplate.get('default'))
    : chatTemplate;
  return deriveTemplate({ chatTemplate: own ?? chatTemplate, specialTokens }, serverNamed(serves));
}

/**
 * A response template made from the chat template of a definition, which need not have one yet. Rejects as `deriveTemplate`
 * raises, for files that cannot be read, and with `KeyError` for a definition without a chat template.
 */
export async function deriveForDefinition(
  definition: Definition,
  host: Host = {},
  serves?: string,
): Promise<DerivedTemplate> {
  const { source } = definition;
  const chatTemplate = await readChatTemplate(source, host);
  if (chatTemplate === undefined) throw new EngineError('KeyError', 'The definition has no `chat_template`.');
  const tokens = source.config.get('special_tokens');
  return deriveTemplate({ chatTemplate, specialTokens: isPyDict(tokens) ? tokens : new Map() }, serverNamed(serves));
}
