import { agentscope2Version } from '../../../core/agentscopeReleases.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import { localPath } from '../formatters/mediaBytes.ts';
import type { LoadedConversation, PlacedBlock } from './loadedConversation.ts';

/** Where tag 2.0.6 makes another payload than what is followed here, which is the state some days after it; and a note for later releases. */
export function checkTag(loaded: LoadedConversation, version: string | undefined): Problem[] {
  const { conversation, blocks } = loaded;
  const named = version?.trim().replace(/^v/, '');
  const span = conversation.optionSpans?.agentscope_version;
  if (named === agentscope2Version) return [];
  if (named !== '2.0.6') {
    const text = `AgentScope ${named} is followed as \`${agentscope2Version}\`, the state after tag 2.0.6: no other is held to recordings of the running code.`;
    return span ? [problem('other-in-tag', text, span)] : [];
  }
  const found: Problem[] = [];
  for (const placed of blocks) {
    const difference = differenceOf(placed, loaded);
    if (difference !== undefined) found.push(problem('other-in-tag', `Tag 2.0.6 ${difference}.`, placed.span));
  }
  const context = conversation.optionSpans?.context;
  if (context && conversation.context?.get('trigger_ratio') === 0.9)
    found.push(problem('other-in-tag', 'Tag 2.0.6 refuses a `trigger_ratio` of 0.9.', context));
  if (context && conversation.context?.has('max_image_num'))
    found.push(problem('other-in-tag', 'Tag 2.0.6 has no `max_image_num`: no image is replaced.', context));
  return found;
}

function differenceOf({ block, message }: PlacedBlock, { type }: LoadedConversation): string | undefined {
  if (block.type !== 'data' || !type) return undefined;
  const { source } = block;
  const isLocal = source.type === 'base64' || localPath(source.url) !== undefined;
  if (source.mediaType === 'application/pdf' && type.provider !== 'Gemini') return 'knows no pdf, and drops it';
  if (source.type === 'base64' && source.mediaType === 'audio/mpeg' && ['OpenAI', 'Moonshot'].includes(type.provider))
    return 'raises for `audio/mpeg`: it takes `audio/wav` and `audio/mp3` alone';
  if (type.provider === 'DashScope' && source.mediaType.startsWith('audio/') && isLocal)
    return 'sends sound as bare base64, and the format of `audio/mpeg` as `mpeg`';
  const isBeforeCall = message.message.blocks
    .slice(message.message.blocks.indexOf(block))
    .some(each => each.type === 'tool_call');
  if (type.provider === 'Ollama' && isBeforeCall) return 'sends an image before a call in a later message';
  return undefined;
}
