import { once } from '../core/once.ts';
import type { AnswerCause } from './causes.ts';
import type { ExpectedMarkup, TagPair } from './expectedMarkup.ts';
import type { NamedCause } from './responseCandidate.ts';

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

/** How a refusal begins. */
const openings =
  /^[\s"'“‘*_>#-]*(?:(?:oh|hello|hi|well|ok(?:ay)?|thank you[^.!,]{0,60})[,.!]\s+)?(?:(?:but\s+)?i\s?['’`]?m\s+(?:(?:really|very|so|truly|deeply)\s+)?(?:sorry|afraid|unable|not able|not comfortable|not going to)|i\s+am\s+(?:(?:really|very|so|truly|deeply)\s+)?(?:sorry|afraid|unable|not able|not comfortable|not going to)|(?:my\s+)?(?:sincere\s+)?apologies|sorry\b|i\s+(?:sincerely\s+)?apologi[sz]e|unfortunately\b|regrettably\b|i\s+(?:must|have to|need to|will have to)\s+(?:respectfully\s+)?(?:decline|refuse)|i\s+(?:respectfully\s+)?(?:decline|refuse)\b|i\s+(?:simply\s+)?(?:can(?:no|['’`])?t|can not|won['’`]t|will not|would not|do not feel|don['’`]t feel|shouldn['’`]t)\b|as an? (?:ai|artificial|large language|language model|assistant)|no,? i (?:can(?:no|['’`])?t|won['’`]t))/i;
/** What it says then, near its beginning. */
const declines =
  /\b(?:can(?:no|['’`])?t|can not|won['’`]t|will not|would not|shouldn['’`]t|unable|not able|decline|refuse|not comfortable|against (?:my|the|our)|not (?:appropriate|permitted|allowed|something i)|not going to|guidelines|(?:don['’`]t|do not) (?:feel comfortable|have (?:access|the ability|personal)))\b/i;
/** The same in other tongues, in one phrase. */
const elsewhere =
  /^[\s"'“«「*_-]*(?:(?:es )?tut mir (?:sehr )?leid|entschuldigung|ich kann (?:dir |ihnen )?(?:dabei |damit |das |diese[rnms]? )|(?:je suis )?(?:vraiment )?désolée?|je ne (?:peux|suis) pas|lo siento|lamento|no puedo|mi dispiace|non posso|desculpe|sinto muito|não posso|извините|к сожалению|я не могу|抱歉|对不起|對不起|很抱歉|我(?:无法|無法|不能)|申し訳|ごめんなさい|죄송)/iu;

/** How much of a response is looked at, in UTF-16 units. */
const beginning = 400;

/** Whether a text declines to answer, as models say it. Whether it answers all the same is for whoever knows the form of an answer. */
function isRefusal(text: string): boolean {
  const start = text.slice(0, beginning);
  return (openings.test(start) && declines.test(start)) || elsewhere.test(start);
}
