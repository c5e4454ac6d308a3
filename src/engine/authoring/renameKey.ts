import { applyEdits } from '../core/applyEdits.ts';
import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { isPyDict, type PyValue } from '../core/pyValue.ts';
import type { Field } from '../core/result.ts';
import type { Edit, Span } from '../core/span.ts';
import { createParser, definitionKeys, type KeyUse, type ResponseParser, readAgain } from '../definition/index.ts';
import type { Definition, Sample } from '../parsers/definition.ts';
import { jsonEquals, jsonLoads, toJsonValue } from '../python/index.ts';

/** The edits that rename a key, or why it cannot be renamed. */
type KeyRename = { readonly edits: readonly Edit[] } | { readonly refusal: string };

/**
 * Renames a key of a definition's value wherever the definition names it: in hint, tags, schema with its references, and
 * pattern, in lists and filters, in samples' expectations. What an instruction of the author's own says is text, and stays;
 * of responses see `renameInSamples`. Nothing but the names is changed. Refuses a name that is taken, and keys that the type itself gives.
 */
export function renameKey(definition: Definition, name: string, newName: string): KeyRename {
  const keys = definitionKeys(definition);
  const key = keys?.keys.find(one => one.name === name);
  const uses = keys?.uses.filter(use => use.name === name) ?? [];
  if (key?.declarations.length === 0)
    return { refusal: `The type ${definition.type} gives the key "${name}"; it cannot be renamed.` };
  if (uses.length === 0) return { refusal: `The definition "${definition.name}" has no key "${name}".` };
  if (newName === name) return { edits: [] };
  if (newName === '') return { refusal: 'A key needs a name.' };
  const isTaken = keys?.keys.some(one => one.name === newName) || keys?.uses.some(use => use.name === newName);
  if (isTaken) return { refusal: `The definition "${definition.name}" has a key "${newName}" already.` };
  return { edits: uses.map(({ inner, as }) => ({ span: inner, text: written(newName, as) })) };
}

