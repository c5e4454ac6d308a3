import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { type RefusedValue, refusing } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonFaultSpan } from '../../json/jsonFault.ts';
import { jsonValueSpan, spanAtPath, withoutQuotes } from '../../json/jsonSpans.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { jsonLoads, pyContains, pyGetItem, pyHashKey, pyJoin, pyStr, pyStrip, strFormat } from '../../python/index.ts';
import { firstLine, type GrowingText, jsonMembers } from '../../text/index.ts';
import { type Breach, enumCause, placeViolations, settled, wantedWords } from '../../validation/index.ts';
import { jsonCall } from './actionGrammars.ts';
import { draftCall, draftCommands } from './draftCommands.ts';
import { exampleJson } from './exampleCall.ts';
import { formatError } from './formatError.ts';
import { messageText, type ParsedAction } from './parseFunction.ts';
import { type Command, renderArgument } from './sweAgentCommand.ts';
import { sweAgentType } from './sweAgentType.ts';
import type { ToolSettings } from './toolSettings.ts';

/** SWE-agent's `JsonParser`: thought and command in a JSON object. */
export const jsonAction = sweAgentType({
  type: 'json',
  summary: 'A JSON object with thought and command',
  want: 'json',
  answer: '{"thought": "…", "command": {"name": "open", "arguments": {"path": "a.py", "line": 1}}}',
  documentation: `The whole response must be one JSON object, read as Python’s \`json.loads\`, without fence:
\`{"thought": "…", "command": {"name": "…", "arguments": {"…": "…"}}}\`

- A known command is put together from its declared arguments; other arguments are dropped. SWE-agent crashes when a declared one is missing, even an optional one.
- An unknown command is its name and its arguments’ values, joined by blanks; with \`strict\` it is a \`FormatError\`.
- The thought may be any JSON value.`,
  takesAnyThought: true,
  requirements: ['thought', 'command'].map(text => ({ text, what: `the key \`${text}\``, isName: true })),
  errorMessage:
    'Your output could not be parsed as JSON. Please make sure your output 1) is valid JSON and\n2) Includes the "thought" and "command" fields.\n\n',
  template: `{
  "type": "json",
  "description": "A thought and a command as JSON",
  "commands": [
    {
      "name": "open",
      "docstring": "opens a file",
      "signature": "open <path> [<line>]",
      "arguments": [
        { "name": "path", "type": "string", "description": "the file", "required": true },
        { "name": "line", "type": "integer", "description": "the line to show", "required": false }
      ]
    }
  ],
  "keys_to_content": "action"
}
`,
  grammar: ({ commands }) => jsonCall(commands),
  example: ({ commands }) => exampleJson(commands),
  draft: responses =>
    draftCommands(
      responses.flatMap(text => {
        const result = jsonLoads(text);
        const command = result.ok && isPyDict(result.value) ? (result.value.get('command') ?? null) : null;
        return isPyDict(command) ? draftCall(command.get('name'), command.get('arguments')) : [];
      }),
    ),
  reader: (response, events, settings) =>
    streamJsonAction(response, events, action => {
      const value = new Map<string, PyValue>([
        ['thought', null],
        ['command', action],
      ]);
      const noPlace = { start: 0, end: 0 };
      return actionOf(
        readCall(value, () => noPlace),
        settings,
        noPlace,
      );
    }),
  parse(input, settings) {
    const text = messageText(input);
    const result = jsonLoads(text);
    if (!result.ok) {
      const { error } = result;
      if (error.kind !== 'JSONDecodeError') throw new EngineError(error.kind, error.message);
      const fault = jsonFaultSpan(text, error, 0, text.length);
      throw formatError('Model output is not valid JSON.', fault.end > fault.start ? fault : firstLine(text));
    }
    const whole = jsonValueSpan(text, 0, text.length);
    try {
      return readAction(text, result.value, whole, settings);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const place = { text, span: whole, isJson: true };
      throw refusing(error, { ...refusedByJson(result.value, settings), place });
    }
  },
});

function readAction(text: string, value: PyValue, whole: Span, settings: ToolSettings): ParsedAction {
  const call = readCall(value, (...path) => spanAtPath(text, whole, path));
  const place = (key: string) => {
    const span = spanAtPath(text, whole, [key]);
    return { span, inner: withoutQuotes(text, span) };
  };
  const nameSpan = spanAtPath(text, whole, ['command', 'name']);
  return {
    thought: call.thought,
    action: actionOf(call, settings, nameSpan),
    thoughtPlace: place('thought'),
    actionPlace: { span: spanAtPath(text, whole, ['command']) },
  };
}

