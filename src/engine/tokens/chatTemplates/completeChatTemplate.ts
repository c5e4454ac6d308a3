import type { Span } from '../../core/span.ts';
import { filterNames, testNames } from '../../python/index.ts';
import { chatFunctions, chatVariables, tokenNames } from './chatTemplateFaults.ts';

/** What can stand at a place of a chat template. */
export interface TemplateWord {
  readonly kind: 'variable' | 'function' | 'filter' | 'test' | 'tag';
  readonly name: string;
}

/** The words that can stand at a place, and the letters there that each takes the place of. */
export interface TemplateCompletion {
  readonly span: Span;
  readonly words: readonly TemplateWord[];
}

/** Jinja's tags that a chat template may use, each with its end, and those of transformers. */
const tags = [
  ...['if', 'elif', 'else', 'endif', 'for', 'endfor', 'set', 'endset', 'macro', 'endmacro', 'call', 'endcall'],
  ...['filter', 'endfilter', 'with', 'endwith', 'raw', 'endraw', 'generation', 'endgeneration', 'break', 'continue'],
];
/** The beginning of a tag that binds names; they stand behind it. */
const binding = /\{%[-+]?\s*(for|set|macro)\s/g;
/** The longest word that is completed, in UTF-16 units. */
const longestTyped = 100;
/** How far behind a tag the names are looked for that it binds, in UTF-16 units. */
const longestNames = 500;
/** The next of what matters inside of delimiters: a string's quote, or their end. */
const inside = /['"]|[%}]\}/g;

/**
 * What can be typed at an offset of a chat template: tags, filters behind `|`, tests behind `is`, else the names that every
 * template is given and those that it binds itself. `undefined` in text, comments and strings. Total, and linear.
 */
export function completeChatTemplate(template: string, offset: number): TemplateCompletion | undefined {
  const opened = openedBefore(template, offset);
  if (!opened) return undefined;
  const before = template.slice(opened.start + 2, offset).replace(/^[-+]/, '');
  const typed = /[\p{L}\p{N}_]*$/u.exec(before.slice(-longestTyped))?.[0] ?? '';
  const left = before.slice(0, before.length - typed.length).trimEnd();
  // An attribute is the value's: what it has is not known here. A number is finished.
  if (left.endsWith('.') || /^\p{N}/u.test(typed)) return undefined;
  const span = { start: offset - typed.length, end: offset };
  if (opened.isBlock && left === '') return { span, words: wordsOf('tag', tags) };
  if (left.endsWith('|') || (opened.isBlock && left.trimStart() === 'filter'))
    return { span, words: wordsOf('filter', filterNames()) };
  if (/(?:^|[^\p{L}\p{N}_])is(?:\s+not)?$/u.test(left)) return { span, words: wordsOf('test', testNames()) };
  const own = ownNames(template);
  return {
    span,
    words: [
      ...wordsOf('variable', [...new Set([...own.variables, ...chatVariables, ...tokenNames])]),
      ...wordsOf('function', [...new Set([...own.macros, ...chatFunctions])]),
    ],
  };
}

function wordsOf(kind: TemplateWord['kind'], names: readonly string[]): readonly TemplateWord[] {
  return names.map(name => ({ kind, name }));
}

/** The delimiters around an offset, where it is in an expression. */
function openedBefore(
  template: string,
  offset: number,
): { readonly start: number; readonly isBlock: boolean } | undefined {
  const opening = /\{[{%#]/g;
  for (let found = opening.exec(template); found && found.index + 2 <= offset; found = opening.exec(template)) {
    const start = found.index;
    if (found[0] === '{#') {
      const end = template.indexOf('#}', start + 2);
      if (end === -1 || offset < end + 2) return undefined;
      opening.lastIndex = end + 2;
      continue;
    }
    const end = closedBefore(template, start + 2, offset);
    if (end === 'string') return undefined;
    if (end === 'open') return { start, isBlock: found[0] === '{%' };
    opening.lastIndex = end;
  }
  return undefined;
}

/** Where delimiters end that are open at `from`, if they do so in front of an offset; else whether that is in a string there. */
function closedBefore(template: string, from: number, offset: number): number | 'string' | 'open' {
  inside.lastIndex = from;
  for (let part = inside.exec(template); part && part.index < offset; part = inside.exec(template)) {
    if (part[0].length === 2) return part.index + 2;
    const end = stringEnd(template, part.index);
    if (offset < end) return 'string';
    inside.lastIndex = end;
  }
  return 'open';
}

/** Behind the closing quote of a string; infinite where it has none. */
function stringEnd(template: string, start: number): number {
  const quote = template.charAt(start);
  for (let i = start + 1; i < template.length; i++) {
    const unit = template.charAt(i);
    if (unit === quote) return i + 1;
    if (unit === '\\') i++;
  }
  return Number.POSITIVE_INFINITY;
}

/** The names that a template binds anywhere in it: a text that is being typed cannot be read for more. */
function ownNames(template: string): { readonly variables: readonly string[]; readonly macros: readonly string[] } {
  const variables: string[] = [];
  const macros: string[] = [];
  for (const { 0: begun, 1: tag = '', index } of template.matchAll(binding)) {
    const behind = index + begun.length;
    const [names = ''] = template.slice(behind, behind + longestNames).split(/[(=%]|\sin\s/, 1);
    const found = names
      .replace(/-$/, '')
      .split(',')
      .map(name => name.trim())
      .filter(name => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name));
    (tag === 'macro' ? macros : variables).push(...found);
    if (tag === 'for') variables.push('loop');
  }
  return { variables, macros };
}