/** A name as it is written inside the quotes of a string of the file. */
function written(name: string, as: KeyUse['as']): string {
  if (as === 'jsonInString') return escaped(escaped(name));
  if (as === 'referenceInString') return escaped(escapeReference(name));
  return escaped(as === 'patternInString' ? escapePattern(name) : name);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Python's `re.escape`. */
function escapePattern(text: string): string {
  return text.replace(/[()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f]/g, '\\$&');
}

/** A step of a JSON pointer in a URI's fragment. Letters of all languages stay readable. */
function escapeReference(text: string): string {
  const step = text.replaceAll('~', '~0').replaceAll('/', '~1');
  return step.replace(/[\0- "#%<>[\\\]^`{|}\x7f]/g, encodeURIComponent);
}

/**
 * The edits that rename a key in the texts of samples, beside those of `renameKey`: in a text where the key is written
 * and certainly is one. That is proved by reading: with the edit the renamed definition gives what the definition gave, under
 * the new name, and without the edit it does not. A text that does not read, or has the key in two places of which one
 * counts, stays; so do files that samples name. `text` is the text that the definition was read from. None where
 * `renameKey` refuses. Never throws. Linear in the samples: each is read up to four times.
 */
export async function renameInSamples(
  text: string,
  definition: Definition,
  { name, newName }: { readonly name: string; readonly newName: string },
  host: Host = {},
): Promise<Edit[]> {
  const rename = renameKey(definition, name, newName);
  if ('refusal' in rename || rename.edits.length === 0 || !definition.samples.some(sample => sample.text !== undefined))
    return [];
  const inOrder = [...rename.edits].sort((a, b) => a.span.start - b.span.start);
  const renamed = readAgain(definition, applyEdits(text, inOrder));
  const before = parserOf(definition, host);
  const after = renamed && parserOf(renamed, host);
  if (!before || !after) return [];
  const edits: Edit[] = [];
  for (const sample of definition.samples) {
    if (sample.text === undefined) continue;
    const own = await editsOf(sample.text, name, newName, before, after);
    edits.push(...inFile(definition, sample, own));
  }
  return edits;
}

function parserOf(definition: Definition, host: Host): ResponseParser | undefined {
  try {
    return createParser(definition, host);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** The edits of one response. */
async function editsOf(
  text: string,
  name: string,
  newName: string,
  before: ResponseParser,
  after: ResponseParser,
): Promise<readonly Edit[]> {
  const result = await before.parse(text);
  if (!result.ok || !isPyDict(result.exact)) return [];
  if (!result.exact.has(name) || result.exact.has(newName)) return [];
  const expected: PyValue = new Map(
    [...result.exact].map(([key, value]) => [key === name ? newName : key, toJsonValue(value)]),
  );
  const gives = async (response: string) => {
    const read = await after.parse(response);
    return read.ok && jsonEquals(toJsonValue(read.exact), expected);
  };
  const field = result.fields.find(({ key }) => key === name);
  if (!field || (await gives(text))) return [];
  for (const edits of [jsonKey(text, field, newName), tagNames(text, field, newName)])
    if (edits.length > 0 && (await gives(applyEdits(text, edits)))) return edits;
  return [];
}

/** The key of a member of a JSON object, which stands in front of its value. */
function jsonKey(text: string, { key, span }: Field, newName: string): readonly Edit[] {
  const colon = text.slice(0, span.start).trimEnd();
  const before = colon.endsWith(':') ? colon.slice(0, -1).trimEnd() : '';
  if (!before.endsWith('"')) return [];
  const end = before.length - 1;
  // A unit is written with six at most.
  const least = Math.max(0, end - 6 * key.length - 1);
  for (let start = before.lastIndexOf('"', end - 1); start >= least; start = before.lastIndexOf('"', start - 1)) {
    const written = jsonLoads(text.slice(start, end + 1));
    if (written.ok && written.value === key)
      return [{ span: { start: start + 1, end }, text: JSON.stringify(newName).slice(1, -1) }];
    if (start === 0) break;
  }
  return [];
}

/** The name in the marks around a value, as in `<name>…</name>`. */
function tagNames(text: string, { key, span, inner }: Field, newName: string): readonly Edit[] {
  if (key === '') return [];
  const edits: Edit[] = [];
  const add = (from: number, to: number) => {
    for (let start = text.indexOf(key, from); start >= 0 && start + key.length <= to; ) {
      const end = start + key.length;
      if (!isLetter(text.charAt(start - 1)) && !isLetter(text.charAt(end)))
        edits.push({ span: { start, end }, text: newName });
      start = text.indexOf(key, end);
    }
  };
  add(span.start, inner.start);
  add(inner.end, span.end);
  return edits;
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

/** The edits of a sample's text as edits of the file, where the text is one string or a list of lines. */
function inFile({ source }: Definition, { index, text = '' }: Sample, edits: readonly Edit[]): Edit[] {
  if (edits.length === 0) return [];
  const path = ['samples', index, 'text'];
  const whole = source.stringAt(path);
  const strings: { readonly start: number; readonly end: number; readonly offsets: Uint32Array }[] = [];
  if (whole) strings.push({ start: 0, end: whole.text.length, offsets: whole.offsets });
  else
    for (let i = 0, start = 0; start <= text.length; i++) {
      const line = source.stringAt([...path, i]);
      if (!line) break;
      strings.push({ start, end: start + line.text.length, offsets: line.offsets });
      start += line.text.length + 1;
    }
  const place = ({ start, end }: Span): Span | undefined => {
    const line = strings.find(one => one.start <= start && end <= one.end);
    const from = line?.offsets[start - line.start];
    const to = line?.offsets[end - line.start];
    return from === undefined || to === undefined ? undefined : { start: from, end: to };
  };
  const placed = edits.flatMap(edit => {
    const span = place(edit.span);
    return span ? [{ span, text: JSON.stringify(edit.text).slice(1, -1) }] : [];
  });
  // Half of them would be worse than none.
  return placed.length === edits.length ? placed : [];
}
