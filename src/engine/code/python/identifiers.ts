import { isPrintable } from './literals.ts';

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Whether every version of Python takes a text for a name, and keeps it as it is (it reads names in Unicode's form NFKC). */
export function isIdentifier(text: string): boolean {
  return (
    /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text) &&
    !keywords.has(text) &&
    !/[\u30fb\uff65]/.test(text) &&
    text.normalize('NFKC') === text &&
    isPrintable(text)
  );
}

/** A name in Python's style for variables and fields, as near to a text as can be; `fallback` where nothing of it can stay. */
export function toIdentifier(text: string, fallback: string): string {
  if (isIdentifier(text)) return text;
  const words = wordsOf(text).join('_');
  const name = /^\d/.test(words) ? `${fallback}_${words}` : words;
  if (keywords.has(name)) return `${name}_`;
  return isIdentifier(name) ? name : fallback;
}

/** A name in Python's style for classes: `night vote` → `NightVote`. */
export function toClassName(text: string, fallback: string): string {
  const name = wordsOf(text)
    .map(word => word.replace(/^./u, first => first.toUpperCase()))
    .join('');
  return isIdentifier(name) ? name : isIdentifier(fallback + name) ? fallback + name : fallback;
}

/** `WerewolfVote` → `werewolf_vote`, `JSONParser` → `json_parser`. */
export function toSnakeCase(name: string): string {
  return name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_').toLowerCase();
}

function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .split(/[^\p{XID_Continue}]+|[_\u30fb]+/u)
    .filter(word => word !== '');
}
