import type { Span } from '../../core/span.ts';
import type { Anatomy } from './anatomy.ts';
import type { MutationOperator } from './operator.ts';

const list = { family: 'text', on: 'text' } as const;

/** An item that is a value: its mark, and its text. */
interface Item {
  readonly mark: Span;
  readonly content: Span;
}

/** The marks of items, at the beginnings of their lines. */
const number = /(?<=\n)[ \t]*\d+\.(?=\s+$)/;
const bullet = /(?<=\n)[ \t]*[-*](?=\s+$)/;
/** How far before an item its mark is looked for, in UTF-16 units. */
const reach = 60;

/** The items of a list of values, two at least: a list inside a value is a text like others. Linear. */
function itemsOf({ text, contents }: Anatomy, mark: RegExp): readonly Item[] {
  const items = contents.flatMap((content): Item[] => {
    const from = Math.max(0, content.start - reach);
    const before = `${from === 0 ? '\n' : ''}${text.slice(from, content.start)}`;
    const found = mark.exec(before);
    if (!found) return [];
    const start = content.start - before.length + found.index;
    return [{ mark: { start, end: start + found[0].length }, content }];
  });
  return items.length < 2 ? [] : items;
}

/** The text with the items in another form; `undefined` where there is no such list. */
function rewritten(
  anatomy: Anatomy,
  mark: RegExp,
  written: (mark: string, between: string, content: string) => string,
): string | undefined {
  const { text } = anatomy;
  const items = itemsOf(anatomy, mark);
  if (items.length === 0) return undefined;
  const parts: string[] = [];
  let done = 0;
  for (const { mark, content } of items) {
    const [own, inner] = [mark, content].map(({ start, end }) => text.slice(start, end)) as [string, string];
    parts.push(text.slice(done, mark.start), written(own, text.slice(mark.end, content.start), inner));
    done = content.end;
  }
  return parts.join('') + text.slice(done);
}

/** How else models write lists. */
export const listOperators: readonly MutationOperator[] = [
  {
    ...list,
    name: 'list-parentheses',
    summary: 'numbers of a list with parentheses',
    needs: 'a numbered list',
    mutate: anatomy => rewritten(anatomy, number, (mark, between, item) => `${mark.slice(0, -1)})${between}${item}`),
  },
  {
    ...list,
    name: 'list-bullets',
    summary: 'bullets for the numbers of a list',
    needs: 'a numbered list',
    mutate: anatomy => rewritten(anatomy, number, (_, between, item) => `-${between}${item}`),
  },
  {
    ...list,
    name: 'list-dots',
    summary: 'other bullets before the items of a list',
    needs: 'a list with bullets',
    mutate: anatomy => rewritten(anatomy, bullet, (mark, between, item) => `${mark.slice(0, -1)}•${between}${item}`),
  },
  {
    ...list,
    name: 'list-bold',
    summary: 'items of a list in bold',
    needs: 'a list',
    mutate: anatomy =>
      rewritten(anatomy, number, (mark, between, item) => `${mark}${between}**${item}**`) ??
      rewritten(anatomy, bullet, (mark, between, item) => `${mark}${between}**${item}**`),
  },
];
