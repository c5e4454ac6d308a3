import type { Format, Grammar } from './grammar.ts';

/** How many words are tried. */
const maxWords = 200;

/** What is tried with every grammar. */
const usual = ['"', '\\', '\\"', '\n', '```', '`', '{', '}', '[', ']', '<', '>', ',', ':', ' ', '\\u0041', '\\n'];

/** The delimiters of a grammar, whole and cut: what its texts must bear. */
export function troubleWords({ start, rules }: Format): readonly string[] {
  const whole = new Set<string>();
  const visit = (grammar: Grammar): void => {
    if (whole.size >= maxWords) return;
    if (grammar.kind === 'literal') whole.add(grammar.text);
    else if (grammar.kind === 'text') for (const word of grammar.words ?? []) whole.add(word);
    else if (grammar.kind === 'sequence' || grammar.kind === 'choice') {
      grammar.of.forEach(visit);
      if (grammar.kind === 'sequence') for (const word of joined(grammar.of)) whole.add(word);
    } else if (grammar.kind === 'repetition' || grammar.kind === 'part') visit(grammar.of);
  };
  visit(start);
  rules.forEach(visit);
  const words = [...whole].filter(word => word !== '' && word.length <= 100);
  const cut = words.flatMap(word => [word.slice(0, -1), word.slice(1), word.trim()]);
  return [...new Set([...words, ...words, ...cut, ...usual])].filter(word => word !== '').slice(0, maxWords);
}

/** What the end of one part is with the beginning of the next: a delimiter that is found by both. */
function joined(of: readonly Grammar[]): readonly string[] {
  return of.slice(1).flatMap((each, i) => {
    const before = of[i]!;
    const end = before.kind === 'text' ? before.closing : before.kind === 'literal' ? before.text : '';
    return each.kind === 'literal' && end !== '' && each.text !== '' ? [end + each.text] : [];
  });
}
