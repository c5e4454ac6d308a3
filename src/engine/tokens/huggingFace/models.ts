import type { ChatTemplate } from '../chatTemplates/chatTemplate.ts';
import { deepSeekV3 } from '../chatTemplates/deepSeekV3.ts';
import { gemma3 } from '../chatTemplates/gemma3.ts';
import { llama3, llama31 } from '../chatTemplates/llama3.ts';
import { qwen3 } from '../chatTemplates/qwen3.ts';
import { qwen25 } from '../chatTemplates/qwen25.ts';
import { qwen25Vl } from '../chatTemplates/qwen25Vl.ts';

/** Models that share a vocabulary and a chat template. */
export interface ModelFamily {
  /** The name that users know. */
  readonly name: string;
  /** The name of the vocabulary's table. */
  readonly table: string;
  readonly template: ChatTemplate;
  /** Added tokens whose spelling differs from the table's, old to new. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** The models, by their names on the Hugging Face Hub. */
  readonly models: readonly string[];
}

/** What can be counted without further files. Models of the same series with another template are not among them. */
export const modelFamilies: readonly ModelFamily[] = [
  {
    name: 'Qwen2.5-VL',
    table: 'qwen2_5',
    template: qwen25Vl,
    models: named('Qwen/Qwen2.5-VL-{}-Instruct', '3B 7B 32B 72B', ['', '-AWQ']),
  },
  {
    name: 'Qwen2.5',
    table: 'qwen2_5',
    template: qwen25,
    models: [
      ...named('Qwen/Qwen2.5-{}-Instruct', '0.5B 1.5B 3B 7B 14B 32B 72B', ['', '-AWQ', '-GPTQ-Int4', '-GPTQ-Int8']),
      ...named('Qwen/Qwen2.5-Coder-{}-Instruct', '0.5B 1.5B 3B 7B 14B 32B', ['']),
    ],
  },
  {
    name: 'Qwen3',
    table: 'qwen3',
    template: qwen3,
    models: named('Qwen/Qwen3-{}', '0.6B 1.7B 4B 8B 14B 32B 30B-A3B 235B-A22B', ['', '-FP8']),
  },
  { name: 'DeepSeek-V3', table: 'deepseek_v3', template: deepSeekV3, models: ['deepseek-ai/DeepSeek-V3'] },
  {
    name: 'Llama 3',
    table: 'llama3',
    template: llama3,
    models: named('meta-llama/Meta-Llama-3-{}-Instruct', '8B 70B', ['']),
  },
  {
    name: 'Llama 3.1',
    table: 'llama3',
    template: llama31,
    renamed: {
      '<|reserved_special_token_248|>': '<|finetune_right_pad_id|>',
      '<|reserved_special_token_249|>': '<|eom_id|>',
      '<|reserved_special_token_250|>': '<|python_tag|>',
    },
    models: [
      ...named('meta-llama/Llama-3.1-{}-Instruct', '8B 70B 405B', ['']),
      ...named('meta-llama/Meta-Llama-3.1-{}-Instruct', '8B 70B 405B', ['']),
      ...named('meta-llama/Llama-3.2-{}-Instruct', '1B 3B', ['']),
      'meta-llama/Llama-3.3-70B-Instruct',
    ],
  },
  {
    name: 'Gemma 3',
    table: 'gemma3',
    template: gemma3,
    models: named('google/gemma-3-{}-it', '1b 4b 12b 27b', ['']),
  },
];

/** The family of a model, by its exact name. */
export function familyOf(model: string): ModelFamily | undefined {
  return modelFamilies.find(family => family.models.includes(model));
}

function named(pattern: string, sizes: string, endings: readonly string[]): string[] {
  return sizes.split(' ').flatMap(size => endings.map(ending => pattern.replace('{}', size) + ending));
}
