import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, Parser, ParserView, Piece, ReadField } from '../../parsers/parser.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import type {
  CallableFunctions,
  FunctionSchema,
  NoSchema,
  ResultShape,
  SchemaLoss,
} from '../../parsers/shared/schemas.ts';
import { jsonEquals, toJsonText } from '../../python/index.ts';
import { type Agent, readAgent, usableTools } from './agent.ts';
import { checkTools, toolRequirements, unreadExamples } from './checkTools.ts';
import { draftTools } from './draftTools.ts';
import { exampleTool } from './formatExample.ts';
import { llmFunctionSchema, strictSchema } from './functionSchema.ts';
import { propertiesOf } from './pythonTypes.ts';
import { isHandled, noToolFeedback, readResponse } from './readResponse.ts';
import { streamTools } from './streamTools.ts';
import { allFormatInstructions, sentInstruction, systemMessage } from './systemMessage.ts';
import { excludedFields, readTool, type Tool, type ToolKind } from './tool.ts';
import { toolMessageKeys } from './toolMessageKeys.ts';

/** What one of Langroid's two kinds of tools says of itself. */
interface LangroidKind {
  readonly type: ToolKind;
  readonly summary: string;
  readonly answer: string;
  readonly documentation: string;
  readonly template: string;
}

/** The parser type of a kind of tools. */
export function langroidType({ type, summary, answer, documentation, template }: LangroidKind): ParserType {
  return {
    type,
    system: 'Langroid',
    summary,
    want: 'tool-calls',
    answer,
    documentation: `${documentation}
- All tools of a response are read; the value is the list of them, each with its defaults, or \`[]\`.
- A missing \`request\` is inferred where the fields fit only one tool that is handled.
- An unknown tool and what is not an object are passed over; the result says \`toolError\`. Where nothing is recognised the model is told the agent’s \`handle_llm_no_tool\`, and without one nothing.
- Values are coerced as Pydantic does it. A failure is a \`ValidationError\`, also for the tools before it; the feedback is what Langroid answers.
- A message object with \`tool_calls\` or \`function_call\` is read as well.`,
    keys: toolMessageKeys,
    filters: false,
    display: {
      highlights: [
        { from: 'fields' },
        { from: 'extra', name: 'reasoning', key: 'reasoning' },
        { from: 'extra', name: 'recipient', key: 'recipient' },
      ],
      extra: {
        classes: 'the class of each tool',
        handled: 'whether the agent handles each tool: it may, and the tool is for it',
        reasoning: 'what stood between the thought delimiters',
        recipient: 'whom the response is for',
        feedback: 'what the agent answers where no tool was recognised: its `handle_llm_no_tool`',
      },
    },
    framework: {
      asksAgain: {
        withAnswer: true,
        role: 'user',
        failures: 'all',
        note: 'Langroid’s agent answers with the error, which becomes a turn of the conversation.',
      },
    },
    template,
    responses: {
      readsMessages: true,
      example: ({ config }) => exampleTool(config, type),
      draft: responses => draftTools(responses, type),
      noGrammar: 'a call may stand anywhere in free words, and words without a call are an answer as well.',
    },
    create: source => createParser(source, type),
    schemas: {
      functions: source => toolFunctions(source, type),
      result: source => toolResult(source, type),
    },
    authoring: {
      check: source => [...checkTools(source, type), ...unreadExamples(source, type)],
      requirements: source => toolRequirements(source, type),
    },
    streams: {
      reader: ({ config }, response, events) => streamTools(response, events, readAgent(config, type)),
    },
  };
}

/** Raises `EngineError` where a tool has no name. */
function createParser(source: DefinitionSource, kind: ToolKind): Parser {
  const agent = readAgent(source.config, kind);
  const isSingle = (): boolean => {
    const tools = source.config.get('tools');
    return isPyList(tools) && tools.length === 1 && usableTools(agent).length === 1;
  };
  return {
    instruction: () => sentInstruction(agent, source, isSingle()),
    placeholders: () => ({ format_instructions: allFormatInstructions(agent, source) }),
    views: () => viewsOf(agent),
    tools: () => (agent.useFunctionsApi ? usableTools(agent).map(sentTool) : []),
    read(input) {
      const { calls, toolError, repairs, reasoning, recipient } = readResponse(agent, input);
      const feedback = calls.length === 0 ? noToolFeedback(agent, input.message) : undefined;
      const fields = calls.flatMap(({ tool, value, span }): ReadField[] =>
        span ? [{ key: tool.name, value, span, inner: span }] : [],
      );
      return {
        value: calls.map(({ value }) => value),
        fields,
        repairs,
        toolError,
        extra: {
          classes: calls.map(({ tool }) => tool.className),
          handled: calls.map(call => isHandled(agent, call)),
          ...(reasoning !== undefined && { reasoning }),
          ...(recipient !== undefined && { recipient }),
          ...(feedback !== undefined && { feedback }),
        },
      };
    },
  };
}

/** A tool as Langroid lists it in a request. */
function sentTool(tool: Tool): PyValue {
  return new Map<string, PyValue>([
    ['type', 'function'],
    ['function', llmFunctionSchema(tool)],
  ]);
}

function viewsOf(agent: Agent): readonly ParserView[] {
  const json = (name: string, make: () => PyValue): ParserView => ({
    name,
    language: 'json',
    pieces: (): readonly Piece[] => [{ text: toJsonText(make()) }],
  });
  return [
    { name: 'System Message', language: 'markdown', pieces: () => [{ text: systemMessage(agent) }] },
    json('Function Schemas', () => usableTools(agent).map(tool => llmFunctionSchema(tool))),
    json('Strict Function Schemas', () =>
      usableTools(agent).map(tool => {
        const schema = new Map(llmFunctionSchema(tool, { request: true }));
        return schema.set('parameters', strictSchema(schema.get('parameters') ?? null));
      }),
    ),
  ];
}

/** The tools of a definition that the model may use, exactly as Langroid sends them as functions. */
function toolFunctions({ config }: DefinitionSource, kind: ToolKind): CallableFunctions | NoSchema {
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
function toolResult({ config }: DefinitionSource, kind: ToolKind): ResultShape {
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
