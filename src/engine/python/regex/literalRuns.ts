import type { RegexNode } from './regexNode.ts';

/** The characters that every match of a pattern begins with. */
export function beginningOf(node: RegexNode): string {
  if (node.type === 'char') return String.fromCodePoint(node.code);
  if (node.type === 'group' || node.type === 'atomic') return beginningOf(node.body);
  if (node.type !== 'sequence') return '';
  let text = '';
  for (const item of node.items) {
    if (item.type !== 'char') break;
    text += String.fromCodePoint(item.code);
  }
  return text;
}

/** The stretches of fixed characters of a pattern, in its order; those of choices as well. Linear in the pattern. */
export function literalRuns(node: RegexNode): readonly string[] {
  const runs: string[] = [];
  let run = '';
  const end = () => {
    if (run !== '') runs.push(run);
    run = '';
  };
  const visit = (each: RegexNode): void => {
    if (each.type === 'char') run += String.fromCodePoint(each.code);
    else if (each.type === 'sequence') each.items.forEach(visit);
    else {
      end();
      if (each.type === 'group' || each.type === 'atomic' || each.type === 'repeat') visit(each.body);
      if (each.type === 'branch')
        for (const item of each.items) {
          visit(item);
          end();
        }
      end();
    }
  };
  visit(node);
  end();
  return runs;
}
