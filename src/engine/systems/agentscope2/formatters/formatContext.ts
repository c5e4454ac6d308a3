import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { fnmatch } from '../../../python/index.ts';
import type { DataBlock, DataSource, Message } from '../messages/block.ts';
import type { MediaBytes } from './mediaBytes.ts';

/** What a formatter needs beside the messages. */
export interface FormatContext {
  readonly inputTypes: readonly string[];
  /** Whether tag 2.0.6 is followed: it has no documents and other sounds, and loses Ollama's images before a call. */
  readonly isTag: boolean;
  readonly bytes: MediaBytes;
  /** A new identifier for a medium that is presented. */
  identifier(): string;
  /** A line that the system logs at level WARNING. */
  warn(message: string): void;
}

/** What a provider makes of a medium: a part of the payload, or `undefined` where it is dropped. Raises `EngineError` where the class raises. */
export type MediaForm = (block: DataBlock, context: FormatContext) => Promise<PyValue | undefined>;

/** How one provider's messages look: what its Chat class does to a message, and its MultiAgent class to the rest. */
export interface ProviderStyle {
  /** Whether media of a result that are allowed become a message of the user's right behind it. */
  readonly presents: boolean;
  /** The Chat class's payload of one message. */
  chat(message: Message, context: FormatContext): Promise<readonly PyDict[]>;
  /** The MultiAgent class's payload of a first message of role system. */
  system(message: Message): PyDict;
  /** The MultiAgent class's payload of a run of messages without tools: at most one message. `prompt` is that of the first run; absent in later ones. */
  talk(run: readonly Message[], prompt: string | undefined, context: FormatContext): Promise<readonly PyDict[]>;
}

/** Types that `input_types` may list and that are not media. */
const noMedia = ['text/plain', 'application/x-thinking'];

/** `supported_input_media_types`. */
export function mediaPatterns({ inputTypes }: Pick<FormatContext, 'inputTypes'>): readonly string[] {
  return inputTypes.filter(type => !noMedia.includes(type));
}

/** Whether one of the patterns is about a medium's type. */
export function isAllowed({ mediaType }: DataSource, context: Pick<FormatContext, 'inputTypes'>): boolean {
  return mediaPatterns(context).some(pattern => fnmatch(mediaType, pattern));
}

/** The type up to its slash: `image`. */
export function mainType({ mediaType }: DataSource): string {
  return mediaType.split('/', 1)[0]!;
}

/** A run of talk as one text inside of history tags, behind the prompt of the first run. */
export function historyText(lines: readonly string[], prompt: string | undefined): string {
  return `${prompt ?? ''}<history>\n${lines.join('\n')}\n</history>`;
}

/** Every text of a run as a line `name: text`. */
export function speakerLines(run: readonly Message[]): string[] {
  return run.flatMap(({ name, blocks }) =>
    blocks.flatMap(block => (block.type === 'text' ? [`${name}: ${block.text}`] : [])),
  );
}

/** The media of a run in the form of the provider. */
export async function talkMedia(run: readonly Message[], form: MediaForm, context: FormatContext): Promise<PyValue[]> {
  const media: PyValue[] = [];
  for (const { blocks } of run)
    for (const block of blocks) {
      const part = block.type === 'data' ? await form(block, context) : undefined;
      if (part !== undefined) media.push(part);
    }
  return media;
}

/** Puts history tags around parts: into the first and the last where these are texts, else before and behind them. */
export function taggedParts(parts: readonly PyDict[], prompt: string, textPart: (text: string) => PyDict): PyDict[] {
  const tagged = [...parts];
  const text = (part: PyDict | undefined): string => {
    const found = part?.get('text');
    return typeof found === 'string' ? found : '';
  };
  const open = `${prompt}<history>\n`;
  if (text(tagged[0])) tagged[0] = replaced(tagged[0]!, open + text(tagged[0]));
  else tagged.unshift(textPart(open));
  const last = tagged.length - 1;
  if (text(tagged[last])) tagged[last] = replaced(tagged[last]!, `${text(tagged[last])}\n</history>`);
  else tagged.push(textPart('</history>'));
  return tagged;
}

function replaced(part: PyDict, text: string): PyDict {
  return new Map([...part, ['text', text]]);
}

/** A part of a payload as a dict; `undefined` for what is dropped. */
export function partDict(part: PyValue | undefined): PyDict | undefined {
  return part !== undefined && isPyDict(part) ? part : undefined;
}
