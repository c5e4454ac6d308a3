import { EngineError } from '../../../core/errors.ts';
import { nearestName } from '../../../core/nearestName.ts';
import { type Problem, type ProblemCode, problem } from '../../../core/problem.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import { checkTurns, sayTo, type Turn } from '../../../messages/checkTurns.ts';
import type { Conversation } from '../../../messages/conversation.ts';
import type { FormattingNames } from '../../../messages/conversationFormatting.ts';
import { checkRatios, contextOf, writtenContext } from '../compression/contextConfig.ts';
import { type ConversationPlan, losesNewestUser, planConversation } from '../compression/planConversation.ts';
import { isAllowed } from '../formatters/formatContext.ts';
import { constructFormatter } from '../formatters/formatMessages2.ts';
import { type FormatterType2, formatterTypes2, renamedFormatters } from '../formatters/registry.ts';
import { stableDrawn } from '../messages/readMsg.ts';
import { agentscope2Version, isAgentScope2Tag } from '../versions.ts';
import { checkBlocks, isDropped } from './checkBlocks.ts';
import { checkCalls } from './checkCalls.ts';
import { checkTag } from './checkTag.ts';
import {
  type LoadedConversation,
  type LoadedMessage,
  loadConversation,
  type PlacedBlock,
} from './loadedConversation.ts';

/** Turns of the payload in an order that the provider refuses, among them media that are presented between two results. Linear. */
function checkOrder(loaded: LoadedConversation, isKept: (index: number) => boolean): Problem[] {
  const { type } = loaded;
  if (!type) return [];
  const problems: Problem[] = [];
  checkTurns(turnsOf2(loaded, type, isKept), type.provider, type.rules, sayTo(problems, type.rules));
  return problems;
}

/** The turns that a formatter of AgentScope 2 makes of the messages that are kept. */
function turnsOf2(loaded: LoadedConversation, type: FormatterType2, isKept: (index: number) => boolean): Turn[] {
  const blocksOf = new Map<LoadedMessage, PlacedBlock[]>(loaded.messages.map(message => [message, []]));
  for (const placed of loaded.blocks) if (!placed.inside) blocksOf.get(placed.message)?.push(placed);
  const turns: Turn[] = [];
  let inTalk = false;
  for (const message of loaded.messages.filter(({ index }) => isKept(index))) {
    const { role } = message.message;
    if (message.isTalk && !(role === 'system' && message.index === 0)) {
      if (!inTalk) turns.push({ role: 'user', calls: [], span: message.span });
      inTalk = true;
      continue;
    }
    inTalk = false;
    turns.push(...chatTurns(message, blocksOf.get(message) ?? [], loaded, type));
  }
  return turns;
}

/** What is said and called before a result or a hint is a turn of its own, and so is each of those. */
function chatTurns(
  { message: { role } }: LoadedMessage,
  blocks: readonly PlacedBlock[],
  { inputTypes }: LoadedConversation,
  type: FormatterType2,
): Turn[] {
  const turns: Turn[] = [];
  let pending: PlacedBlock[] = [];
  const flush = () => {
    const [first] = pending;
    const calls = pending.flatMap(({ block }) => (block.type === 'tool_call' ? [block.id] : []));
    if (first) turns.push({ role, calls, span: first.span });
    pending = [];
  };
  for (const placed of blocks) {
    const { block, span } = placed;
    if (block.type === 'hint' || block.type === 'tool_result') flush();
    if (block.type === 'hint') turns.push({ role: 'user', calls: [], span });
    else if (block.type === 'tool_result') {
      turns.push({ role: 'tool', calls: [], result: block.id, span });
      const { output } = block;
      const isPresented =
        type.style.presents &&
        typeof output !== 'string' &&
        output.some(each => each.type === 'data' && isAllowed(each.source, { inputTypes }));
      if (isPresented) turns.push({ role: 'user', calls: [], presented: true, span });
    } else if (isSent(placed, type, inputTypes)) pending.push(placed);
  }
  flush();
  return turns;
}

/** Whether a block is something of the payload, by itself. */
function isSent(placed: PlacedBlock, type: FormatterType2, inputTypes: readonly string[]): boolean {
  const { block } = placed;
  if (block.type === 'thinking') return !isDropped(placed, type, inputTypes);
  if (block.type === 'data') return isAllowed(block.source, { inputTypes });
  return block.type !== 'text' || block.text !== '';
}

