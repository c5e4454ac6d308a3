import { type Problem, problem } from '../../../core/problem.ts';
import { isPyList } from '../../../core/pyValue.ts';
import { contextOf } from '../compression/contextConfig.ts';
import { isAllowed, mainType } from '../formatters/formatContext.ts';
import { localPath } from '../formatters/mediaBytes.ts';
import type { DataSource } from '../messages/block.ts';
import { agentscope2Tag, agentscope2Version } from '../versions.ts';
import type { LoadedConversation, PlacedBlock } from './loadedConversation.ts';

/** Where tag 2.0.6 makes another payload than the state some days after it, `2.0.6+`; and a note for later releases, which are followed as that. */
export function checkTag(loaded: LoadedConversation, version: string | undefined): Problem[] {
  const { conversation, blocks } = loaded;
  const named = version?.trim().replace(/^v/, '');
  const span = conversation.optionSpans?.agentscope_version;
  if (named === agentscope2Version) return [];
  if (named !== agentscope2Tag) {
    const text = `AgentScope ${named} is followed as \`${agentscope2Version}\`, the state after tag 2.0.6: no other is held to recordings of the running code.`;
    return span ? [problem('other-in-tag', text, span)] : [];
  }
  const found: Problem[] = [];
  for (const placed of blocks) {
    const difference = differenceOf(placed, loaded);
    if (difference !== undefined) found.push(problem('other-in-tag', `Tag 2.0.6 ${difference}.`, placed.span));
  }
  const context = conversation.optionSpans?.context;
  if (!context) return found;
  const config = contextOf(conversation)?.config;
  if (config?.triggerRatio === 0.9)
    found.push(problem('other-in-tag', 'Tag 2.0.6 refuses a `trigger_ratio` of 0.9.', context));
  const images = blocks.filter(({ block }) => block.type === 'data' && mainType(block.source) === 'image').length;
  if (config && images > config.maxImageNum)
    found.push(
      problem(
        'other-in-tag',
        `Tag 2.0.6 has no \`max_image_num\`: no image is replaced, where \`2.0.6+\` keeps ${config.maxImageNum}.`,
        context,
      ),
    );
  return found;
}

function differenceOf(placed: PlacedBlock, { type, conversation }: LoadedConversation): string | undefined {
  const { block, inside, message } = placed;
  if (block.type !== 'data' || !type) return undefined;
  // A MultiAgent formatter takes texts alone of a first system message, and loses hints in a history.
  const isLost =
    (type.multiAgent && message.index === 0 && message.message.role === 'system') ||
    (message.isTalk && inside?.type === 'hint');
  if (isLost) return undefined;
  const { source } = block;
  const own = conversation.inputTypes;
  const patterns = own !== undefined && isPyList(own) ? own.filter(each => typeof each === 'string') : type.inputTypes;
  if (!isAllowed(source, { inputTypes: patterns })) return undefined;
  switch (source.mediaType) {
    case 'application/pdf': {
      // Gemini sends whatever is allowed: the tag only allows no documents by itself.
      const isSame = !takesPdf.includes(type.provider) || (type.provider === 'Gemini' && own !== undefined);
      return isSame ? undefined : 'knows no documents: it drops this one, which `2.0.6+` sends';
    }
    case 'audio/mpeg':
      if (source.type === 'base64' && ['OpenAI', 'Moonshot'].includes(type.provider))
        return 'raises for `audio/mpeg`, which `2.0.6+` sends: it takes `audio/wav` and `audio/mp3` alone';
  }
  if (type.provider === 'DashScope' && isOtherSound(source))
    return 'sends sound as bare base64, and the format of `audio/mpeg` as `mpeg`; `2.0.6+` sends a data URL, and `mp3`';
  if (type.provider === 'Ollama' && mainType(source) === 'image' && isBeforeCall(placed))
    return 'loses an image before a call; `2.0.6+` sends it with the call';
  return undefined;
}

/** Providers whose media may be documents after the tag. */
const takesPdf = ['OpenAI', 'OpenAI Responses', 'Anthropic', 'Gemini', 'Moonshot'];

function isOtherSound(source: DataSource): boolean {
  if (mainType(source) !== 'audio') return false;
  return source.type === 'base64' || localPath(source.url) !== undefined || source.mediaType === 'audio/mpeg';
}

/** Whether a block is still collected when a call comes: hints and results emit it first. */
function isBeforeCall({ block, message: { message } }: PlacedBlock): boolean {
  const behind = message.blocks.slice(message.blocks.indexOf(block) + 1);
  const next = behind.find(({ type }) => type === 'tool_call' || type === 'tool_result' || type === 'hint');
  const isEmpty = block.type === 'data' && block.source.type === 'base64' && block.source.data === '';
  return message.blocks.includes(block) && next?.type === 'tool_call' && !isEmpty;
}