interface Call {
  readonly thought: PyValue;
  readonly name: PyValue;
  /** SWE-agent does not check what they are. */
  readonly arguments: PyValue;
}

/** The checks of SWE-agent in its order. */
function readCall(value: PyValue, spanAt: (...path: string[]) => Span): Call {
  const [fault] = shapeBreaches(value);
  if (fault) {
    const path = fault.cause === 'missing-key' ? fault.path.slice(0, -1) : fault.path;
    throw formatError(fault.message, spanAt(...path.map(String)));
  }
  const { thought, command } = Object.fromEntries(value as PyDict) as { thought: PyValue; command: PyDict };
  return {
    thought,
    name: command.get('name') ?? null,
    arguments: command.has('arguments') ? (command.get('arguments') ?? null) : new Map(),
  };
}

function actionOf(call: Call, { commands, strict }: ToolSettings, nameSpan: Span): string {
  const name = pyHashKey(call.name);
  const command = commands.find(each => each.name === name);
  return command ? knownAction(command, call, strict, nameSpan) : unknownAction(call, strict, nameSpan);
}

function knownAction(command: Command, call: Call, strict: boolean, span: Span): string {
  const rendered = new Map<string, PyValue>();
  for (const { name, required, argumentFormat } of command.arguments) {
    if (pyContains(call.arguments, name))
      rendered.set(name, renderArgument(command, argumentFormat, pyGetItem(call.arguments, name)));
    else if (strict && required)
      throw formatError(`Required argument '${name}' missing for command '${command.name}'`, span);
  }
  // Raises KeyError for a missing argument, as SWE-agent does.
  return pyStrip(strFormat(command.invokeFormat, rendered));
}

function unknownAction(call: Call, strict: boolean, span: Span): string {
  if (strict) throw formatError(`Command '${pyStr(call.name)}' not found in list of available commands.`, span);
  const args = call.arguments;
  if (!isPyDict(args))
    throw new EngineError('AttributeError', `'${pyTypeName(args)}' object has no attribute 'values'`);
  return pyJoin(' ', [call.name, ...args.values()]);
}

const keys: ReadonlyMap<string, string> = new Map([
  ['thought', 'thought'],
  ['command', 'action'],
]);

/** Thought and command of a JSON object that grows. `actionOf` makes the action of a command, and raises as the parse function does. */
function streamJsonAction(
  response: GrowingText,
  events: StreamEvents,
  actionOf: (command: PyValue) => PyValue,
): StreamReader {
  const closed = new Set<string>();
  const json = jsonMembers(response, {
    open(name, start) {
      const key = json.kind === 'object' ? keys.get(name) : undefined;
      if (key === undefined) return;
      if (closed.has(key)) events.reopen(key);
      events.open(key, start);
    },
    close({ key: name, value, span, inner }) {
      const key = json.kind === 'object' ? keys.get(name) : undefined;
      if (key === undefined) return;
      closed.add(key);
      const read = key === 'thought' ? value : attempt(() => (isPyDict(value) ? actionOf(value) : undefined));
      if (read === undefined) events.leave();
      else events.close({ key, value: read, span, inner: key === 'thought' ? inner : span, final: false });
    },
    end: () => events.settle(),
    fail: () => events.leave(),
  });
  return (unit, at) => json.push(unit, at);
}

/** A value that `JsonParser` refuses, with everything that is wrong with it: SWE-agent tells the first. */
function refusedByJson(value: PyValue, settings: ToolSettings): RefusedValue {
  const breachesOf = (input: PyValue) => [...shapeBreaches(input), ...callBreaches(input, settings)];
  return { value, violations: place => placeViolations(settled(value, breachesOf(value), breachesOf), place) };
}

/** What keeps a value from being a thought and a command, in SWE-agent's order and words. */
function shapeBreaches(value: PyValue): readonly Breach[] {
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
  const args = call.get('arguments') ?? new Map();
  if (!isPyDict(args)) return [];
  return command.arguments
    .filter(({ name: key }) => !args.has(key))
    .map(({ name: key, required }) => {
      const isTold = strict && required;
      const message = isTold
        ? `Required argument '${key}' missing for command '${command.name}'`
        : `KeyError: '${key}'`;
      // Where there are no arguments, the object that should have them is the command.
      const holder: PyDict = call.has('arguments') ? args : call;
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