/** Options of AgentScope 1 that the classes of 2 accept and ignore, with what comes nearest. */
const ignored: Readonly<Record<string, string>> = {
  max_tokens:
    'nothing is cut. What comes nearest is `context`: an agent compresses from `context_size × trigger_ratio` on.',
  token_counter: 'there is one estimate, bytes / 4. ParserLens shows what this counter counts beside it.',
  truncation: 'nothing is cut.',
  history_processors: 'nothing is cut.',
  module: 'there is no formatter `custom` for it here.',
  promote_tool_result_images: 'images of results are presented wherever `input_types` allow them.',
  promote_tool_result_audios: 'sounds of results are presented wherever `input_types` allow them.',
  promote_tool_result_videos: 'videos of results are presented wherever `input_types` allow them.',
};

/**
 * Problems of a conversation for AgentScope 2 that reading does not know: options without effect, names that do not exist,
 * what fails silently, and what the provider refuses of the messages that are kept. Pure, offline, linear. Never throws.
 */
export function checkConversation2(
  conversation: Conversation,
  names: FormattingNames,
  isKept: (index: number) => boolean = () => true,
): Problem[] {
  const loaded = loadConversation(conversation, names);
  return [
    ...checkOptions(conversation, names),
    ...checkBlocks(loaded),
    ...checkCalls(loaded),
    ...checkOrder(loaded, isKept),
    ...checkCompression(loaded, names.agentscopeVersion),
    ...checkTag(loaded, names.agentscopeVersion),
  ].sort((a, b) => a.span.start - b.span.start);
}

function checkOptions(conversation: Conversation, { formatter: name, agentscopeVersion }: FormattingNames): Problem[] {
  const { optionSpans = {}, formatter, context, inputTypes, conversationHistoryPrompt } = conversation;
  const type = formatterTypes2.find(each => each.name === name);
  const isTag = isAgentScope2Tag(agentscopeVersion);
  const problems: Problem[] = [];
  const say = (code: ProblemCode, key: string, message: string) => {
    const span = optionSpans[key];
    if (span) problems.push(problem(code, message, span));
  };
  for (const [key, words] of Object.entries(ignored))
    if (optionSpans[key]) say('ignored-option', key, `AgentScope 2 ignores \`${key}\`: ${words}`);
  if (formatter !== undefined && !formatterTypes2.some(each => each.name === formatter) && optionSpans.formatter)
    problems.push(unknownFormatter2(formatter, optionSpans.formatter));
  const attempt = (key: string, check: () => unknown) => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      say('wrong-shape', key, `AgentScope raises ${error.class}: ${error.message}`);
    }
  };
  const options = (key: string, value: PyValue | undefined) => {
    if (type && value !== undefined) attempt(key, () => constructFormatter(type, new Map([[key, value]]), isTag));
  };
  options('input_types', inputTypes);
  options('conversation_history_prompt', conversationHistoryPrompt);
  if (context) attempt('context', () => checkRatios(writtenContext(context, undefined, agentscopeVersion).config));
  return problems;
}

/** What is said of a formatter that AgentScope 2 does not have. */
function unknownFormatter2(name: string, span: Problem['span']): Problem {
  const near = Object.hasOwn(renamedFormatters, name)
    ? renamedFormatters[name]
    : nearestName(
        name,
        formatterTypes2.map(each => each.name),
      );
  const there = `AgentScope 2 (\`${agentscope2Version}\`) has no formatter \`${name}\`.`;
  if (near === undefined) return problem('unknown-formatter', there, span);
  const fixes = [{ title: `Change to "${near}"`, edits: [{ span, text: JSON.stringify(near) }] }];
  return problem('unknown-formatter', `${there} Did you mean \`${near}\`?`, span, fixes);
}

/** The newest message of the user's where compression takes it away; what the agent raises instead of compressing. */
function checkCompression(
  { conversation, messages, isWhole }: LoadedConversation,
  version: string | undefined,
): Problem[] {
  const context = contextOf(conversation, undefined, version);
  if (!context || !isWhole) return [];
  const plain = messages.map(({ message }) => message);
  let planned: ConversationPlan;
  try {
    planned = planConversation(plain, conversation, context, stableDrawn());
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const span = conversation.optionSpans?.context;
    const isTold = error.class === 'ValueError' || error.class === 'ValidationError';
    return span && !isTold ? [problem('wrong-shape', `AgentScope raises ${error.class}: ${error.message}`, span)] : [];
  }
  const { cut } = planned.plan.split ?? {};
  if (!cut || !losesNewestUser(plain, cut.message + planned.leading, cut.block)) return [];
  const newest = messages.findLast(({ message }) => message.role === 'user');
  const text =
    'Compression takes this message away, though it is the newest of the user’s: the model then sees it only in the summary. Make `context_size` or `reserve_ratio` larger.';
  return newest ? [problem('newest-compressed', text, newest.span)] : [];
}
