import type { PyValue } from '../../core/pyValue.ts';
import type { ChatTemplate } from './chatTemplate.ts';
import { compileChatTemplate } from './compiledChatTemplate.ts';

/**
 * The chat template of a `tokenizer_config.json`, rendered as transformers does. `variables` are the special tokens.
 * Raises `EngineError` for what does not parse.
 */
export function jinjaChatTemplate(template: string, variables: ReadonlyMap<string, PyValue>): ChatTemplate {
  const compiled = compileChatTemplate(template);
  return {
    render(messages, tools) {
      const given = new Map<string, PyValue>([
        ...variables,
        ['messages', messages],
        ['tools', tools],
        ['documents', null],
        ['add_generation_prompt', false],
      ]);
      return compiled.render(given).text;
    },
  };
}
