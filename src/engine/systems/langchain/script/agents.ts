import { PairSearch } from '../../../text/index.ts';
import {
  LangchainError,
  scriptErrorText,
  scriptException,
  scriptJsonParse,
  scriptSyntaxError,
} from '../langchainError.ts';
import { type ElementName, StepElements } from '../stepParts.ts';

/** What an agent's parser gives: a call, or the answer. */
export type AgentStep =
  | { readonly tool: unknown; readonly toolInput: unknown; readonly log: string }
  | { readonly returnValues: { readonly output: unknown }; readonly log: string };

const marker = 'Final Answer:';

/** The failure that agents' parsers wrap: it has the text in its message only. */
function agentFailure(text: string, error: unknown): LangchainError {
  return scriptException(`Failed to parse. Text: "${text}". Error: ${scriptErrorText(error)}`);
}

/** What stands between the first two quotes of four, as V8 takes `JSON.parse(x)` apart: `null` has no keys. */
function actionOf(text: string): { readonly action: unknown; readonly action_input: unknown } {
  const value = scriptJsonParse(text);
  if (value === null || value === undefined)
    throw new LangchainError(
      'TypeError',
      `Cannot destructure property 'action' of 'JSON.parse(...)' as it is ${String(value)}.`,
    );
  const { action, action_input } = value as Readonly<Record<string, unknown>>;
  return { action, action_input };
}

