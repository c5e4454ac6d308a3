import type { ReleaseRule } from '../../core/agentscopeReleases.ts';
import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { isFileUrl, withoutFilePrefix } from '../../messages/media.ts';
import { contentBlocks, get, textContent } from '../../messages/msg.ts';
import { providerRules } from '../../messages/providerRules.ts';
import { guessMimeType, pyGetItem, pyJoin, pyStr, pyTruth } from '../../python/index.ts';
import { encodeBase64 } from '../../text/index.ts';
import { dataUrl, dict, isOneOf, jsonCall, toolMessage, warnUnsupported } from './chatBlocks.ts';
import type { ChangedSupport, FormatContext, FormatterType, Promotes, ProviderStyle } from './formatter.ts';
import { historyBlocks } from './historyBlocks.ts';
import { promotedMessage, promotionOf } from './promotion.ts';

const mediaContents: ReleaseRule = {
  since: '1.0.9',
  summary: 'DashScope: what is promoted out of a tool result is called media contents, not image contents',
};
const video: ReleaseRule = { since: '1.0.9', summary: 'DashScope: video is converted like images and audio' };
const noNullText: ReleaseRule = {
  since: '1.0.13',
  summary: 'DashScope: a message of calls alone has the content `[]`, not `[{"text": null}]`, and null text is kept',
};
const filePaths: ReleaseRule = {
  since: '1.0.17',
  summary: 'DashScope: a `file://` address of an existing file becomes a path that does not exist (until 1.0.18)',
};
const inlinedFiles: ReleaseRule = {
  since: '1.0.19',
  summary: 'DashScope: local files are put into the payload, and `file://` is cut off',
};
const refusedSources: ReleaseRule = {
  since: '1.0.19',
  summary: 'DashScope: an unknown type of source is an error in a history too',
};

const open = '<history>\n';

const style: ProviderStyle = {
  open,
  async chat(msg, _index, context, promote) {
    const messages: PyDict[] = [];
    const content: PyDict[] = [];
    const calls: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (type === 'text') content.push(dict({ text: get(block, 'text') }));
      else if (isMedium(type, context)) content.push(await mediumItem(block, type, context));
      else if (type === 'tool_use') calls.push(jsonCall(block));
      else if (type === 'tool_result') {
        const { message, output } = await toolMessage(block, context);
        messages.push(message);
        const { promotes, rules } = context;
        const kinds = promotes.size > 0 && output.media.some(({ kind }) => promotes.has(kind));
        const promotion = promotionOf(
          block,
          output.media,
          kinds && rules.follows(mediaContents) ? 'media' : 'image',
          context,
        );
        if (promotion) promote(promotedMessage(promotion));
      } else warnUnsupported(type, context);
    }
    const isOnlyNull = content.length === 1 && content[0]!.has('text') && content[0]!.get('text') === null;
    // The same thing with calls, whatever the release.
    const isOdd = isOnlyNull ? calls.length === 0 : content.length === 0 && calls.length > 0;
    const keepsEmpty = isOdd && context.rules.follows(noNullText);
    if (calls.length > 0 || (content.length > 0 && (!isOnlyNull || keepsEmpty))) {
      const items = content.length > 0 || keepsEmpty ? content : [dict({ text: null })];
      const message = dict({ role: msg.role, content: joinPureText(items) });
      if (calls.length > 0) message.set('tool_calls', calls);
      messages.push(message);
    }
    return messages;
  },

  system: (msg, { rules }) => dict({ role: 'system', content: textContent(msg, rules) }),

  async conversation(run, prompt, context) {
    const content = await historyBlocks(run, prompt, {
      open,
      text: text => dict({ text }),
      tag: text => dict({ text }),
      async medium(block, type) {
        if (!isMedium(type, context)) return undefined;
        const kind = pyGetItem(pyGetItem(block, 'source'), 'type');
        if (isOneOf(kind, ['url', 'base64']) || context.rules.follows(refusedSources))
          return [await mediumItem(block, type, context)];
        warnUnsupported(type, context);
        return [];
      },
    });
    return content.length > 0 ? [dict({ role: 'user', content: joinPureText(content) })] : [];
  },
};

function isMedium(type: PyValue, { rules }: FormatContext): type is 'image' | 'audio' | 'video' {
  return isOneOf(type, ['image', 'audio']) || (type === 'video' && rules.follows(video));
}

/** `{image: url}`, `{audio: url}` or `{video: url}`. */
async function mediumItem(block: PyValue, type: string, context: FormatContext): Promise<Map<string, PyValue>> {
  const source = pyGetItem(block, 'source');
  const kind = pyGetItem(source, 'type');
  if (kind === 'base64') return dict({ [type]: dataUrl(source) });
  if (kind === 'url') return dict({ [type]: await mediumUrl(pyGetItem(source, 'url'), context) });
  throw new EngineError(
    'NotImplementedError',
    `Unsupported source type '${pyStr(get(source, 'type'))}' for ${type} block.`,
  );
}

/** An existing file by its data, before 1.0.19 by its absolute path; anything else as it is. */
async function mediumUrl(url: PyValue, { media, rules }: FormatContext): Promise<PyValue> {
  const file = typeof url === 'string' ? await media.file(url) : undefined;
  if (!file && !isFileUrl(url)) return url;
  if (rules.follows(inlinedFiles)) {
    const path = withoutFilePrefix(url);
    const bytes = await media.file(path);
    if (!bytes) return path;
    const absolute = media.absolute(path);
    const type = guessMimeType(absolute);
    if (type !== undefined) return `data:${type};base64,${encodeBase64(bytes)}`;
    throw new EngineError(
      'ValueError',
      `Cannot determine the media type of '${absolute}'. Please use a file with a recognized extension (e.g., .png, .jpg, .mp3, .mp4).`,
    );
  }
  if (typeof url !== 'string') return url;
  const isFile = url.startsWith('file://')
    ? (await media.file(withoutFilePrefix(url))) && rules.follows(filePaths)
    : file;
  return isFile ? `file://${media.absolute(url)}` : url;
}

/** `_reformat_messages`: items that are all text become their non-empty texts in one string, if there is one. */
function joinPureText(items: readonly PyValue[]): PyValue {
  const texts: PyValue[] = [];
  for (const item of items) {
    if (!isPyDict(item) || !item.has('text') || (item.get('type') ?? 'text') !== 'text') return items;
    const text = item.get('text') ?? null;
    if (pyTruth(text)) texts.push(text);
  }
  return texts.length > 0 ? pyJoin('\n', texts) : items;
}

const promotes: Promotes = { image: '1.0.8', audio: '1.0.9', video: '1.0.9' };

function since(before: 'warning' | 'silent'): ChangedSupport {
  return { rule: video, before, now: 'converted' };
}

/** DashScope's formatters. */
export const dashScopeFormatters: readonly FormatterType[] = [
  {
    name: 'DashScopeChatFormatter',
    provider: 'DashScope',
    multiAgent: false,
    rules: providerRules.DashScope,
    style,
    support: {
      tools: 'converted',
      image: 'converted',
      audio: 'converted',
      video: since('warning'),
      thinking: 'warning',
    },
    promotes,
  },
  {
    name: 'DashScopeMultiAgentFormatter',
    provider: 'DashScope',
    multiAgent: true,
    rules: providerRules.DashScope,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: since('silent'), thinking: 'silent' },
    promotes,
  },
];
