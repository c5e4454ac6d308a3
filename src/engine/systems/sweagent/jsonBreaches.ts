import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { RefusedValue } from '../../core/refusedValue.ts';
import { pyStr } from '../../python/index.ts';
import { type Breach, enumCause, placeViolations, settled, wantedWords } from '../../validation/index.ts';
import type { ToolSettings } from './toolSettings.ts';

/** A value that `JsonParser` refuses, with everything that is wrong with it: SWE-agent tells the first. */
export function refusedByJson(value: PyValue, settings: ToolSettings): RefusedValue {
  const breachesOf = (input: PyValue) => [...shapeBreaches(input), ...callBreaches(input, settings)];
  return { value, violations: place => placeViolations(settled(value, breachesOf(value), breachesOf), place) };
}

/** What keeps a value from being a thought and a command, in SWE-agent's order and words. */
export function shapeBreaches(value: PyValue): readonly Breach[] {
  if (!isPyDict(value)) return [notAnObject([], value, 'Model output is not a JSON object.')];
  const missing = ['thought', 'command'].filter(key => !value.has(key));
  const found = missing.map(key => lacking([key], value, `Key '${key}' is missing from model output.`));
  const command = value.get('command');
  if (command === undefined) return found;
  if (!isPyDict(command))
    return [...found, notAnObject(['command'], command, "Value of 'command' key is not a JSON object.")];
  const name = lacking(['command', 'name'], command, "Key 'name' is missing from 'command' object.");
  return command.has('name') ? found : [...found, name];
}

/** Arguments that the command needs, all of which its form names, and a name that is no command's where that is strict. */
function callBreaches(value: PyValue, { commands, strict }: ToolSettings): readonly Breach[] {
  const call = isPyDict(value) ? (value.get('command') ?? null) : null;
  const name = isPyDict(call) ? call.get('name') : undefined;
  if (!isPyDict(call) || name === undefined) return [];
  const command = commands.find(each => each.name === name);
  if (!command) return strict ? [unknownCommand(name, commands)] : [];
  const given = call.get('arguments') ?? new Map();
  if (!isPyDict(given)) return [];
  return command.arguments
    .filter(({ name: key }) => !given.has(key))
    .map(({ name: key, required }) => {
      const isTold = strict && required;
      const message = isTold
        ? `Required argument '${key}' missing for command '${command.name}'`
        : `KeyError: '${key}'`;
      // Where there are no arguments, the object that should have them is the command.
      const holder: PyDict = call.has('arguments') ? given : call;
      return lacking(['command', 'arguments', key], holder, message);
    });
}

function unknownCommand(name: PyValue, commands: ToolSettings['commands']): Breach {
  const wants = { types: [], values: commands.map(each => each.name) };
  const message = `Command '${pyStr(name)}' not found in list of available commands.`;
  const cause = enumCause(name, wants);
  return { path: ['command', 'name'], cause, input: name, wanted: wantedWords(wants), message, wants };
}

function lacking(path: readonly string[], input: PyValue, message: string): Breach {
  return { path, cause: 'missing-key', input, wanted: 'a value', message, wants: { types: [] } };
}

function notAnObject(path: readonly string[], input: PyValue, message: string): Breach {
  const cause = input === null ? 'null-value' : 'wrong-type';
  return { path, cause, input, wanted: 'object', message, wants: { types: ['object'] }, isWhole: true };
}
