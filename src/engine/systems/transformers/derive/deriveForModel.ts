import { EngineError } from '../../../core/errors.ts';
import { isPyDict } from '../../../core/pyValue.ts';
import type { DerivedTemplate, DeriveOptions } from '../../../parsers/modelTemplates.ts';
import { readOpenModel } from '../../../tokens/index.ts';
import { serverNamed } from '../serving/servingEngines.ts';
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
