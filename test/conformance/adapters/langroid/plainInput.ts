import { fromPlain, isPyDict, isPyList, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import type { ModelMessage } from '../../../../src/engine/core/result.ts';
import { responseText } from '../../../../src/engine/definition/answerReader.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import type { ResponseInput } from '../../../../src/engine/parsers/parser.ts';
import { type Agent, agentOf, readAgent } from '../../../../src/engine/systems/langroid/agent.ts';
import { readTool, type Tool, type ToolKind } from '../../../../src/engine/systems/langroid/tool.ts';
import type { HistoryTokenizer } from './historyTokenizer.ts';

/** A tool as a definition has it (`{ request, purpose, schema, … }`), plain data; its `kind` is `ToolMessage` unless it says otherwise. */
export type PlainTool = unknown;
/** A definition, the keys of one (`{ tools, agent }`), or a list of tools. */
export type PlainAgent = unknown;

/** The agent that is meant. Raises `EngineError` where a tool has no name. */
export function agentFrom(given: PlainAgent): Agent {
  const definition = given as Partial<Definition> | null | undefined;
  const config = definition?.source?.config;
  return config ? readAgent(config, kindOf(config.get('type'))) : agentOf(given);
}

/** The tool that is meant; of several the first. Raises like {@link agentFrom}. */
export function toolOf(given: PlainTool): Tool {
  const plain = fromPlain(given);
  const tools = isPyDict(plain) ? (plain.get('tools') ?? null) : null;
  return readTool(
    isPyList(tools) ? (tools[0] ?? null) : plain,
    kindOf(isPyDict(plain) ? plain.get('type') : undefined),
  );
}

function kindOf(type: PyValue | undefined): ToolKind {
  return type === 'XMLToolMessage' ? type : 'ToolMessage';
}

/** A response as a parser takes it. */
export function inputOf(response: string | ModelMessage): ResponseInput {
  const text = responseText(response);
  return typeof response === 'string' ? { text } : { text, message: response };
}

/** Only functions count: whatever else describes a tokenizer says nothing here. `splitter` is that of the agent's settings. */
export function cleanTokenizer({ count, truncate }: HistoryTokenizer, splitter: string | undefined): HistoryTokenizer {
  return {
    ...(typeof count === 'function' && { count }),
    ...(typeof truncate === 'function' && { truncate }),
    ...(splitter !== undefined && { splitter }),
  };
}
