import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Definition } from '../../definition/definition.ts';
import { llmFunctionSchema } from '../../parsers/langroid/functionSchema.ts';
import { readTool, type ToolKind } from '../../parsers/langroid/tool.ts';
import { functionTool } from '../../parsers/sweagent/functionSchema.ts';
import { readToolSettings } from '../../parsers/sweagent/toolSettings.ts';
import { jsonEquals } from '../../python/jsonValue.ts';
import type { Loss } from '../interchange.ts';
import { type NoSchema, type ValueSchema, valueSchema } from './valueSchema.ts';

/** A function that a model may call, as providers want it described. */
export interface FunctionSchema {
  readonly name: string;
  readonly description?: string;
  readonly parameters: PyDict;
  /** The key of the definition that the parameters come from. */
  readonly key: string;
}

/** The functions of a definition, and what of it they do not say. */
export interface DefinitionFunctions {
  readonly functions: readonly FunctionSchema[];
  readonly losses: readonly Loss[];
}

/**
 * A definition as functions: Langroid's and SWE-agent's exactly as those systems send them; a value with a schema is what
 * one function is called with.
 */
export function functionsOf(definition: Definition): DefinitionFunctions | NoSchema {
  const { parserType } = definition;
  if (parserType.system === 'Langroid') return langroidFunctions(definition);
  if (parserType.system === 'SWE-agent') return sweAgentFunctions(definition);
  return valueFunction(definition);
}

function langroidFunctions({ name, type, source }: Definition): DefinitionFunctions | NoSchema {
  const tools = source.config.get('tools') ?? null;
  const functions: FunctionSchema[] = [];
  const losses: Loss[] = [];
  for (const [i, given] of (isPyList(tools) ? tools : []).entries()) {
    const tool = readTool(given, type as ToolKind, ['tools', i]);
    if (!tool.use) {
      losses.push({ definition: name, key: `tools.${i}`, message: `\`${tool.name}\` is not for the model to use.` });
      continue;
    }
    const { name: called, description, parameters } = membersOf(llmFunctionSchema(tool));
    const key = `tools.${i}.schema`;
    functions.push({ name: called, description, parameters, key });
    const schema = isPyDict(given) ? (given.get('schema') ?? null) : null;
    if (isPyDict(schema) && !jsonEquals(schema, parameters))
      losses.push({
        definition: name,
        key,
        message: `Langroid leaves out of \`${called}\` what the model need not know: titles, \`purpose\`, \`id\`.`,
      });
  }
  return functions.length > 0 ? { functions, losses } : { reason: 'It has no tool that the model may use.' };
}

function sweAgentFunctions({ name, type, source }: Definition): DefinitionFunctions | NoSchema {
  const { commands } = readToolSettings(source.config, '');
  if (commands.length === 0) return { reason: 'It has no commands.' };
  const functions = commands.map((command, i) => ({
    ...membersOf(functionTool(command).get('function') as PyDict),
    key: `commands.${i}`,
  }));
  const losses: Loss[] =
    type === 'function_calling'
      ? []
      : [
          {
            definition: name,
            key: 'type',
            message: `Only \`function_calling\` calls functions, not \`${type}\`.`,
          },
        ];
  return { functions, losses };
}

function membersOf(fn: PyDict): { name: string; description: string; parameters: PyDict } {
  return {
    name: String(fn.get('name')),
    description: String(fn.get('description')),
    parameters: fn.get('parameters') as PyDict,
  };
}

function valueFunction(definition: Definition): DefinitionFunctions | NoSchema {
  const value = valueSchema(definition);
  if ('reason' in value) return value;
  const called = functionName(definition.name);
  const losses = [...value.losses];
  if (called !== definition.name)
    losses.push({
      definition: definition.name,
      message: `It is renamed to \`${called}\`: providers allow only letters, digits, \`_\` and \`-\`.`,
    });
  const { schema, description } = described(definition, value);
  // The title tells it from a tool of Langroid's when it is read back.
  const parameters = schema.has('title') ? schema : new Map<string, PyValue>([['title', definition.name], ...schema]);
  const fn = { name: called, parameters, key: value.key, ...(description !== undefined && { description }) };
  return { functions: [fn], losses };
}

/** The description that stands beside a schema. One that the schema only has from the definition is not said twice. */
export function described(
  definition: Definition,
  { schema, key }: ValueSchema,
): { schema: PyDict; description?: string } {
  const own = schema.get('description');
  const description = definition.description ?? (typeof own === 'string' ? own : undefined);
  if (description === undefined) return { schema };
  const isSame = key !== 'content_schema' && own === definition.description;
  return { schema: isSame ? new Map([...schema].filter(([each]) => each !== 'description')) : schema, description };
}

/** A name that providers take: `^[a-zA-Z0-9_-]{1,64}$`. */
export function functionName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/gu, '_').slice(0, 64) || 'answer';
}
