import type { AssistAnswer } from './assistTool.ts';

/** Characters of JSON that a token stands for at least, with room to spare: an answer of so many characters has fewer tokens. */
const charactersPerToken = 2.5;

/** The length of an answer unless the caller wants more, in tokens. */
const defaultTokens = 4000;

/** The most that a caller can want, in tokens. */
export const mostTokens = 100_000;

/** Something that was left out: `kept` of `of` items, members or characters at a place. */
interface LeftOut {
  readonly at: string;
  readonly kept: number;
  readonly of: number;
}

/**
 * An answer of at most so many tokens. Lists lose their last items, objects their last members and long texts their ends,
 * the largest parts first; `left_out` says where, and how to get the rest. Linear in the answer.
 */
export function cutAnswer(answer: AssistAnswer, maxTokens = defaultTokens): AssistAnswer {
  const budget = Math.floor(maxTokens * charactersPerToken);
  if (sizeOf(answer) <= budget) return answer;
  const leftOut: LeftOut[] = [];
  // Room for what says so.
  const cut = cutValue(answer, Math.max(200, budget - 600), '', leftOut) as AssistAnswer;
  const more = `Ask for less at a time, or again with max_tokens (${maxTokens} now, at most ${mostTokens}).`;
  return { ...cut, left_out: { places: leftOut.slice(0, 5), more } };
}

/** Characters of the JSON of a value, nearly. */
function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 4;
}

function cutValue(value: unknown, budget: number, at: string, leftOut: LeftOut[]): unknown {
  if (sizeOf(value) <= budget) return value;
  if (typeof value === 'string') return cutText(value, budget, at, leftOut);
  if (Array.isArray(value)) return cutList(value, budget, at, leftOut);
  if (value !== null && typeof value === 'object') return cutObject(value, budget, at, leftOut);
  return value;
}

/** JSON writes some characters as six. */
function cutText(text: string, budget: number, at: string, leftOut: LeftOut[]): string {
  let kept = text.slice(0, Math.max(0, budget - 3));
  while (sizeOf(kept) > budget && kept !== '')
    kept = kept.slice(0, Math.floor((kept.length * budget) / sizeOf(kept)) - 1);
  leftOut.push({ at, kept: kept.length, of: text.length });
  return `${kept}…`;
}

function cutList(list: readonly unknown[], budget: number, at: string, leftOut: LeftOut[]): unknown[] {
  const kept: unknown[] = [];
  let rest = budget - 2;
  for (const [index, item] of list.entries()) {
    const size = sizeOf(item) + 1;
    // A first item is shown in part, so that a list is never empty for its size.
    if (size > rest && index > 0) break;
    kept.push(size > rest ? cutValue(item, rest, `${at}[${index}]`, leftOut) : item);
    rest -= Math.min(size, rest);
  }
  if (kept.length < list.length) leftOut.push({ at, kept: kept.length, of: list.length });
  return kept;
}

/** Small members stay whole; the large ones share what is left. */
function cutObject(object: object, budget: number, at: string, leftOut: LeftOut[]): object {
  const members = Object.entries(object).map(([key, value]) => ({ key, value, size: sizeOf(value) + key.length + 4 }));
  let rest = budget - 2;
  let open = members.length;
  const share = new Map<string, number>();
  for (const { key, size } of members.toSorted((a, b) => a.size - b.size)) {
    const part = Math.min(size, Math.floor(rest / open));
    share.set(key, part - key.length - 4);
    rest -= part;
    open--;
  }
  const kept = members.filter(({ key }) => share.get(key)! > 2);
  if (kept.length < members.length) leftOut.push({ at, kept: kept.length, of: members.length });
  return Object.fromEntries(
    kept.map(({ key, value }) => [key, cutValue(value, share.get(key)!, at === '' ? key : `${at}.${key}`, leftOut)]),
  );
}
