import { EngineError } from '../core/errors.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import { LiteralReader, NoLiteral } from './literalReader.ts';

/**
 * Python's `ast.literal_eval(text)`: constants, strings, numbers, lists, tuples and sets (as lists), dicts (keys that are not
 * strings become strings); `undefined` where it raises. Bytes and complex numbers are `PyOpaque`. Linear.
 */
export function literalEval(text: string): PyValue | undefined {
  if (plainText.test(text)) return text.slice(1, -1);
  if (plainInteger.test(text)) return Number(text);
  const evaluated = evaluate(text);
  return evaluated?.unhashable ? undefined : evaluated?.value;
}

/**
 * The same where it is a list or a dict in Python; `undefined` for other values, such as tuples and sets. Raises `EngineError`, the
 * `TypeError` of a set or a dict that holds what cannot be hashed. Linear.
 */
export function literalContainer(text: string): PyValue | undefined {
  const evaluated = evaluate(text.replace(blankLines, ''));
  if (evaluated?.unhashable) throw new EngineError('TypeError', `unhashable type: '${evaluated.unhashable}'`);
  return evaluated?.isContainer ? evaluated.value : undefined;
}

/** Most literals of a program: nothing in them needs to be read. */
const plainText = /^(?:'[^'\\\p{Cc}\p{Cs}]*'|"[^"\\\p{Cc}\p{Cs}]*")$/u;
const plainInteger = /^(?:0|[1-9]\d{0,14})$/;

/** What an expression may stand behind. */
const blankLines = /^(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n))+(?![ \t])/;

interface Evaluated {
  readonly value: PyValue;
  /** Whether it is a list or a dict in Python. */
  readonly isContainer: boolean;
  /** The type of the first item of a set or key of a dict that cannot be one. */
  readonly unhashable: string | undefined;
}

function evaluate(text: string): Evaluated | undefined {
  const reader = new LiteralReader(text.replace(/^[ \t]+/, ''));
  try {
    const value = reader.readAll();
    const isContainer = isPyDict(value) || (isPyList(value) && !reader.otherLists.has(value));
    return { value, isContainer, unhashable: reader.unhashable };
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}
