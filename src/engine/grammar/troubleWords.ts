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
    else if (grammar.kind === 'sequence' || grammar.kind === 'choice') grammar.of.forEach(visit);
    else if (grammar.kind === 'repetition' || grammar.kind === 'part') visit(grammar.of);
  };
  visit(start);
  rules.forEach(visit);
  const words = [...whole].filter(word => word !== '' && word.length <= 100);
  const cut = words.flatMap(word => [word.slice(0, -1), word.slice(1), word.trim()]);
  return [...new Set([...words, ...words, ...cut, ...usual])].filter(word => word !== '').slice(0, maxWords);
}
