import { anthropicStyle } from './anthropicStyle.ts';
import type { ProviderStyle } from './formatContext.ts';
import { geminiStyle } from './geminiStyle.ts';
import { ollamaStyle } from './ollamaStyle.ts';
import { openaiResponseStyle } from './openaiResponseStyle.ts';
import { dashScopeStyle, deepSeekStyle, moonshotStyle, openaiStyle } from './openaiStyles.ts';
import { xaiStyle } from './xaiStyle.ts';

/** A formatter class of AgentScope 2. */
export interface FormatterType2 {
  /** The class's own name. */
  readonly name: string;
  readonly provider: string;
  readonly multiAgent: boolean;
  readonly style: ProviderStyle;
  /** What `input_types` are where they are not given. */
  readonly inputTypes: readonly string[];
}

const pdf = 'application/pdf';

/** The providers: the beginnings of their classes' names (Chat, Multi), their style and the media that they take by default. */
const providers: readonly (readonly [
  provider: string,
  chat: string,
  style: ProviderStyle,
  media: readonly string[],
])[] = [
  ['OpenAI', 'OpenAIChat', openaiStyle, ['image/*', 'audio/*', pdf]],
  ['OpenAI Responses', 'OpenAIResponse', openaiResponseStyle, ['image/*', pdf]],
  ['Anthropic', 'AnthropicChat', anthropicStyle, ['image/*', pdf]],
  ['Gemini', 'GeminiChat', geminiStyle, ['image/*', 'audio/*', 'video/*', pdf]],
  ['Ollama', 'OllamaChat', ollamaStyle, ['image/*']],
  ['DashScope', 'DashScopeChat', dashScopeStyle, ['image/*', 'audio/*', 'video/*']],
  ['Moonshot', 'MoonshotChat', moonshotStyle, ['image/*', 'audio/*']],
  ['DeepSeek', 'DeepSeekChat', deepSeekStyle, []],
  ['xAI', 'XAIChat', xaiStyle, ['image/jpeg', 'image/png']],
];

/** The eighteen formatters, in the order in which pickers show them. */
export const formatterTypes2: readonly FormatterType2[] = providers.flatMap(([provider, chat, style, media]) => {
  const common = { provider, style, inputTypes: ['text/plain', ...media] };
  return [
    { ...common, name: `${chat}Formatter`, multiAgent: false },
    { ...common, name: `${chat.replace(/Chat$/, '')}MultiAgentFormatter`, multiAgent: true },
  ];
});
