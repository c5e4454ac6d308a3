import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { dict } from '../../core/pyValue.ts';
import type { CallableFunctions, NoSchema, ResultShape } from '../../parsers/shared/schemas.ts';
import type { Command } from './sweAgentCommand.ts';
import type { ToolSettings } from './toolSettings.ts';

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

/** The commands of a definition exactly as SWE-agent sends them as functions. `sends`: the type does send them; else that is said. */
export function commandFunctions(
  type: string,
  { commands }: ToolSettings,
  sends: boolean,
): CallableFunctions | NoSchema {
  if (commands.length === 0) return { reason: 'It has no commands.' };
  const functions = commands.map((command, i) => {
    const fn = functionTool(command).get('function') as PyDict;
    return {
      name: command.name,
      description: String(fn.get('description')),
      parameters: fn.get('parameters') as PyDict,
      key: `commands.${i}`,
    };
  });
  const message = `Only \`function_calling\` calls functions, not \`${type}\`.`;
  return { key: 'commands', functions, losses: sends ? [] : [{ key: 'type', message }] };
}

/** What every parse function gives; `json` takes its thought as it is. */
export function actionResult(thoughtIsAnything: boolean): ResultShape {
  const text = dict({ type: ['string', 'null'] });
  const properties = dict({ thought: thoughtIsAnything ? new Map() : text, action: text });
  return { schemas: [dict({ type: 'object', properties, required: ['thought', 'action'] })] };
}
