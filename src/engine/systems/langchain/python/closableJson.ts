/** What the characters before a place leave to be done: the states of a reader of JSON. */
type State = 'value' | 'firstItem' | 'firstKey' | 'key' | 'colon' | 'after';

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const word = /null|true|false|NaN|-?Infinity/y;
const laxString = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const strictString = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;

/**
 * The length of the longest beginning of `text`, at least one character, that is JSON once the closing brackets `closers` (the
 * innermost first) stand after it; `undefined` where there is none. Control characters may stand in strings unless `strict`.
 * Linear: one pass that keeps the last place where the brackets that are open are just these.
 */
export function longestClosable(text: string, closers: readonly string[], strict: boolean): number | undefined {
  const string = strict ? strictString : laxString;
  const expected = [...closers].reverse();
  const open: string[] = [];
  /** How many of the open brackets, from the outside, the closers fit. */
  let agreeing = 0;
  let state: State = 'value';
  let best: number | undefined;
  let pos = 0;
  const closable = (at: number) => {
    if (at > 0 && open.length === expected.length && agreeing === open.length) best = at;
  };
  const push = (closer: string) => {
    if (agreeing === open.length && expected[open.length] === closer) agreeing++;
    open.push(closer);
  };
  const pop = () => {
    open.pop();
    if (agreeing > open.length) agreeing = open.length;
    state = 'after';
  };
  /** The end of what `pattern` matches here. */
  const take = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = pos;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  };
  for (; pos < text.length; ) {
    const character = text.charAt(pos);
    if (character === ' ' || character === '\n' || character === '\r' || character === '\t') {
      pos++;
      if (state === 'after' || state === 'firstItem' || state === 'firstKey') closable(pos);
      continue;
    }
    if (state === 'after') {
      const closer = open.at(-1);
      if (closer === undefined) return best;
      if (character === closer) pop();
      else if (character === ',') state = closer === '}' ? 'key' : 'value';
      else return best;
      pos++;
      if (state === 'after') closable(pos);
    } else if (state === 'colon') {
      if (character !== ':') return best;
      state = 'value';
      pos++;
    } else if (state === 'key' || state === 'firstKey') {
      if (state === 'firstKey' && character === '}') {
        pop();
        pos++;
        closable(pos);
        continue;
      }
      const end = take(string);
      if (end === undefined) return best;
      pos = end;
      state = 'colon';
    } else if (state === 'firstItem' && character === ']') {
      pop();
      pos++;
      closable(pos);
    } else if (character === '{' || character === '[') {
      push(character === '{' ? '}' : ']');
      state = character === '{' ? 'firstKey' : 'firstItem';
      pos++;
      closable(pos);
    } else {
      const end = take(string) ?? take(word) ?? take(number);
      if (end === undefined) return best;
      const begin = pos;
      pos = end;
      state = 'after';
      // A number can also end sooner, at a digit; only the last such place counts, and it is this one.
      closable(pos);
      if (pos === begin) return best;
    }
  }
  return best;
}
