import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { PyDict, PyList } from '../../core/pyValue.ts';
import { createParser, type ResponseParser } from '../../definition/index.ts';
import type { Conversation, ConversationMessage } from '../../messages/conversation.ts';
import type { Definition } from '../../parsers/definition.ts';
import { type ConversationParser, type ParserSources, parserOf } from '../instruction/conversationParser.ts';
import { placeInstruction } from '../instruction/placeInstruction.ts';
import { formattingFor } from '../otherVersions.ts';

/** What a model is asked with first. */
export interface RunStart {
  /** All that is sent, the instruction in its place: it names no parser, so that formatting adds none. */
  readonly conversation: Conversation;
  /** Messages at its end that stay behind what is added: the instruction, where the framework puts it last. */
  readonly behind: number;
  readonly definition: Definition;
  readonly parser: ResponseParser;
  /** Whether the definition reads answers of OpenAI's Responses API: `{ object: "response", status, output }`. */
  readonly readsResponsesApi: boolean;
  /** What the framework sets in a request beside its tools, see `FrameworkFeatures.binds`; absent: nothing. */
  readonly bound?: PyDict;
}

const nowhere = { start: 0, end: 0 };

/**
 * The conversation that an agent with this definition begins for a task: the instruction where the framework puts it, and
 * the task as what the user says; where the framework's own templates hold the task, their messages. A task can be a
 * conversation. A class that has no instruction is sent the task alone. Throws `EngineError` where the system raises for
 * the instruction.
 */
export async function startTask(
  definition: Definition,
  task: string | Conversation,
  host: Host = {},
): Promise<RunStart> {
  const parser = createParser(definition, host);
  await parser.prepare();
  if (typeof task !== 'string') return placed(task, parserParts(definition, parser));
  const { sendsNoInstruction } = definition.parserType.framework ?? {};
  const own = sendsNoInstruction || hasNoInstruction(definition) ? [] : parser.instructionMessages(task);
  const say = (role: string, content: string): ConversationMessage => ({ name: role, role, content, span: nowhere });
  if (own.some(({ role }) => role === 'user')) {
    const messages = own.map(({ role, text, isExample }): ConversationMessage => {
      const message = say(role, text);
      return isExample && role === 'user' ? { ...message, withNext: true } : message;
    });
    return startOf({ messages }, 0, definition, parser);
  }
  return placed({ messages: [say('user', task)] }, parserParts(definition, parser));
}

/**
 * The conversation of a file as its agent would send it. Throws `EngineError` where it names no parser, where the parser
 * cannot be had, and what the system raises for the instruction.
 */
export async function startConversation(
  conversation: Conversation,
  sources: ParserSources = {},
  host: Host = {},
): Promise<RunStart> {
  const own = await parserOf(conversation, sources, host);
  if (!own)
    throw new EngineError(
      'ParserNotFound',
      'The conversation names no `parser`, so nothing says how its answer is read. Add "parser": "FILE#NAME".',
    );
  return placed(conversation, own);
}

function hasNoInstruction({ parserType, source }: Definition): boolean {
  const has = parserType.framework?.hasNoInstruction;
  return typeof has === 'function' ? has(source.config) : has === true;
}

function placed(written: Conversation, own: ConversationParser): RunStart {
  const { conversation, index } = placeInstruction(written, hasNoInstruction(own.definition) ? undefined : own);
  const { parser: _, ...rest } = conversation;
  const { definition, parser } = own;
  const isLast = index !== undefined && index > 0;
  return startOf(rest, isLast ? conversation.messages.length - index : 0, definition, parser);
}

function startOf(request: Conversation, behind: number, definition: Definition, parser: ResponseParser): RunStart {
  const readsResponsesApi = definition.parserType.framework?.readsResponsesApi?.(definition.source) ?? false;
  const name = 'OpenAIResponseChatFormatter';
  const own = formattingFor(request.agentscopeVersion)?.renamed[name] ?? name;
  const conversation = readsResponsesApi ? { formatter: own, ...request } : request;
  const bound = definition.parserType.framework?.binds?.(definition.source);
  const tools = withTools(conversation, parser.tools());
  return { conversation: tools, behind, definition, parser, readsResponsesApi, ...(bound && { bound }) };
}

/** A conversation with the functions of its definition, unless it lists its own. */
function withTools(conversation: Conversation, tools: PyList): Conversation {
  return conversation.tools || tools.length === 0 ? conversation : { ...conversation, tools };
}

function parserParts(definition: Definition, parser: ResponseParser): ConversationParser {
  return {
    definition,
    parser,
    instruction: () => parser.formatInstruction(),
    messages: () => parser.instructionMessages(),
  };
}
