import { once } from '../../core/once.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyStr } from '../../python/index.ts';
import { readTool, type Tool, type ToolKind } from './tool.ts';

/** The settings of an agent that change the instruction and how answers are read. */
export interface Agent {
  readonly name: string;
  /** All tools that it knows, by name; of equal names the last counts. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly useTools: boolean;
  readonly useFunctionsApi: boolean;
  readonly useToolsApi: boolean;
  readonly systemMessage: string;
  readonly searchEverywhere: boolean;
  readonly allowMultipleTools: boolean;
  readonly handleNoTool: PyValue;
  readonly dropsTurns: boolean;
  /** `parsing.splitter`: whether results and histories are counted in words or in tokens. */
  readonly splitter?: string;
  readonly recognizesRecipient?: boolean;
  readonly thoughtDelimiters?: readonly [string, string];
}

/** The agent of a definition's keys (`tools`, `agent`). Raises `EngineError` where a tool has no name. */
export function readAgent(config: PyDict, kind: ToolKind): Agent {
  const agent = config.get('agent');
  const settings: PyDict = isPyDict(agent) ? agent : new Map();
  const flag = (key: string, standard: boolean) => {
    const value = settings.get(key);
    return typeof value === 'boolean' ? value : standard;
  };
  const tools = new Map<string, Tool>();
  if (flag('enable_orchestration_tool_handling', true))
    for (const tool of orchestrationTools()) tools.set(tool.name, tool);
  for (const [i, item] of listOf(config.get('tools')).entries()) {
    const tool = readTool(item, kind, ['tools', i]);
    tools.set(tool.name, tool);
  }
  const useTools = flag('use_tools', true);
  const recognizes = settings.get('recognize_recipient_in_content');
  const delimiters = listOf(settings.get('thought_delimiters'));
  const [open, close] = delimiters;
  const splitter = splitterOf(settings);
  return {
    name: typeof settings.get('name') === 'string' ? String(settings.get('name')) : 'LLM-Agent',
    tools,
    useTools,
    // Both together are Langroid's own tools.
    useFunctionsApi: flag('use_functions_api', false) && !useTools,
    useToolsApi: flag('use_tools_api', true),
    systemMessage: String(settings.get('system_message') ?? 'You are a helpful assistant.'),
    searchEverywhere: flag('search_for_tools_everywhere', true),
    allowMultipleTools: flag('allow_multiple_tools', true),
    handleNoTool: settings.get('handle_llm_no_tool') ?? null,
    dropsTurns: settings.get('context_overflow_strategy') === 'drop_turns',
    ...(splitter !== undefined && { splitter }),
    ...(typeof recognizes === 'boolean' && { recognizesRecipient: recognizes }),
    ...(typeof open === 'string' && typeof close === 'string' && { thoughtDelimiters: [open, close] as const }),
  };
}

/** `parsing.splitter` of an agent's settings, where they say it. */
export function splitterOf(settings: PyDict): string | undefined {
  const parsing = settings.get('parsing');
  const splitter = isPyDict(parsing) ? parsing.get('splitter') : undefined;
  return typeof splitter === 'string' ? splitter : undefined;
}

/** The agent of plain settings: a definition's keys, or a list of tools. */
export function agentOf(settings: unknown, kind: ToolKind = 'ToolMessage'): Agent {
  const data = fromPlain(Array.isArray(settings) ? { tools: settings } : settings);
  const config = isPyDict(data) ? data : new Map<string, PyValue>();
  const type = config.get('type');
  return readAgent(config, type === 'XMLToolMessage' ? type : kind);
}

/** The tools that the model may use. */
export function usableTools(agent: Agent): readonly Tool[] {
  return [...agent.tools.values()].filter(({ use }) => use);
}

function listOf(value: PyValue | undefined): readonly PyValue[] {
  return value !== undefined && isPyList(value) ? value : [];
}

const textField = { type: 'string' };
const toolsField = {
  type: 'array',
  default: [],
  items: {
    type: 'object',
    title: 'ToolMessage',
    additionalProperties: true,
    properties: { request: textField, purpose: textField, id: { type: 'string', default: '' } },
    required: ['request', 'purpose'],
  },
};
const contentField = { type: 'string', default: '' };

/** Name, class, purpose and own fields of the tools by which an agent controls its task. */
const definitions: readonly (readonly [string, string, string, Readonly<Record<string, object>>])[] = [
  [
    'forward_tool',
    'ForwardTool',
    '\n    To forward the current message to an <agent>, where <agent> \n    could be the name of an agent, or an entity such as "user", "llm".\n    ',
    { agent: textField },
  ],
  [
    'done_tool',
    'DoneTool',
    '\n    To signal the current task is done, along with an optional message <content>\n    of arbitrary type (default None).\n    ',
    { content: contentField },
  ],
  [
    'agent_done_tool',
    'AgentDoneTool',
    '\n    To signal the current task is done, along with an optional message <content>\n    of arbitrary type (default None) and an \n    optional list of <tools> (default empty list).\n    ',
    { content: { default: null }, tools: toolsField },
  ],
  ['pass_tool', 'PassTool', '\n    To pass the current message so that other agents can handle it.\n    ', {}],
  [
    'done_pass_tool',
    'DonePassTool',
    '\n    To signal the current task is done, with results set to the current/incoming msg.\n    ',
    {},
  ],
  [
    'send_tool',
    'SendTool',
    '\n    To send message <content> to agent specified in <to> field.\n    ',
    { to: textField, content: contentField },
  ],
  [
    'agent_send_tool',
    'AgentSendTool',
    '\n    To send message <content> and <tools> to agent specified in <to> field. \n    ',
    { to: textField, content: contentField, tools: toolsField },
  ],
  ['result_tool', 'ResultTool', 'Ignored; Wrapper for a structured message', {}],
];

/** The eight tools that an agent handles with `enable_orchestration_tool_handling`; its model never sees them. */
const orchestrationTools: () => readonly Tool[] = once(() =>
  definitions.map(([request, title, purpose, fields]) => {
    const schema = {
      title,
      properties: fields,
      required: Object.keys(fields).filter(key => fields[key] === textField),
    };
    const tool = readTool(fromPlain({ request, purpose, schema, use: false }), 'ToolMessage');
    const isDone = request === 'done_tool';
    return {
      ...tool,
      isOrchestration: true,
      validate: value => tool.validate(isDone ? withTextContent(value) : value),
    };
  }),
);

/** `DoneTool` makes a string of whatever its content is. */
function withTextContent(value: PyDict): PyDict {
  const content = value.get('content');
  return content === undefined ? value : new Map([...value, ['content', content === null ? '' : pyStr(content)]]);
}
