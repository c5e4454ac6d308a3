import type { OwnFormatter } from '../../../messages/conversationFormatting.ts';
import { type ProviderRules, providerRules } from '../../../messages/providerRules.ts';
import { anthropicStyle } from './anthropicStyle.ts';
import type { ProviderStyle } from './formatContext.ts';
import { geminiStyle } from './geminiStyle.ts';
import { ollamaStyle } from './ollamaStyle.ts';
import { openaiResponseStyle } from './openaiResponseStyle.ts';
import { dashScopeStyle, deepSeekStyle, moonshotStyle, openaiStyle } from './openaiStyles.ts';
import { xaiStyle } from './xaiStyle.ts';

/** A formatter class of AgentScope 2. */
export interface FormatterType2 extends OwnFormatter {
  readonly style: ProviderStyle;
  /** What the provider demands of the payload. */
  readonly rules: ProviderRules;
  /** The media that have a form, by their main type or their whole one; `*`: all. */
  readonly takes: readonly string[];
  /** What the class does with what the model thought: `kept`, kept if the provider gave a sign with it, or left out. */
  readonly thinking: 'kept' | 'signed' | 'dropped';
  /** The default of `input_types`. */
  readonly inputTypes: readonly string[];
}

const pdf = 'application/pdf';

/** A provider: what its classes' names begin with, and what both have in common. */
interface Provider {
  readonly provider: string;
  /** The Chat class's name but for `Formatter`; the MultiAgent class's has no `Chat`. */
  readonly chat: string;
  readonly style: ProviderStyle;
  readonly media: readonly string[];
  readonly takes: readonly string[];
  readonly thinking: FormatterType2['thinking'];
}

function row(
  provider: string,
  chat: string,
  style: ProviderStyle,
  media: readonly string[],
  takes: readonly string[],
  thinking: FormatterType2['thinking'],
): Provider {
  return { provider, chat, style, media, takes, thinking };
}

const moonshotPage = 'https://platform.moonshot.ai/docs/guide/use-kimi-api-to-complete-tool-calls';

/** What providers demand, those among them that AgentScope 1 has no class for. */
const allRules: Readonly<Record<string, ProviderRules>> = {
  ...providerRules,
  Moonshot: { calls: moonshotPage, resultsFollowCalls: moonshotPage },
  xAI: { calls: 'https://docs.x.ai/docs/guides/function-calling', isLenient: true },
};

const providers: readonly Provider[] = [
  row('OpenAI', 'OpenAIChat', openaiStyle, ['image/*', 'audio/*', pdf], ['image', 'audio', pdf], 'dropped'),
  row('OpenAI Responses', 'OpenAIResponse', openaiResponseStyle, ['image/*', pdf], ['image', pdf], 'signed'),
  row('Anthropic', 'AnthropicChat', anthropicStyle, ['image/*', pdf], ['image', pdf], 'signed'),
  row('Gemini', 'GeminiChat', geminiStyle, ['image/*', 'audio/*', 'video/*', pdf], ['*'], 'kept'),
  row('Ollama', 'OllamaChat', ollamaStyle, ['image/*'], ['image'], 'dropped'),
  row(
    'DashScope',
    'DashScopeChat',
    dashScopeStyle,
    ['image/*', 'audio/*', 'video/*'],
    ['image', 'audio', 'video'],
    'dropped',
  ),
  row('Moonshot', 'MoonshotChat', moonshotStyle, ['image/*', 'audio/*'], ['image', 'audio', pdf], 'kept'),
  row('DeepSeek', 'DeepSeekChat', deepSeekStyle, [], [], 'kept'),
  row('xAI', 'XAIChat', xaiStyle, ['image/jpeg', 'image/png'], ['image'], 'dropped'),
];

/** The eighteen formatters, in the order in which pickers show them. */
export const formatterTypes2: readonly FormatterType2[] = providers.flatMap(({ chat, media, ...provider }) => {
  const common = { ...provider, rules: allRules[provider.provider]!, inputTypes: ['text/plain', ...media] };
  return [
    { ...common, name: `${chat}Formatter`, multiAgent: false },
    { ...common, name: `${chat.replace(/Chat$/, '')}MultiAgentFormatter`, multiAgent: true },
  ];
});

/** Formatters of AgentScope 1 with other names in 2. */
export const renamedFormatters: Readonly<Record<string, string>> = {
  OpenAIResponseChatFormatter: 'OpenAIResponseFormatter',
};

/** The default of `input_types`; tag 2.0.6 has no documents. */
export function usualInputTypes({ inputTypes }: FormatterType2, isTag: boolean): readonly string[] {
  return isTag ? inputTypes.filter(type => type !== pdf) : inputTypes;
}

/** The media that have a form, see `takes`, where tag 2.0.6 has none for documents. */
export function takenMedia({ takes }: FormatterType2, isTag: boolean): readonly string[] {
  return isTag ? takes.filter(type => type !== pdf) : takes;
}
