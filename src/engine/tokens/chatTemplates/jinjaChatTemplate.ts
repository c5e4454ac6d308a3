import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import type { ChatTemplate } from './chatTemplate.ts';
import { compileChatTemplate } from './compiledChatTemplate.ts';

/** Longer texts are not templates: those of models have a few thousand characters. */
const maxOwnLength = 100_000;

/**
 * The chat template of a `tokenizer_config.json`, rendered as transformers does. `variables` are the special tokens.
 * Raises `EngineError` for what does not parse.
 */
export function jinjaChatTemplate(template: string, variables: ReadonlyMap<string, PyValue>): ChatTemplate {
  if (template.length > maxOwnLength)
    throw new EngineError('TemplateError', `The chat template is longer than ${maxOwnLength} characters.`);
  const compiled = compileChatTemplate(template);
  return {
    render(messages, tools) {
      const context = new Map<string, PyValue>([
        ...variables,
        ['messages', messages],
        ['tools', tools],
        ['documents', null],
        ['add_generation_prompt', false],
      ]);
      return compiled.render(context).text;
    },
  };
}
