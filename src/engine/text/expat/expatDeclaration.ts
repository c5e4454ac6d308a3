import { ExpatError } from './expatTokens.ts';

/** A part of the declaration: `name = "value"`, and the place behind it. `undefined`: only white space is left. */
interface Part {
  readonly name: string;
  readonly at: number;
  readonly value: string;
  readonly valueAt: number;
  readonly end: number;
}

const isBlank = (character: string) => character !== '' && ' \t\r\n'.includes(character);

/** Where something is wrong in a declaration. */
class Wrong {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/**
 * Checks an XML declaration that begins at `at` and whose `?>` stands at `end`, as expat does: version, encoding and
 * standalone in this order, the first at least. Throws `ExpatError` at the place that expat names.
 */
export function checkDeclaration(text: string, at: number, end: number): void {
  try {
    checkParts(text.slice(0, end), at + '<?xml'.length);
  } catch (wrong) {
    if (wrong instanceof Wrong) throw new ExpatError('XML declaration not well-formed', wrong.at);
    throw wrong;
  }
}

function checkParts(text: string, from: number): void {
  const version = readPart(text, from);
  if (!version) throw new Wrong(from);
  if (version.name !== 'version') throw new Wrong(version.at);
  let part = readPart(text, version.end);
  if (part?.name === 'encoding') {
    if (!/^[a-z]/i.test(part.value)) throw new Wrong(part.valueAt);
    part = readPart(text, part.end);
  }
  if (!part) return;
  if (part.name !== 'standalone') throw new Wrong(part.at);
  if (part.value !== 'yes' && part.value !== 'no') throw new Wrong(part.valueAt);
  const rest = skip(text, part.end);
  if (rest < text.length) throw new Wrong(rest);
}

function readPart(text: string, from: number): Part | undefined {
  if (from >= text.length) return undefined;
  const at = skip(text, from);
  if (at === from) throw new Wrong(from);
  if (at >= text.length) return undefined;
  let pos = at;
  while (pos < text.length && text.charAt(pos) !== '=' && !isBlank(text.charAt(pos)) && text.charAt(pos) <= '\x7f')
    pos++;
  const name = text.slice(at, pos);
  pos = skip(text, pos);
  if (text.charAt(pos) !== '=' || name === '') throw new Wrong(pos);
  pos = skip(text, pos + 1);
  const quote = text.charAt(pos);
  if (quote !== '"' && quote !== "'") throw new Wrong(pos);
  const valueAt = pos + 1;
  for (pos = valueAt; text.charAt(pos) !== quote; pos++) if (!/[\w.-]/.test(text.charAt(pos))) throw new Wrong(pos);
  return { name, at, value: text.slice(valueAt, pos), valueAt, end: pos + 1 };
}

function skip(text: string, from: number): number {
  let pos = from;
  while (isBlank(text.charAt(pos))) pos++;
  return pos;
}
