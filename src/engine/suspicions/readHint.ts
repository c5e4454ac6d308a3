import { isPyDict, isPyList, PyFloat, type PyValue, type ValueKind, valueKind } from '../core/pyValue.ts';

/** What a hint says of the value in its place, as far as that is certain. */
export interface HintMeaning {
  readonly kind?: Exclude<ValueKind, 'null'>;
  /** The values that it lists, in lower case. */
  readonly choices?: ReadonlySet<string>;
  readonly range?: readonly [low: number, high: number];
  /** What an echo of the hint would be. */
  readonly echoes: ReadonlySet<string>;
}

const maxHint = 500;
/** Shorter hints may well be the answer. */
const minEcho = 6;
const number = String.raw`-?\d+(?:\.\d+)?`;
const range = new RegExp(
  String.raw`^(?:an?\s+)?(?:integer|number|float|score)?\s*(?:from|between|of|in)?\s*(${number})\s*(?:to|and|-|–|\.\.)\s*(${number})$`,
  'i',
);
const isBoolean = /\btrue\s*(?:\/|\||or)\s*false\b/i;
const isNumber = /^(?:an?\s+)?(?:integer|number|float)\b/i;
const isList = /^(?:an?\s+|the\s+)?(?:json\s+)?(?:list|array)\s+of\b/i;
const isObject = /^(?:an?\s+|the\s+)?(?:json\s+)?(?:dictionary|dict)\b/i;

/** Reads a hint. Only what leaves no doubt is taken for more than words. */
export function readHint(hint: PyValue): HintMeaning {
  if (isPyDict(hint) || isPyList(hint)) return { kind: valueKind(hint) as 'object', echoes: new Set() };
  if (typeof hint === 'boolean') return { kind: 'boolean', echoes: new Set() };
  if (typeof hint === 'number' || hint instanceof PyFloat) return { kind: 'number', echoes: new Set() };
  if (typeof hint !== 'string' || hint.length > maxHint) return { echoes: new Set() };
  const text = hint.trim();
  const found = range.exec(text);
  if (found) return { kind: 'number', range: [Number(found[1]), Number(found[2])], echoes: echoesOf(text) };
  if (isBoolean.test(text)) return { kind: 'boolean', echoes: echoesOf(text) };
  if (isList.test(text)) return { kind: 'list', echoes: echoesOf(text) };
  if (isObject.test(text)) return { kind: 'object', echoes: echoesOf(text) };
  const choices = choicesOf(text);
  if (choices) return { choices, echoes: echoesOf(text) };
  return { ...(isNumber.test(text) && { kind: 'number' as const }), echoes: echoesOf(text) };
}

/** `A, B, C or D`, `low | medium | high`: at least three single words, and nothing else. */
function choicesOf(text: string): ReadonlySet<string> | undefined {
  const list = text.replace(/^(?:one of|either)[:\s]+/i, '').replace(/\.$/, '');
  const parts = list.includes('|')
    ? list.split('|')
    : /\sor\s/.test(list)
      ? list.split(/,\s*(?:or\s+)?|(?<!\s)\s+or\s+/)
      : [];
  const words = parts.map(part =>
    part
      .trim()
      .replace(/^(['"`])(.*)\1$/, '$2')
      .toLowerCase(),
  );
  const isCertain = words.length >= 3 && words.every(word => /^[\p{L}\p{N}_-]{1,30}$/u.test(word));
  return isCertain && !words.some(word => /^(?:other|others|etc|any|else|more)$/.test(word))
    ? new Set(words)
    : undefined;
}

function echoesOf(text: string): ReadonlySet<string> {
  const bare = text.replace(/^\$?\{([\s\S]*)\}$/, '$1');
  return new Set(bare.length < minEcho || !/\s/.test(bare) ? [] : [text, bare, `{${bare}}`, `\${${bare}}`]);
}
