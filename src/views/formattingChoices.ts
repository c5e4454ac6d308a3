import {
  conversationVersions,
  formatters,
  ownFormatters,
  recordedReleases,
  tokenCounterTypes,
  truncations,
} from '../engine/index.ts';
import type { ChoiceView } from '../protocol/conversationProtocol.ts';

/** All that can be picked. */
export interface FormattingChoices {
  readonly formatters: readonly ChoiceView[];
  /** Those of AgentScope 2. */
  readonly ownFormatters: readonly ChoiceView[];
  readonly counters: readonly ChoiceView[];
  readonly truncations: readonly ChoiceView[];
  /** The releases of AgentScope, the newest first. */
  readonly releases: readonly ChoiceView[];
  readonly counterTypes: readonly { readonly type: string; readonly summary: string }[];
}

export function formattingChoices(): FormattingChoices {
  return {
    formatters: formatters.map(formatterChoice),
    ownFormatters: ownFormatters.map(formatterChoice),
    truncations: truncations.map(({ name, summary, byModule }) => ({
      value: name,
      label: name,
      summary: summary.replaceAll('`', ''),
      ...(byModule && { byModule }),
    })),
    releases: conversationVersions.map(release => ({
      value: release,
      label: release,
      ...(!recordedReleases.some(each => each === release) && { group: 'between' }),
    })),
    counters: counterChoices(),
    counterTypes: counterTypes(),
  };
}

function formatterChoice({ name, provider }: { readonly name: string; readonly provider: string }): ChoiceView {
  return { value: name, label: name, group: provider };
}

/** Models that people are likely to count for, by counter; any other can be typed. */
const models: Readonly<Record<string, readonly string[]>> = {
  OpenAITokenCounter: ['gpt-5', 'gpt-4.1', 'gpt-4o', 'gpt-4o-mini', 'o3', 'o4-mini', 'gpt-4', 'gpt-3.5-turbo'],
  HuggingFaceTokenCounter: [
    'Qwen/Qwen2.5-7B-Instruct',
    'Qwen/Qwen2.5-VL-3B-Instruct',
    'Qwen/Qwen3-8B',
    'meta-llama/Llama-3.1-8B-Instruct',
    'deepseek-ai/DeepSeek-V3',
    'google/gemma-3-4b-it',
  ],
  AnthropicTokenCounter: ['claude-sonnet-4-5', 'claude-opus-4-1', 'claude-haiku-4-5'],
  GeminiTokenCounter: ['gemini-2.5-pro', 'gemini-2.5-flash'],
};

/** The counters that can be picked without typing, grouped by their type. */
function counterChoices(): readonly ChoiceView[] {
  return tokenCounterTypes.flatMap(({ type, mainKey, summary }) =>
    mainKey === undefined
      ? [{ value: type, label: type, group: summary.split(',', 1)[0]! }]
      : (models[type] ?? []).map(model => ({ value: `${type}:${model}`, label: model, group: type })),
  );
}

/** The counters that need a model's name, for those who type it. */
function counterTypes(): readonly { readonly type: string; readonly summary: string }[] {
  return tokenCounterTypes.flatMap(({ type, mainKey, summary }) => (mainKey === undefined ? [] : [{ type, summary }]));
}
