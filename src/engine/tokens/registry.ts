import { listed, type RegistryEntry } from '../core/registryEntry.ts';
import { charTokenCounter } from './charTokenCounter.ts';
import type { TokenCounterType } from './counter.ts';
import { encodingCounterType } from './encodingCounter.ts';
import { huggingFaceTokenCounter } from './huggingFace/huggingFaceTokenCounter.ts';
import { cl100kBase, o200kBase } from './openaiEncodings.ts';
import { openaiTokenCounter } from './openaiTokenCounter.ts';
import { anthropicTokenCounter } from './providers/anthropicTokenCounter.ts';
import { geminiTokenCounter } from './providers/geminiTokenCounter.ts';

/** All token counters, in the order in which they are offered. */
export const tokenCounterTypes: readonly (TokenCounterType & RegistryEntry)[] = listed<TokenCounterType>(
  [
    encodingCounterType(o200kBase, 'OpenAI, gpt-4o and later: the tokens of the text alone'),
    encodingCounterType(cl100kBase, 'OpenAI, gpt-4 and gpt-3.5: the tokens of the text alone'),
    openaiTokenCounter,
    huggingFaceTokenCounter,
    charTokenCounter,
    anthropicTokenCounter,
    geminiTokenCounter,
  ],
  ({ type }) => ({ id: type, title: type }),
);
