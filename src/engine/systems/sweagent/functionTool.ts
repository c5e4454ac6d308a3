import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Command } from './sweAgentCommand.ts';

/** `get_function_calling_tool`: a command as a function in OpenAI's format. */
export function functionTool({ name, docstring, arguments: list }: Command): PyDict {
  const properties = new Map<string, PyValue>();
  for (const { name: key, type, description, items, enum: values } of list) {
    const property = new Map<string, PyValue>([
      ['type', type],
      ['description', description],
    ]);
    if (items && items.size > 0) property.set('items', items);
    if (values && values.length > 0) property.set('enum', values);
    properties.set(key, property);
  }
  const parameters = new Map<string, PyValue>([['type', 'object']]);
  if (list.length > 0) {
    parameters.set('properties', properties);
    parameters.set(
      'required',
      list.filter(({ required }) => required).map(argument => argument.name),
    );
  }
  const fn = new Map<string, PyValue>([
    ['name', name],
    ['description', docstring ?? ''],
    ['parameters', parameters],
  ]);
  return new Map<string, PyValue>([
    ['type', 'function'],
    ['function', fn],
  ]);
}
