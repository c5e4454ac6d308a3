import type { ReadFunction } from '../../../code/schema/functions.ts';
import type { PyDict } from '../../../core/pyValue.ts';
import { dict } from '../../../core/pyValue.ts';

/** Tools of Langroid that have these functions. */
export function toolsOfFunctions(functions: readonly ReadFunction[]): PyDict {
  return dict({ type: 'ToolMessage', tools: functions.map(toolOf) });
}

function toolOf({ name, description, parameters }: ReadFunction): PyDict {
  const purpose = description === `Tool for ${name}` ? undefined : description;
  return dict({ request: name, purpose, schema: parameters });
}
