import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { orchestrationTools } from './orchestrationTools.ts';
import { readTool, type Tool, type ToolKind } from './tool.ts';

/** The settings of an agent that change what its model is told and how answers are read. */
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
