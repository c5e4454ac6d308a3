import type { Problem } from '../../problem.ts';
import { toJsonText } from '../../python/jsonDumps.ts';
import { pyRepr } from '../../python/repr.ts';
import { isPyDict, isPyList, type PyValue } from '../../python/value.ts';
import type { DefinitionSource, Parser, ParserType, ParserView, Piece, ReadField } from '../parserType.ts';
import { type Agent, readAgent, usableTools } from './agent.ts';
import { draftTools } from './draftTools.ts';
import { exampleTool } from './exampleTool.ts';
import { llmFunctionSchema, strictSchema } from './functionSchema.ts';
import { isHandled, readResponse } from './readResponse.ts';
import { allFormatInstructions, systemMessage, toolFormatRules } from './systemMessage.ts';
import { readTool, type ToolKind } from './tool.ts';
import { toolMessageKeys } from './toolKeys.ts';

/** What one of Langroid's two kinds of tools says of itself. */
interface LangroidKind {
  readonly type: ToolKind;
  readonly summary: string;
  readonly documentation: string;
  readonly template: string;
}

/** The parser type of a kind of tools. */
export function langroidType({ type, summary, documentation, template }: LangroidKind): ParserType {
  return {
    type,
    system: 'Langroid',
    summary,
    documentation: `${documentation}
- All tools of a response are read; the value is the list of them, each with its defaults, or \`[]\`.
- A missing \`request\` is inferred where the fields fit only one tool that is handled.
- An unknown tool and what is no object are passed over. The model is told nothing; the result says \`toolError\`.
- Values are coerced as Pydantic does it. A failure is a \`ValidationError\`, also for the tools before it; the feedback is what Langroid answers.
- A message object with \`tool_calls\` or \`function_call\` is read as well.`,
    keys: toolMessageKeys,
    filters: false,
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
    },
    template,
    create: source => createParser(source, type),
    example: ({ config }) => exampleTool(config, type),
    check: source => checkTools(source, type),
    draft: responses => draftTools(responses, type),
  };
}

/** Raises `EngineError` where a tool has no name. */
function createParser(source: DefinitionSource, kind: ToolKind): Parser {
  const agent = readAgent(source.config, kind);
  const isSingle = (): boolean => {
    const tools = source.config.get('tools') ?? null;
    return isPyList(tools) && tools.length === 1 && usableTools(agent).length === 1;
  };
  const instruction = () => (isSingle() ? allFormatInstructions(agent, source) : toolFormatRules(agent, source));
  return {
    instruction,
    placeholders: () => ({ format_instructions: allFormatInstructions(agent, source) }),
    views: () => viewsOf(agent),
    read(input) {
      const { calls, toolError, repairs, reasoning, recipient } = readResponse(agent, input);
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
        },
      };
    },
  };
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

/** Warnings: two tools of one name, schemas that are not understood, examples that the tool refuses, tools that cannot be called. */
function checkTools(source: DefinitionSource, kind: ToolKind): readonly Problem[] {
  const problems: Problem[] = [];
  const warn = (path: readonly (string | number)[], message: string) => {
    const span = source.spanOf(path);
    if (span) problems.push({ code: 'odd-value', message, severity: 'warning', span });
  };
  const given = source.config.get('tools') ?? null;
  const names = new Set<string>();
  for (const [i, item] of (isPyList(given) ? given : []).entries()) {
    const path = ['tools', i];
    if (!isPyDict(item) || typeof item.get('request') !== 'string' || item.get('request') === '') continue;
    const tool = readTool(item, kind, path);
    if (names.has(tool.name))
      warn([...path, 'request'], `A second tool with the name ${pyRepr(tool.name)}: only this one is known.`);
    names.add(tool.name);
    for (const { path: inner, message } of tool.problems) {
      const place = [...path, 'schema', ...inner];
      warn(source.spanOf(place) ? place : [...path, 'schema'], message);
    }
    for (const [k, { value }] of tool.examples.entries()) {
      const outcome = tool.validate(value);
      if (!outcome.ok) warn([...path, 'examples', k], `The class refuses this example: ${outcome.message}`);
    }
    if (tool.kind === 'XMLToolMessage' && tool.fields.length <= 3)
      warn(
        [...path, 'request'],
        'A tool without fields of its own cannot be called in XML: Langroid reads a root with one child as a list.',
      );
    if (tool.fields.includes('properties'))
      warn(
        [...path, 'schema'],
        'Langroid takes a field `properties` that holds an object for the tool itself, so that this tool is lost.',
      );
  }
  return problems;
}
