import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type {
  CallableFunctions,
  FunctionSchema,
  NoSchema,
  ResultShape,
  SchemaLoss,
} from '../../parsers/shared/schemas.ts';
import { jsonEquals } from '../../python/index.ts';
import { readAgent } from './agent.ts';
import { llmFunctionSchema } from './functionSchema.ts';
import { propertiesOf } from './pythonTypes.ts';
import { excludedFields, readTool, type ToolKind } from './tool.ts';

/** The tools of a definition that the model may use, exactly as Langroid sends them as functions. */
export function toolFunctions({ config }: DefinitionSource, kind: ToolKind): CallableFunctions | NoSchema {
  const tools = config.get('tools');
  const functions: FunctionSchema[] = [];
  const losses: SchemaLoss[] = [];
  for (const [i, entry] of (isPyList(tools) ? tools : []).entries()) {
    const tool = readTool(entry, kind, ['tools', i]);
    if (!tool.use) {
      losses.push({ key: `tools.${i}`, message: `\`${tool.name}\` is not for the model to use.` });
      continue;
    }
    const fn = llmFunctionSchema(tool);
    const parameters = fn.get('parameters') as PyDict;
    const key = `tools.${i}.schema`;
    functions.push({ name: tool.name, description: String(fn.get('description')), parameters, key });
    const schema = isPyDict(entry) ? (entry.get('schema') ?? null) : null;
    if (isPyDict(schema) && !jsonEquals(schema, parameters))
      losses.push({
        key,
        message: `Langroid leaves out of \`${tool.name}\` what the model need not know: titles, \`purpose\`, \`id\`.`,
      });
  }
  if (functions.length === 0) return { reason: 'It has no tool that the model may use.' };
  return { key: 'tools', functions, losses };
}

/** What reading gives: the calls of a response, each with the fields of its tool as `model_dump()` has them. */
export function toolResult({ config }: DefinitionSource, kind: ToolKind): ResultShape {
  const tools = [...readAgent(config, kind).tools.values()];
  const others = tools.filter(({ isOrchestration }) => isOrchestration).map(({ name }) => name);
  const schemas = tools
    .filter(({ isOrchestration }) => !isOrchestration)
    .map(tool => callSchema(tool.name, tool.schema));
  if (others.length > 0)
    schemas.push(
      dict({
        type: 'object',
        properties: dict({ request: dict({ enum: others }) }),
        required: ['request'],
        additionalProperties: true,
      }),
    );
  return { isList: true, schemas };
}

function callSchema(name: string, schema: PyDict): PyDict {
  const own = [...propertiesOf(schema)].filter(([key]) => !excludedFields.includes(key));
  const fields = own.map(([key, field]): [string, PyValue] => [key, key === 'request' ? dict({ const: name }) : field]);
  const required = schema.get('required');
  return new Map<string, PyValue>([
    ...[...schema].filter(([key]) => key !== 'description'),
    ['properties', new Map(fields)],
    ['required', [...(isPyList(required) ? required : []), 'request']],
    ['additionalProperties', true],
  ]);
}
