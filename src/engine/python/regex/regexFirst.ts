import type { RegexNode } from './regexNode.ts';

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
