import type { Span } from '../../core/span.ts';
import { testNames } from '../../python/jinja/builtins.ts';
import { filterNames } from '../../python/jinja/filters.ts';
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
/** What a template binds itself: the names behind these tags. */
const bindings = /\{%[-+]?\s*(for|set|macro)\s+([^\s(=%][^(=%]*?)(?=\s+in\b|\s*[(=%]|\s*-%)/g;
/** The next of what matters inside of delimiters: a text, or their end. */
const inside = /'(?:[^'\\]|\\.)*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$)|[%}]\}/gs;

/**
 * What can be typed at an offset of a chat template: tags, filters behind `|`, tests behind `is`, else the names that every
 * template is given and those that it binds itself. `undefined` in text, comments and strings. Total, and linear.
 */
export function completeChatTemplate(template: string, offset: number): TemplateCompletion | undefined {
  const opened = openedBefore(template, offset);
  if (!opened) return undefined;
  const before = template.slice(opened.start + 2, offset).replace(/^[-+]/, '');
  const typed = /[\p{L}\p{N}_]*$/u.exec(before)?.[0] ?? '';
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
    inside.lastIndex = start + 2;
    let part = inside.exec(template);
    for (; part && part[0].length !== 2; part = inside.exec(template)) {
      if (offset > part.index && offset < part.index + part[0].length) return undefined;
      if (part.index >= offset) break;
    }
    if (!part || part.index >= offset) return { start, isBlock: found[0] === '{%' };
    opening.lastIndex = part.index + 2;
  }
  return undefined;
}

/** The names that a template binds anywhere in it: a text that is being typed cannot be read for more. */
function ownNames(template: string): { readonly variables: readonly string[]; readonly macros: readonly string[] } {
  const variables: string[] = [];
  const macros: string[] = [];
  for (const [, tag = '', names = ''] of template.matchAll(bindings)) {
    const found = names
      .split(',')
      .map(name => name.trim())
      .filter(name => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name));
    (tag === 'macro' ? macros : variables).push(...found);
    if (tag === 'for') variables.push('loop');
  }
  return { variables, macros };
}
