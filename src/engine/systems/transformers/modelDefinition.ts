import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { readOpenModel } from '../../tokens/index.ts';

/** The keys of a `response_template` definition that reads a model's answers. Raises `KeyError` for a model without a response template. */
export function modelDefinition(files: ReadonlyMap<string, string>): PyDict {
  const { responseTemplate, chatTemplate, specialTokens } = readOpenModel(files);
  if (responseTemplate === undefined)
    throw new EngineError(
      'KeyError',
      'tokenizer_config.json has no `response_template`: its answers are read by nothing.',
    );
  const text = isPyDict(chatTemplate)
    ? (chatTemplate.get('default') ?? [...chatTemplate.values()][0] ?? null)
    : chatTemplate;
  return new Map<string, PyValue>([
    ['type', 'response_template'],
    ['response_template', responseTemplate],
    ...(typeof text === 'string' ? [['chat_template', text] as const] : []),
    ['special_tokens', specialTokens],
  ]);
}
