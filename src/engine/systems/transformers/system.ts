import type { System } from '../../parsers/system.ts';
import { responseTemplateType } from './responseTemplateType.ts';
import { isModelConfig, modelConfigKeys, modelNameOf } from './tokenizerConfig.ts';

/** Response templates of transformers. */
export const transformers: System = {
  name: 'transformers',
  isInPython: true,
  types: [responseTemplateType],
  files: [
    {
      key: 'response_template',
      isOne: isModelConfig,
      nameOf: fileName => modelNameOf(fileName) ?? 'model',
      keysOf: modelConfigKeys,
    },
  ],
};
