import { once } from '../core/once.ts';
import type { AnswerCause } from './answerCauses.ts';
import type { ExpectedMarkup, TagPair } from './expectedMarkup.ts';
import type { NamedCause } from './namedCauses.ts';
import { isRefusal } from './refusals.ts';

const anyBracket = /[[{｛［]|&quot;/;
/** A bracket in prose is no list. */
const jsonSign = /[{｛［]|&quot;|\[\s{0,100}(?:["'“‘{[\]\d-]|true|false|null)/;

/** Whether anything of the form that is wanted stands in a response; `undefined`: nobody knows what that would be. */
export function hasForm(text: string, { fence, tags, json, isXml, said }: ExpectedMarkup): boolean | undefined {
  const lower = once(() => text.toLowerCase());
  const isThere = (word: string) => word !== '' && lower().includes(word);
  const signs = [
    // What stands in a block is the answer only where it is of the block's kind.
    ...(fence !== undefined ? [(json === undefined ? /```|~~~/ : /^[^`~]*(?:```|~~~)\w{0,20}\s*$/).test(text)] : []),
    ...(json !== undefined ? [(json.startsWith('[') ? anyBracket : jsonSign).test(text)] : []),
    ...(isXml ? [/<\s*\w|&lt;\s*\w/.test(text)] : []),
    ...tags.map(({ open }) => isThere(wordOf(open)) && (!/[<[{]/.test(open) || /[<>[\]{}]|&[lg]t;|\\/.test(text))),
    ...said.marks.map(mark => isThere(wordOf(mark)) && (!mark.endsWith(':') || /[:：]/.test(text))),
  ];
  return signs.length === 0 ? undefined : signs.includes(true);
}

function wordOf(tag: string): string {
  return /[\p{L}\p{N}]+/u.exec(tag)?.[0].toLowerCase() ?? '';
}

/** That a response has nothing to repair, where it has not: it is empty, declines to answer, or is of another kind altogether. */
export function noAnswer(text: string, expected: ExpectedMarkup): NamedCause | undefined {
  if (text.trim() === '') return whole('empty-response', text);
  const isOfForm = hasForm(text, expected);
  if (isOfForm === true) return undefined;
  if (isRefusal(text)) return whole('refusal', text);
  return isOfForm === false ? whole('no-answer', text) : undefined;
}

/** What is wrong with the markup of a response for which there are no edits; `undefined`: nobody knows. */
export function markupCause(text: string, { fence, tags }: ExpectedMarkup): NamedCause | undefined {
  if (fence !== undefined) {
    const opened = text.indexOf(`\`\`\`${fence}`);
    return opened >= 0 && !text.includes('```', opened + 3) ? atEnd('cut-off', text) : undefined;
  }
  const found = tags.filter(({ open }) => text.includes(open));
  if (found.length === 0) return undefined;
  if (found.some(tag => isOpen(tag, text))) return atEnd('cut-off', text);
  return found.length < tags.length ? atEnd('missing-tag', text) : undefined;
}

function isOpen({ open, close }: TagPair, text: string): boolean {
  return close !== '' && !text.includes(close, text.lastIndexOf(open));
}

/** That the provider says so. */
export function cutByLimit(text: string): NamedCause {
  return atEnd('cut-off', text);
}

function atEnd(code: 'cut-off' | 'missing-tag', text: string): NamedCause {
  const end = text.trimEnd().length;
  return { code, start: end, end, count: 1 };
}

/** At the first line that says something. */
function whole(code: AnswerCause, text: string): NamedCause {
  const start = text.length - text.trimStart().length;
  const feed = text.indexOf('\n', start);
  return { code, start: Math.min(start, text.length), end: feed < 0 ? text.length : feed, count: 1 };
}
