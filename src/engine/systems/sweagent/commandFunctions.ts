import { dict } from '../../core/dict.ts';
import type { PyDict } from '../../core/pyValue.ts';
import type { CallableFunctions, NoSchema, ResultShape } from '../../parsers/shared/schemas.ts';
import { functionTool } from './functionTool.ts';
import type { ToolSettings } from './toolSettings.ts';

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
