import { EngineError } from '../../../../core/errors.ts';
import type { PyValue } from '../../../../core/pyValue.ts';
import { PyOpaque } from '../../../../core/pyValue.ts';
import type { ReadField, Reading } from '../../../../parsers/parser.ts';
import { parseFormat, pyRepr, strFormat } from '../../../../python/index.ts';
import { wholeField } from '../../places.ts';
import { type FindGroups, foundItem, type GroupMatch, type GroupPattern, groupPattern } from '../groupPattern.ts';

/** The keys of Python's `RegexParser`. */
export interface PythonRegexKeys {
  readonly regex: string;
  readonly outputKeys: readonly string[];
  readonly defaultKey?: string;
}

/** What `RegexParser.parse` makes of the first match of its pattern. Throws `ValueError`, and `IndexError` for a group that the pattern does not have. */
export function regexValue(
  text: string,
  { outputKeys, defaultKey }: Omit<PythonRegexKeys, 'regex'>,
  match: GroupMatch | undefined,
): Reading {
  const value = new Map<string, PyValue>();
  const fields = new Map<string, ReadField>();
  if (!match && defaultKey === undefined) throw new EngineError('ValueError', `Could not parse output: ${text}`);
  for (const [i, key] of outputKeys.entries()) {
    if (!match) {
      value.set(key, key === defaultKey ? text : '');
      if (key === defaultKey) for (const field of wholeField(text, key, text)) fields.set(key, field);
      continue;
    }
    if (i >= match.groups.length) throw new EngineError('IndexError', 'no such group');
    const span = match.groups[i];
    const item = span ? text.slice(span.start, span.end) : null;
    value.set(key, item);
    fields.delete(key);
    if (span) fields.set(key, { key, value: item, span, inner: span });
  }
  return { value, fields: [...fields.values()] };
}

/** The keys of `RegexDictParser`. */
export interface RegexDictKeys {
  /** Made by `str.format` with the escaped format of a key. */
  readonly pattern: string;
  readonly formats: ReadonlyMap<string, string>;
  readonly noUpdate?: string;
}

/** `RegexDictParser`'s own pattern. */
export const regexDictPattern = "{}:\\s?([^.'\\n']*)\\.?";

/** The pattern of one key. Throws `EngineError` as `str.format` and `re.findall` do. */
export function keyPattern(pattern: string, format: string): GroupPattern {
  return groupPattern(strFormat(withNamedField(pattern), new Map([['format', reEscape(format)]])));
}

/** A format whose only argument has a name: Python numbers fields without one. Throws `IndexError` for another argument. */
function withNamedField(pattern: string): string {
  let automatic = 0;
  return parseFormat(pattern)
    .map(({ literal, field }) => {
      const text = literal.replace(/[{}]/g, '$&$&');
      if (!field) return text;
      const { name, conversion, spec } = field;
      const [argument = ''] = /^\d*/.exec(name) ?? [];
      const index = argument === '' && /^(?:$|[.[])/.test(name) ? automatic++ : Number(argument || '0');
      if (index > 0)
        throw new EngineError('IndexError', `Replacement index ${index} out of range for positional args tuple`);
      const known = argument !== '' || /^(?:$|[.[])/.test(name) ? `format${name.slice(argument.length)}` : name;
      return `${text}{${known}${conversion && `!${conversion}`}${spec && `:${spec}`}}`;
    })
    .join('');
}

/** `RegexDictParser.parse`. Throws `ValueError` for a key that is not found, or more than once. */
export async function readRegexDict(text: string, keys: RegexDictKeys, find: FindGroups): Promise<Reading> {
  const value = new Map<string, PyValue>();
  const fields: ReadField[] = [];
  for (const [key, format] of keys.formats) {
    const field = keyField(text, key, format, keys, await find(keyPattern(keys.pattern, format), text));
    if (!field) continue;
    value.set(key, field.value);
    fields.push(field);
  }
  return { value, fields };
}

/** What the matches of one key's pattern give; `undefined` where the key is left out. Throws `ValueError`. */
export function keyField(
  text: string,
  key: string,
  format: string,
  { noUpdate }: RegexDictKeys,
  matches: readonly GroupMatch[],
): ReadField | undefined {
  const [match] = matches;
  // The blanks are those of the source, whose lines end in a backslash.
  if (!match)
    throw new EngineError(
      'ValueError',
      `No match found for output key: ${key} with expected format                         ${format} on text ${text}`,
    );
  if (matches.length > 1)
    throw new EngineError(
      'ValueError',
      `Multiple matches found for output key: ${key} with                         expected format ${format} on text ${text}`,
    );
  const item = foundItem(match, text);
  if (noUpdate !== undefined && item === noUpdate) return undefined;
  const inner = (match.groups.length === 1 ? match.groups[0] : undefined) ?? match.span;
  const value = typeof item === 'string' ? item : new PyOpaque('tuple', `(${item.map(pyRepr).join(', ')})`, item);
  return { key, value, span: match.span, inner };
}

/** Python's `re.escape`. */
function reEscape(text: string): string {
  return text.replace(/[()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f]/g, '\\$&');
}
