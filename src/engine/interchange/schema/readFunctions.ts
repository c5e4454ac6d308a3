import { schemaType } from '../../code/schema/valueSchema.ts';
import { dict } from '../../core/dict.ts';
import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { Imported } from '../../parsers/interchange.ts';
import { toJsonText } from '../../python/jsonDumps.ts';
import { functionTool } from '../../systems/sweagent/functionTool.ts';
import { bashCommand, readCommand } from '../../systems/sweagent/sweAgentCommand.ts';

/** A function as it was read from a provider's format. */
export interface ReadFunction {
  readonly name: string;
  readonly description?: string;
  readonly parameters: PyDict;
  readonly span: Span;
}

/**
 * Definitions whose export gives these functions: SWE-agent's where all of them are exactly what it sends for commands;
 * else a schema of its own for each whose parameters have a title, and tools of Langroid for all others.
 */
export function definitionsOf(functions: readonly ReadFunction[], name: string): readonly Imported[] {
  const [first] = functions;
  const last = functions.at(-1);
  if (!first || !last) return [];
  const commands = commandsOf(functions);
  const span = { start: first.span.start, end: last.span.end };
  if (commands) {
    const isBuiltin = commands.length === 1 && commands[0] === bashCommand;
    return [{ name, span, config: dict({ type: 'function_calling', commands: isBuiltin ? undefined : commands }) }];
  }
  const found: Imported[] = [];
  const tools: PyValue[] = [];
  for (const fn of functions) {
    if (!fn.parameters.has('title')) {
      if (tools.length === 0) found.push({ name, span, config: dict({ type: 'ToolMessage', tools }) });
      tools.push(toolOf(fn));
    } else
      found.push({
        name: fn.name,
        span: fn.span,
        config: dict({
          type: schemaType,
          description: fn.description === fn.parameters.get('description') ? undefined : fn.description,
          content_schema: fn.parameters,
        }),
      });
  }
  return found;
}

function toolOf({ name, description, parameters }: ReadFunction): PyDict {
  const purpose = description === `Tool for ${name}` ? undefined : description;
  return dict({ request: name, purpose, schema: parameters });
}

/** The commands whose functions these are, to the byte; `undefined` where there are none. */
function commandsOf(functions: readonly ReadFunction[]): readonly PyDict[] | undefined {
  const commands: PyDict[] = [];
  for (const fn of functions) {
    const command = commandOf(fn);
    if (!command) return undefined;
    commands.push(command);
  }
  return commands;
}

function commandOf({ name, description, parameters }: ReadFunction): PyDict | undefined {
  const sent = toJsonText(new Map([...dict({ name, description, parameters })]), 0);
  const isSentFor = (command: PyDict) => {
    try {
      return toJsonText(functionTool(readCommand(command)).get('function') ?? null, 0) === sent;
    } catch (error) {
      if (error instanceof EngineError) return false;
      throw error;
    }
  };
  if (name === 'bash' && isSentFor(bashCommand)) return bashCommand;
  const properties = parameters.get('properties') ?? null;
  const required = parameters.get('required') ?? null;
  const names = new Set(isPyList(required) ? required : []);
  const list = isPyDict(properties)
    ? [...properties].map(([key, property]) => argumentOf(key, property, names.has(key)))
    : [];
  const command = dict({
    name,
    docstring: description || undefined,
    arguments: list.length > 0 ? list : undefined,
  });
  return isSentFor(command) ? command : undefined;
}

function argumentOf(name: string, property: PyValue, required: boolean): PyDict {
  const { type, description, items, enum: values } = isPyDict(property) ? Object.fromEntries(property) : {};
  return dict({ name, type, description, required, items, enum: values });
}