/** `ChatAgentOutputParser.parse`. Throws `OutputParserException`. */
export function parseChatAgent(text: string): AgentStep {
  if (text.includes(marker) || !text.includes('"action":'))
    return { returnValues: { output: (text.split(marker).at(-1) ?? '').trim() }, log: text };
  const part = text.includes('```') ? (text.trim().split(/```(?:json)?/)[1] ?? '') : text.trim();
  try {
    const response = scriptJsonParse(part.trim()) as Readonly<Record<string, unknown>>;
    return { tool: response.action, toolInput: response.action_input, log: text };
  } catch (error) {
    if (!(error instanceof LangchainError || error instanceof TypeError)) throw scriptSyntaxError(error);
    throw scriptException(`Unable to parse JSON response from chat agent.\n\n${text}`);
  }
}

/** `ChatConversationalAgentOutputParser.parse`. Throws `OutputParserException`. */
export function parseConversationalAgent(text: string): AgentStep {
  let json = text.trim();
  if (json.includes('```')) {
    const fence = json.includes('```json') ? '```json' : '```';
    const first = json.indexOf(fence);
    if (json.indexOf('action_input') > first) {
      json = json.slice(first + fence.length).trimStart();
      const last = json.lastIndexOf('```');
      if (last >= 0) json = json.slice(0, last).trimEnd();
    }
  }
  try {
    const { action, action_input } = actionOf(json);
    if (action === 'Final Answer') return { returnValues: { output: action_input }, log: text };
    return { tool: action, toolInput: action_input, log: text };
  } catch (error) {
    throw agentFailure(text, error);
  }
}

/** `StructuredChatOutputParser.parse`. Throws `OutputParserException`. */
export function parseStructuredChat(text: string): AgentStep {
  try {
    const first = text.indexOf('```');
    const last = text.lastIndexOf('```');
    if (first < 0 || last < first + 3)
      throw scriptException(
        'Could not parse an action. The agent action must be within a markdown code block, and "action" must be a provided tool or "Final Answer"',
      );
    const from = text.startsWith('json', first + 3) && last >= first + 7 ? first + 7 : first + 3;
    const { action, action_input } = actionOf(text.slice(from, last).trim());
    if (action === 'Final Answer') return { returnValues: { output: action_input }, log: text };
    return { tool: action, toolInput: action_input || {}, log: text };
  } catch (error) {
    throw agentFailure(text, error);
  }
}

/** The search for the tool of a zero-shot step, which stands between the labels of tool and input; in a text that is whole or grows. */
export function zeroShotTool(): PairSearch {
  return new PairSearch('Action:', '\nAction Input:');
}

/** `ZeroShotAgentOutputParser.parse`. Throws `OutputParserException`. */
export function parseZeroShot(text: string, finishToolName = marker): AgentStep {
  const finish = finishToolName || marker;
  if (text.includes(finish)) return { returnValues: { output: (text.split(finish).at(-1) ?? '').trim() }, log: text };
  const { opened, closed } = zeroShotTool().readWhole(text);
  if (!opened) throw scriptException(`Could not parse LLM output: ${text}`);
  const tool = text.slice(opened.end, closed?.inner.end).trim();
  return { tool, toolInput: closed ? withoutQuotes(text.slice(closed.span.end).trim()) : '', log: text };
}

const lineEnd = /[\n\r\u2028\u2029]/g;

/**
 * What `/Action\s*\d*\s*:[\s]*(.*?)[\s]*Action\s*\d*\s*Input\s*\d*\s*:[\s]*(.*)/` matches, in linear time: run as it stands,
 * it takes the cube of the length for an action that is followed by blanks. An action counts when the first input behind it
 * has nothing but blanks between it and the action's line.
 */
function reActAction(text: string): { readonly tool: string; readonly input: string } | undefined {
  const actions = /Action\s*(?:\d+\s*)?:\s*/g;
  const inputs = /Action\s*(?:\d+\s*)?Input\s*(?:\d+\s*)?:\s*/g;
  let found: RegExpExecArray | null = null;
  let toolEnd = 0;
  let breakAt = -1;
  while (actions.exec(text)) {
    const start = actions.lastIndex;
    if (!found || found.index < start) {
      inputs.lastIndex = start;
      found = inputs.exec(text);
      if (!found) return undefined;
      toolEnd = text.slice(start, found.index).trimEnd().length + start;
    }
    if (breakAt < start) breakAt = nextLineEnd(text, start);
    if (breakAt >= toolEnd)
      return {
        tool: text.slice(start, Math.max(start, toolEnd)),
        input: text.slice(inputs.lastIndex, nextLineEnd(text, inputs.lastIndex)),
      };
  }
  return undefined;
}

/** Where a line ends for a pattern's dot. */
function nextLineEnd(text: string, from: number): number {
  lineEnd.lastIndex = from;
  return lineEnd.exec(text)?.index ?? text.length;
}

/** `text.replace(/^("+)(.*?)(\1)$/, '$2')` in linear time: removes as many quotes as both ends have, on a single line. */
function withoutQuotes(text: string): string {
  if (nextLineEnd(text, 0) < text.length) return text;
  const most = Math.floor(text.length / 2);
  let quotes = 0;
  while (quotes < most && text[quotes] === '"' && text[text.length - 1 - quotes] === '"') quotes++;
  return text.slice(quotes, text.length - quotes);
}

/** `ReActSingleInputOutputParser.parse`. Throws `OutputParserException`. */
export function parseReAct(text: string): AgentStep {
  const hasAnswer = text.includes(marker);
  const action = reActAction(text);
  if (action) {
    if (hasAnswer)
      throw scriptException(`Parsing LLM output produced both a final answer and a parse-able action:: ${text}`);
    return { tool: action.tool, toolInput: action.input.trim().replace(/^"|"$/g, ''), log: text };
  }
  if (hasAnswer) return { returnValues: { output: (text.split(marker)[1] ?? '').trim() }, log: text };
  throw scriptException(`Could not parse LLM output: ${text}`);
}

/** `XMLAgentOutputParser.parse`. Throws `OutputParserException`. */
export function parseXmlAgent(text: string): AgentStep {
  const parts = new Map<ElementName, string>();
  let hasTool = false;
  let hasAnswer = false;
  const elements = new StepElements({
    begins(name) {
      hasAnswer ||= name === 'final_answer';
    },
    ends(name, inner) {
      hasTool ||= name === 'tool';
      if (inner && !parts.has(name)) parts.set(name, text.slice(inner.start, inner.end));
    },
  });
  elements.take(text, 0);
  const { open } = elements;
  // Input and answer may end with the text.
  if (open && open.name !== 'tool' && !parts.has(open.name)) parts.set(open.name, text.slice(open.start));
  const of = (name: ElementName) => parts.get(name) ?? '';
  if (hasTool) return { tool: of('tool'), toolInput: of('tool_input'), log: text };
  if (!hasAnswer) throw scriptException(`Could not parse LLM output: ${text}`);
  return { returnValues: { output: of('final_answer') }, log: text };
}
