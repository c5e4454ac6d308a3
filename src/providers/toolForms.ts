import { isPyDict, type PyDict, type PyValue } from '../engine/index.ts';

/** The function of a tool in OpenAI's form, `{ type: "function", function: { name, description, parameters } }`. */
export function functionOf(tool: PyValue): PyDict | undefined {
  const own = isPyDict(tool) ? tool.get('function') : undefined;
  return own !== undefined && isPyDict(own) ? own : undefined;
}
