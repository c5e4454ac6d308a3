import { type AgentScopeRelease, newestRelease } from '../../core/agentscopeReleases.ts';
import type { RegistryEntry } from '../../core/registryEntry.ts';
import { a2aFormatters } from './a2a.ts';
import { anthropicFormatters } from './anthropic.ts';
import { dashScopeFormatters } from './dashScope.ts';
import { deepSeekFormatters } from './deepSeek.ts';
import { type BlockKind, type FormatterType, type Promotes, type Support, supportIn } from './formatter.ts';
import { geminiFormatters } from './gemini.ts';
import { ollamaFormatters } from './ollama.ts';
import { openaiFormatters } from './openai.ts';
import { openaiResponseFormatters } from './openaiResponse.ts';

/** Every formatter that ParserLens knows, in the order in which pickers show them. */
export const formatterTypes: readonly FormatterType[] = [
  ...openaiFormatters,
  ...openaiResponseFormatters,
  ...anthropicFormatters,
  ...dashScopeFormatters,
  ...geminiFormatters,
  ...ollamaFormatters,
  ...deepSeekFormatters,
  ...a2aFormatters,
];

/** What a conversation names as its formatter where its own module formats. */
export const moduleFormatterName = 'custom';

/** Every name that a conversation can give as its formatter. */
export const formatterNames: readonly string[] = [...formatterTypes.map(({ name }) => name), moduleFormatterName];

/** A formatter's name, provider and what it supports, for pickers and tables. */
export interface FormatterInfo extends RegistryEntry {
  readonly name: string;
  readonly provider: string;
  readonly multiAgent: boolean;
  /** In the newest release. */
  readonly support: Readonly<Record<BlockKind, Support>>;
  /** The release of AgentScope that it came with; absent: all have it. */
  readonly since?: AgentScopeRelease;
  /** Support that came with a later release than the formatter itself. */
  readonly supportSince: Readonly<Partial<Record<BlockKind, AgentScopeRelease>>>;
  /** The kinds of media that it can promote out of tool results, each with the release that the option came with. */
  readonly promotes: Promotes;
}

/** All formatters of AgentScope 1, in the order in which pickers show them. */
export const formatters: readonly FormatterInfo[] = formatterTypes.map(type => {
  const { name, provider, multiAgent, since, promotes = {} } = type;
  const kinds: readonly BlockKind[] = ['tools', 'image', 'audio', 'video', 'thinking'];
  const later = kinds.flatMap(kind => {
    const support = type.support[kind];
    return typeof support === 'string' ? [] : [[kind, support.rule.since] as const];
  });
  return {
    id: name,
    title: `${name} (${provider})`,
    name,
    provider,
    multiAgent,
    ...(since !== undefined && { since }),
    support: Object.fromEntries(kinds.map(kind => [kind, supportIn(type, kind, newestRelease)])) as Record<
      BlockKind,
      Support
    >,
    supportSince: Object.fromEntries(later),
    promotes,
  };
});
