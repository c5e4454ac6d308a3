import * as z from 'zod';
import type { PyDict } from '../../core/pyValue.ts';

/** The keys that say whether the call's arguments alone are wanted. */
export const argumentKeys = {
  args_only: z
    .boolean()
    .describe('Python alone: whether the arguments alone are the value. Default: `true`.')
    .optional(),
  argsOnly: z
    .boolean()
    .describe('JavaScript alone: whether the arguments alone are the value. Default: `true`.')
    .optional(),
} as const;

/** Whether the arguments alone are wanted. */
export function takesArgumentsOnly(config: PyDict): boolean {
  return config.get(config.get('runtime') === 'js' ? 'argsOnly' : 'args_only') !== false;
}
