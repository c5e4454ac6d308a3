/** One piece of a pattern: any run of characters, or a test of one. */
type Piece = 'run' | ((character: string) => boolean);

/**
 * Python's `fnmatch.fnmatchcase(text, pattern)`: `*`, `?`, `[…]` and `[!…]`; a bracket that is not closed stands for itself.
 * At worst as long as text times pattern.
 */
export function fnmatch(text: string, pattern: string): boolean {
  const pieces = piecesOf(pattern);
  const characters = [...text];
  let [at, piece, runAt, afterRun] = [0, 0, -1, -1];
  while (at < characters.length) {
    const next = pieces[piece];
    if (next === 'run') {
      runAt = at;
      afterRun = ++piece;
    } else if (next?.(characters[at]!)) {
      at++;
      piece++;
    } else if (afterRun >= 0) {
      at = ++runAt;
      piece = afterRun;
    } else return false;
  }
  return pieces.slice(piece).every(each => each === 'run');
}

function piecesOf(pattern: string): Piece[] {
  const characters = [...pattern];
  const pieces: Piece[] = [];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i]!;
    const end = character === '[' ? endOfSet(characters, i) : -1;
    if (character === '*') pieces.push('run');
    else if (character === '?') pieces.push(() => true);
    else if (end > 0) {
      pieces.push(setOf(characters.slice(i + 1, end)));
      i = end;
    } else pieces.push(other => other === character);
  }
  return pieces;
}

/** The bracket that closes a set; one right at its beginning is a member. */
function endOfSet(characters: readonly string[], open: number): number {
  let i = open + 1;
  if (characters[i] === '!') i++;
  if (characters[i] === ']') i++;
  return characters.indexOf(']', i);
}

function setOf(members: readonly string[]): (character: string) => boolean {
  const isNegated = members[0] === '!';
  const rest = isNegated ? members.slice(1) : members;
  const ranges: [number, number][] = [];
  for (let i = 0; i < rest.length; i++) {
    const from = rest[i]!.codePointAt(0)!;
    if (rest[i + 1] === '-' && i + 2 < rest.length) {
      ranges.push([from, rest[i + 2]!.codePointAt(0)!]);
      i += 2;
    } else ranges.push([from, from]);
  }
  return character => {
    const code = character.codePointAt(0)!;
    return ranges.some(([from, to]) => from <= code && code <= to) !== isNegated;
  };
}
