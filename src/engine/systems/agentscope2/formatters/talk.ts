import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Message } from '../messages/block.ts';
import type { FormatContext, MediaForm } from './formatContext.ts';

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
