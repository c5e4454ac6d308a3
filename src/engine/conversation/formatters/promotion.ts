import { type AgentScopeRelease, isSince } from '../../core/agentscopeReleases.ts';
import { EngineError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Msg } from '../../messages/msg.ts';
import { pyGetItem, pyStr, pyTruth } from '../../python/index.ts';
import { dict, type ResultMedium } from './chatBlocks.ts';
import type { FormatContext, FormatterType, PromotedKind } from './formatter.ts';

/** The constructor options that promote media, as keys of a conversation. */
export const promotionOptions: Readonly<Record<string, PromotedKind>> = {
  promote_tool_result_images: 'image',
  promote_tool_result_audios: 'audio',
  promote_tool_result_videos: 'video',
};

/**
 * The kinds of media that a formatter is told to promote. Raises Python's `TypeError` for the first option, as given,
 * that its class does not take in that release.
 */
export function promotedKinds(
  options: PyDict | undefined,
  type: FormatterType,
  release: AgentScopeRelease,
): ReadonlySet<PromotedKind> {
  const kinds = new Set<PromotedKind>();
  for (const [option, value] of options ?? []) {
    const kind = promotionOptions[option];
    if (kind === undefined) continue;
    if (!takesOption(type, kind, release)) throw unexpectedOption(type, option, release);
    if (pyTruth(value)) kinds.add(kind);
  }
  return kinds;
}

/** True where the class takes the option that promotes a kind. */
export function takesOption({ promotes }: FormatterType, kind: PromotedKind, release: AgentScopeRelease): boolean {
  const since = promotes?.[kind];
  return since !== undefined && isSince(release, since);
}

function unexpectedOption(type: FormatterType, option: string, release: AgentScopeRelease): EngineError {
  if (type.whole) return new EngineError('TypeError', `${type.name}() takes no arguments`);
  // A Chat class has a constructor of its own since it has options.
  const isOwn = type.multiAgent || takesOption(type, 'image', release);
  const init = `${isOwn ? type.name : 'TruncatedFormatterBase'}.__init__()`;
  return new EngineError('TypeError', `${init} got an unexpected keyword argument '${option}'`);
}

/** The texts and media that are promoted out of a tool result: an introduction, a line for each medium, an end. */
export interface Promotion {
  readonly introduction: string;
  readonly items: readonly { readonly text: string; readonly medium: ResultMedium }[];
  readonly end: string;
}

/**
 * What is promoted out of a tool result; `undefined` where nothing is. `contents` is how the formatter calls it. Raises
 * `KeyError` for a result without a name, as the classes do, only if there is something to promote.
 */
export function promotionOf(
  block: PyValue,
  media: readonly ResultMedium[],
  contents: 'image' | 'media',
  { promotes }: FormatContext,
): Promotion | undefined {
  const items = media
    .filter(({ kind }) => promotes.has(kind))
    .map(medium => ({ text: `\n- The ${medium.kind} from '${pyStr(medium.place)}': `, medium }));
  if (items.length === 0) return undefined;
  const name = pyStr(pyGetItem(block, 'name'));
  return {
    introduction: `<system-info>The following are the ${contents} contents from the tool result of '${name}':`,
    items,
    end: '</system-info>',
  };
}

/** The message that is put behind the message with the tool result: texts, and media by their URL. */
export function promotedMessage({ introduction, items, end }: Promotion): Msg {
  const text = (words: string) => dict({ type: 'text', text: words });
  const content = [
    text(introduction),
    ...items.flatMap(({ text: words, medium: { kind, place } }) => [
      text(words),
      dict({ type: kind, source: dict({ type: 'url', url: place }) }),
    ]),
    text(end),
  ];
  return { name: 'user', role: 'user', content };
}
