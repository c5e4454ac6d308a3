import type { System } from '../../parsers/system.ts';
import { responseTemplateType } from './responseTemplateType.ts';

/** Response templates of transformers. */
export const transformers: System = {
  name: 'transformers',
  isInPython: true,
  types: [responseTemplateType],
};
