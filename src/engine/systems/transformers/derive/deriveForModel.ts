import { EngineError } from '../../../core/errors.ts';
import { isPyDict } from '../../../core/pyValue.ts';
import { readOpenModel } from '../modelFolder.ts';
import type { ServedBy } from '../serving/servingEngines.ts';
import { type DerivedTemplate, deriveTemplate } from './deriveTemplate.ts';

/** What a response template is derived for. */
export interface DeriveOptions {
  /** What reads the answers. Default: transformers. */
  readonly serves?: ServedBy;
  /** The name of the chat template; absent, or unknown: that for tools, else the default one. */
  readonly name?: string;
}

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
  return deriveTemplate({ chatTemplate: own ?? chatTemplate, specialTokens }, serves);
}
