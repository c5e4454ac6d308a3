import type { Edit } from '../core/span.ts';
import { definitionKeys, type KeyUse } from '../definition/index.ts';
import type { Definition } from '../parsers/definition.ts';

/** The edits that rename a key, or why it cannot be renamed. */
export type KeyRename = { readonly edits: readonly Edit[] } | { readonly refusal: string };

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
