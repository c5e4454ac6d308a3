import * as z from 'zod';
import type { PyDict } from '../../../core/pyValue.ts';
import type { PythonToolKeys } from './pythonTools.ts';

/** The keys that Python's parsers of tool calls have in common. */
export const pythonToolKeys = {
  first_tool_only: z
    .boolean()
    .describe('Python alone: whether the value is the first call, not the list. Default: `false`.')
    .optional(),
  return_id: z.boolean().describe('Python alone: whether a call keeps its `id`. Default: `false`.').optional(),
  strict: z
    .boolean()
    .describe('Python alone: whether control characters in strings are refused. Default: `false`.')
    .optional(),
} as const;

/** The same as a definition has them. */
export function toolKeys(config: PyDict): PythonToolKeys {
  const name = config.get('key_name');
  return {
    first_tool_only: config.get('first_tool_only') === true,
    return_id: config.get('return_id') === true,
    strict: config.get('strict') === true,
    ...(typeof name === 'string' && { key_name: name }),
  };
}
