import { type Problem, type ProblemCode, problem } from '../../../core/problem.ts';
import { isPyDict } from '../../../core/pyValue.ts';
import { fnmatch, pyTruth, urlParse } from '../../../python/index.ts';
import { localPath } from '../formatters/mediaBytes.ts';
import type { FormatterType2 } from '../formatters/registry.ts';
import type { DataSource } from '../messages/block.ts';
import type { LoadedConversation, PlacedBlock } from './loadedConversation.ts';

/** What the formatter drops, raises for or writes elsewhere, and texts that end their own history. */
export function checkBlocks({ blocks, type, inputTypes, takes }: LoadedConversation): Problem[] {
  const problems: Problem[] = [];
  for (const placed of blocks) {
    const say = (code: ProblemCode, text: string) => problems.push(problem(code, text, placed.span));
    const { block } = placed;
    if (block.type === 'data') checkPath(placed, say);
    if (!type) continue;
    const { message } = placed.message;
    const isSystem = type.multiAgent && placed.message.index === 0 && message.role === 'system';
    if (block.type === 'data' && !isSystem) checkMedium(placed, block.source, type, { inputTypes, takes }, say);
    if (placed.inside) continue;
    if ((block.type === 'hint' || block.type === 'thinking') && placed.message.isTalk)
      say(
        'unsupported-block',
        `${type.name} drops every block of type \`${block.type}\` in a message without tools, without a word.`,
      );
    else if (block.type === 'thinking' && isDropped(placed, type, inputTypes))
      say('unsupported-block', `${type.name} drops ${thoughtWords(type)}, without a word.`);
    if (block.type === 'text' && placed.message.isTalk && block.text.includes('</history>'))
      say(
        'history-tag',
        '`</history>` in this text ends the history that the formatter puts it into: texts are not escaped.',
      );
  }
  return problems;
}

type Say = (code: ProblemCode, text: string) => void;

function thoughtWords({ thinking }: FormatterType2): string {
  return thinking === 'signed'
    ? 'what the model thought where the provider gave no sign with it'
    : 'what the model thought';
}

/** Whether the formatter leaves out what the model thought. */
export function isDropped(
  { block: { written } }: PlacedBlock,
  type: FormatterType2,
  inputTypes: readonly string[],
): boolean {
  if (type.thinking === 'kept') return false;
  if (type.thinking === 'dropped')
    return !(type.provider === 'DashScope' && inputTypes.includes('application/x-thinking'));
  const signs = type.provider === 'Anthropic' ? ['signature', 'redacted_thinking_data'] : ['reasoning_item_id'];
  return !signs.some(key => pyTruth(written.get(key) ?? null));
}

/** A blank or a letter outside ASCII stays percent-encoded, and no file has that name. */
function checkPath({ block }: PlacedBlock, say: Say): void {
  const source = block.written.get('source');
  const url = source !== undefined && isPyDict(source) ? source.get('url') : undefined;
  const path = typeof url === 'string' ? localPath(url) : undefined;
  if (path === undefined || !path.includes('%')) return;
  say(
    'unopened-path',
    `AgentScope 2 opens \`${path}\` as it stands here, percent-encoded, and finds no such file: rename the file, without blanks and letters outside ASCII.`,
  );
}

function checkMedium(
  placed: PlacedBlock,
  source: DataSource,
  type: FormatterType2,
  { inputTypes, takes }: Pick<LoadedConversation, 'inputTypes' | 'takes'>,
  say: Say,
): void {
  const { inside } = placed;
  const { mediaType } = source;
  const main = mediaType.split('/', 1)[0]!;
  const isXai = type.provider === 'xAI';
  const isAllowed =
    isXai ||
    inputTypes.some(pattern => pattern.includes('/') && pattern !== 'text/plain' && fnmatch(mediaType, pattern));
  const hasForm = takes.some(each => each === '*' || each === main || each === mediaType);
  const isSent =
    isAllowed && hasForm && !(isXai && placed.message.message.role === 'assistant' && inside?.type !== 'hint');
  if (inside?.type === 'tool_result' && type.provider !== 'Anthropic' && (isXai || !isAllowed)) {
    if (isXai)
      say(
        'saved-media',
        `${type.name} prints this medium into the text as Python prints its block, with all its data.`,
      );
    else if (source.type === 'base64')
      say(
        'saved-media',
        `${type.name} saves this medium to a temporary file that stays, and tells the model its path.`,
      );
    return;
  }
  if (placed.message.isTalk && (type.provider === 'DeepSeek' || isXai)) {
    say('unsupported-block', `${type.name} drops media in a message without tools, without a word.`);
    return;
  }
  if (!isSent && !(inside?.type === 'hint' && type.provider === 'DeepSeek') && inside?.type !== 'tool_result') {
    const how = isXai && placed.message.message.role === 'assistant' ? 'without a word' : 'with a warning in the log';
    say('unsupported-block', `${type.name} drops \`${mediaType}\`, ${how}.`);
    return;
  }
  if (isSent && main === 'audio' && ['OpenAI', 'Moonshot'].includes(type.provider)) checkAudio(source, type, say);
}

function checkAudio(source: DataSource, type: FormatterType2, say: Say): void {
  if (source.type === 'base64') {
    if (!['audio/wav', 'audio/mp3', 'audio/mpeg'].includes(source.mediaType))
      say(
        'refused-audio',
        `${type.name} raises for \`${source.mediaType}\`, and nothing is sent: it takes wav and mp3 alone.`,
      );
    return;
  }
  const path = localPath(source.url) ?? urlParse(source.url).path;
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (!['wav', 'mp3'].includes(extension))
    say(
      'refused-audio',
      `${type.name} raises, and nothing is sent: it goes by the ending of the address, which has to be \`.wav\` or \`.mp3\`.`,
    );
}
