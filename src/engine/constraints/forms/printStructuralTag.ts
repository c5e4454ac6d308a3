import type { Format, Grammar } from '../../grammar/index.ts';
import { printBnf } from './printBnf.ts';

/** An element of a structural tag's format. */
export type TagElement =
  | { readonly type: 'const_string'; readonly value: string }
  | { readonly type: 'grammar'; readonly grammar: string }
  | { readonly type: 'sequence'; readonly elements: readonly TagElement[] };

/** A grammar as the format of a structural tag: its own words as they are, and what stands between as grammars. Throws `NoGrammarError` where it is too large. */
export function structuralTag(format: Format): TagElement {
  const elements: TagElement[] = [];
  let together: Grammar[] = [];
  const close = () => {
    if (together.length > 0) elements.push(element(format, { kind: 'sequence', of: together }));
    together = [];
  };
  for (const each of flat(format.start)) {
    if (each.kind === 'literal') {
      close();
      if (each.text !== '') elements.push({ type: 'const_string', value: each.text });
    } else together.push(each);
  }
  close();
  return elements.length === 1 ? elements[0]! : { type: 'sequence', elements };
}

function flat(grammar: Grammar): readonly Grammar[] {
  if (grammar.kind === 'part') return flat(grammar.of);
  return grammar.kind === 'sequence' ? grammar.of.flatMap(flat) : [grammar];
}

function element({ rules }: Format, start: Grammar): TagElement {
  const used = new Set<string>();
  const visit = (grammar: Grammar): void => {
    if (grammar.kind === 'reference' && !used.has(grammar.name)) {
      used.add(grammar.name);
      visit(rules.get(grammar.name)!);
    } else if (grammar.kind === 'sequence' || grammar.kind === 'choice') grammar.of.forEach(visit);
    else if (grammar.kind === 'repetition' || grammar.kind === 'part') visit(grammar.of);
  };
  visit(start);
  const own = new Map([...rules].filter(([name]) => used.has(name)));
  return { type: 'grammar', grammar: printBnf({ start, rules: own }, { counts: true }) };
}
