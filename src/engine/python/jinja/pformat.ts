import { compare } from './compare.ts';
import { isDict, isList, type JinjaDict, type JinjaValue, PyTuple, repr } from './value.ts';

/** Python's `pprint.pformat(value)`: sorted keys, and one item a line where 80 columns are not enough. Long strings are not broken. */
export function pformat(value: JinjaValue, indent = 0, allowance = 0): string {
  const line = oneLine(value);
  if (line.length <= 80 - indent - allowance) return line;
  const inner = indent + 1;
  const joint = `,\n${' '.repeat(inner)}`;
  if (isDict(value) && value.size > 0) {
    const pairs = sortedPairs(value);
    const items = pairs.map(([key, item], i) => {
      const head = `${repr(key)}: `;
      return head + pformat(item, inner + head.length, i === pairs.length - 1 ? allowance + 1 : 1);
    });
    return `{${items.join(joint)}}`;
  }
  const parts = isList(value) ? value : value instanceof PyTuple ? value.items : [];
  if (parts.length === 0) return line;
  const items = parts.map((item, i) => pformat(item, inner, i === parts.length - 1 ? allowance + 1 : 1));
  const [open, close] = isList(value) ? '[]' : ['(', parts.length === 1 ? ',)' : ')'];
  return `${open}${items.join(joint)}${close}`;
}

function oneLine(value: JinjaValue): string {
  if (isDict(value))
    return `{${sortedPairs(value)
      .map(([key, item]) => `${repr(key)}: ${oneLine(item)}`)
      .join(', ')}}`;
  if (isList(value)) return `[${value.map(oneLine).join(', ')}]`;
  return repr(value);
}

function sortedPairs(dict: JinjaDict): [JinjaValue, JinjaValue][] {
  return [...dict].sort(([a], [b]) => {
    try {
      return compare(a, b);
    } catch {
      return 0;
    }
  });
}
