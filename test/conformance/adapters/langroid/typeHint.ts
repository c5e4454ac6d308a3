import { isPyDict, isPyList, type PyValue, pyTypeName } from '../../../../src/engine/core/pyValue.ts';

/** Type hints nested deeper than this match nothing. */
const maxDepth = 50;

/**
 * Langroid's `is_instance_of(value, hint)`: a hint as Python writes it (`int`, `List[str]`, `Dict[str, int]`,
 * `Optional[int]`, `int | str`, `Any`). A `bool` is an `int` too. Of a list the first argument counts for each item, of a
 * dict the first two. `className`: the model class that the value, its dump, is an instance of.
 */
export function isInstanceOf(value: PyValue, hint: string, className?: string, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const inner = (item: PyValue, of: string | undefined) =>
    of === undefined || isInstanceOf(item, of, undefined, depth + 1);
  const alternatives = splitHint(hint, '|');
  if (alternatives.length > 1) return alternatives.some(one => isInstanceOf(value, one, className, depth + 1));
  const parts = /^(?:typing\.)?([\w.]+)\s*(?:\[([\s\S]*)\])?$/.exec(hint.trim());
  const name = parts?.[1] ?? '';
  const args = parts?.[2] === undefined ? [] : splitHint(parts[2], ',').filter(one => one.trim() !== '');
  if (name === 'Any') return true;
  if (name === 'Union') return args.some(one => isInstanceOf(value, one, className, depth + 1));
  if (name === 'Optional') return value === null || args.some(one => isInstanceOf(value, one, className, depth + 1));
  if (className !== undefined) return name === className || name === 'BaseModel';
  switch (name) {
    case 'None':
      return value === null;
    case 'int':
      return typeof value === 'boolean' || pyTypeName(value) === 'int';
    case 'list':
    case 'List':
      return isPyList(value) && value.every(item => inner(item, args[0]));
    case 'dict':
    case 'Dict':
      return isPyDict(value) && [...value].every(([key, item]) => inner(key, args[0]) && inner(item, args[1]));
    default:
      return pyTypeName(value) === name;
  }
}

/** The parts of a hint at a separator outside brackets. */
function splitHint(hint: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < hint.length; i++) {
    if (hint[i] === '[') depth++;
    else if (hint[i] === ']') depth--;
    else if (hint[i] === separator && depth === 0) {
      parts.push(hint.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, hint.slice(from)];
}
