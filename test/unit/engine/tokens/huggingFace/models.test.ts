import assert from 'node:assert/strict';
import { familyOf } from '../../../../../src/engine/tokens/huggingFace/models.ts';

suite('model families', () => {
  for (const [model, family] of [
    ['Qwen/Qwen2.5-VL-3B-Instruct-AWQ', 'Qwen2.5-VL'],
    ['Qwen/Qwen2.5-0.5B-Instruct-GPTQ-Int8', 'Qwen2.5'],
    ['Qwen/Qwen2.5-Coder-32B-Instruct', 'Qwen2.5'],
    ['Qwen/Qwen3-235B-A22B-FP8', 'Qwen3'],
    ['deepseek-ai/DeepSeek-V3', 'DeepSeek-V3'],
    ['meta-llama/Meta-Llama-3-8B-Instruct', 'Llama 3'],
    ['meta-llama/Llama-3.1-405B-Instruct', 'Llama 3.1'],
    ['meta-llama/Meta-Llama-3.1-8B-Instruct', 'Llama 3.1'],
    ['meta-llama/Llama-3.2-1B-Instruct', 'Llama 3.1'],
    ['meta-llama/Llama-3.2-3B-Instruct', 'Llama 3.1'],
    ['meta-llama/Llama-3.3-70B-Instruct', 'Llama 3.1'],
    ['google/gemma-3-1b-it', 'Gemma 3'],
    ['google/gemma-3-1b-pt', undefined],
    ['meta-llama/Llama-3.2-1B', undefined],
  ] as const)
    test(`${model}: ${family ?? 'none'}`, () => assert.equal(familyOf(model)?.name, family));
});
