import { choice, type Grammar, optional, sequence } from './grammar.ts';

/** Something in a list, that may be left out or not. */
export interface ListedItem {
  readonly grammar: Grammar;
  readonly isRequired: boolean;
}

/**
 * Items in their order with a separator between those that are there. Where some may be left out, each place from which on
 * the rest follows is a rule, which `rule` makes. Linear.
 */
export function separated(
  items: readonly ListedItem[],
  separator: Grammar,
  rule: (grammar: Grammar) => Grammar,
): Grammar {
  if (items.every(({ isRequired }) => isRequired))
    return sequence(...items.flatMap(({ grammar }, i) => (i === 0 ? [grammar] : [separator, grammar])));
  const firstRequired = items.findIndex(({ isRequired }) => isRequired);
  const firsts = firstRequired < 0 ? items : items.slice(0, firstRequired + 1);
  const tails: Grammar[] = [];
  let tail: Grammar = sequence();
  for (let i = items.length - 1; i >= 0; i--) {
    tails[i] = tail;
    const behind = sequence(separator, items[i]!.grammar);
    if (i > 0) tail = rule(sequence(items[i]!.isRequired ? behind : optional(behind), tail));
  }
  const starts = firsts.map(({ grammar }, i) => sequence(grammar, tails[i]!));
  return firstRequired < 0 ? optional(choice(...starts)) : choice(...starts);
}
