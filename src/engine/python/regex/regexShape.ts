import type { RegexNode } from './regexNode.ts';

/** Whether a pattern can match without a character. `unknown`: what counts where that is open, as with a back-reference. Linear. */
export function canBeEmpty(node: RegexNode, unknown: boolean): boolean {
  switch (node.type) {
    case 'sequence':
      return node.items.every(item => canBeEmpty(item, unknown));
    case 'branch':
      return node.items.some(item => canBeEmpty(item, unknown));
    case 'group':
    case 'atomic':
      return canBeEmpty(node.body, unknown);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.body, unknown);
    case 'char':
    case 'set':
      return false;
    case 'anchor':
    case 'look':
    case 'keep':
      return true;
    default:
      return unknown;
  }
}

const ends: readonly string[] = ['textEnd', 'textEndOrLast', 'lineEnd'];

/** Whether a pattern says that the text, or a line, ends, anywhere in it. Linear. */
export function asksForEnd(node: RegexNode): boolean {
  switch (node.type) {
    case 'sequence':
    case 'branch':
      return node.items.some(asksForEnd);
    case 'group':
    case 'atomic':
    case 'repeat':
      return asksForEnd(node.body);
    case 'look':
      return !node.negated && asksForEnd(node.body);
    case 'anchor':
      return ends.includes(node.anchor);
    default:
      return false;
  }
}

/** Whether a pattern says that the search begins (`\G`), anywhere in it: what it finds depends on where one begins. Linear. */
export function asksForSearchStart(node: RegexNode): boolean {
  switch (node.type) {
    case 'sequence':
    case 'branch':
      return node.items.some(asksForSearchStart);
    case 'group':
    case 'atomic':
    case 'repeat':
    case 'look':
      return asksForSearchStart(node.body);
    case 'conditional':
      return asksForSearchStart(node.yes) || asksForSearchStart(node.no);
    case 'anchor':
      return node.anchor === 'searchStart';
    case 'keep':
      return true;
    default:
      return false;
  }
}

/**
 * Whether a match begins with a look ahead over any number of characters, letters among them: where it begins is open
 * until what is looked for has come. Linear.
 */
export function looksFarAhead(node: RegexNode): boolean {
  switch (node.type) {
    case 'sequence':
      for (const item of node.items) {
        if (looksFarAhead(item)) return true;
        if (!canBeEmpty(item, false)) return false;
      }
      return false;
    case 'branch':
      return node.items.some(looksFarAhead);
    case 'group':
    case 'atomic':
      return looksFarAhead(node.body);
    case 'look':
      return !node.behind && !node.negated && runsOverText(node.body);
    default:
      return false;
  }
}

/** Whether something stands behind an endless repetition that takes letters. */
function runsOverText(node: RegexNode): boolean {
  switch (node.type) {
    case 'sequence':
      return node.items.some(
        (item, i) =>
          runsOverText(item) || (takesText(item) && !node.items.slice(i + 1).every(each => canBeEmpty(each, false))),
      );
    case 'branch':
      return node.items.some(runsOverText);
    case 'group':
    case 'atomic':
      return runsOverText(node.body);
    default:
      return false;
  }
}

function takesText(node: RegexNode): boolean {
  if (node.type === 'group' || node.type === 'atomic') return takesText(node.body);
  if (node.type === 'branch') return node.items.some(takesText);
  if (node.type !== 'repeat' || node.max !== Number.POSITIVE_INFINITY) return false;
  const first = firstCharacters(node.body);
  return first !== undefined && first.ascii['a'.charCodeAt(0)] === 1;
}

/** Whether two patterns that can be empty cannot be so at one place: each only looks ahead, at other characters. */
export function lookApart(one: RegexNode, other: RegexNode): boolean {
  const [a, b] = [lookedAt(one), lookedAt(other)];
  if (!a || !b || (a.others && b.others)) return false;
  return a.ascii.every((has, code) => has === 0 || b.ascii[code] === 0);
}

function lookedAt(node: RegexNode): ReturnType<typeof firstCharacters> {
  if (node.type === 'group' || node.type === 'atomic') return lookedAt(node.body);
  if (node.type === 'sequence' && node.items.length === 1) return lookedAt(node.items[0]!);
  if (node.type !== 'look' || node.behind || node.negated) return undefined;
  return firstCharacters(node.body);
}

/** What a match may begin with: a table for ASCII, and whether other characters do. `undefined`: anything, or nothing. */
export interface FirstCharacters {
  readonly ascii: Uint8Array;
  readonly others: boolean;
}

/** The characters that a match of a pattern begins with; `undefined` where a match may be empty. Linear in the pattern. */
export function firstCharacters(body: RegexNode): FirstCharacters | undefined {
  const first = { ascii: new Uint8Array(128), others: false };
  return collect(body, first) ? first : undefined;
}

/** Adds what a node begins with; false where it can match nothing, or anything. */
function collect(node: RegexNode, first: { readonly ascii: Uint8Array; others: boolean }): boolean {
  switch (node.type) {
    case 'char':
      if (node.code < 128) first.ascii[node.code] = 1;
      else first.others = true;
      return true;
    case 'set':
      for (let code = 0; code < 128; code++) if (node.set.has(code)) first.ascii[code] = 1;
      first.others = true;
      return true;
    case 'sequence':
      return node.items.some(item => collect(item, first));
    case 'branch':
      return node.items.map(item => collect(item, first)).every(Boolean);
    case 'group':
    case 'atomic':
      return collect(node.body, first);
    case 'repeat':
      return collect(node.body, first) && node.min > 0;
    case 'anchor':
    case 'look':
    case 'keep':
      return false;
    default:
      first.ascii.fill(1);
      first.others = true;
      return false;
  }
}

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
