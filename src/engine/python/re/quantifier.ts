import { EngineError } from '../../core/errors.ts';
import type { Node, RepeatNode } from './ast.ts';
import type { Tokenizer } from './patternTokenizer.ts';

const maxRepeat = 4294967295;
const digit = /^[0-9]$/;

/**
 * Reads a quantifier whose first character `token` at `position` was just taken, and puts the last of `nodes` under it;
 * a brace that starts no quantifier is a literal. Raises `re.error` and `OverflowError`.
 */
export function readQuantifier(source: Tokenizer, token: string, nodes: Node[], position: number): void {
  const range =
    token === '{' ? readBraces(source, position) : { min: token === '+' ? 1 : 0, max: token === '?' ? 1 : Infinity };
  if (range === undefined) {
    nodes.push({ type: 'literal', code: 0x7b });
    return;
  }
  const last = nodes.at(-1);
  // Both messages name where the quantifier starts.
  if (last === undefined || last.type === 'anchor') throw source.errorAt('nothing to repeat', position);
  if (last.type === 'repeat') throw source.errorAt('multiple repeat', position);
  const mode: RepeatNode['mode'] = source.match('?') ? 'lazy' : source.match('+') ? 'possessive' : 'greedy';
  nodes[nodes.length - 1] = { type: 'repeat', mode, ...range, body: [last], position };
}

/** `{2}`, `{2,}`, `{,3}`, `{2,3}`, `{,}`; anything else is left unread. */
function readBraces(source: Tokenizer, position: number): { min: number; max: number } | undefined {
  const here = position + 1;
  if (source.next === '}') return undefined;
  const low = source.getWhile(Infinity, digit);
  const high = source.match(',') ? source.getWhile(Infinity, digit) : low;
  if (!source.match('}')) {
    source.seek(here);
    return undefined;
  }
  const min = low === '' ? 0 : Number(low);
  const max = high === '' ? Infinity : Number(high);
  if (min >= maxRepeat || (max >= maxRepeat && high !== ''))
    throw new EngineError('OverflowError', 'the repetition number is too large');
  if (max < min) throw source.error('min repeat greater than max repeat', source.tell() - here);
  return { min, max };
}
