import { a2aFormatters } from './a2a.ts';
import { anthropicFormatters } from './anthropic.ts';
import { dashScopeFormatters } from './dashScope.ts';
import { deepSeekFormatters } from './deepSeek.ts';
import type { FormatterType } from './formatter.ts';
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
