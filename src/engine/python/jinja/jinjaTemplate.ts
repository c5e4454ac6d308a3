import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import { checkNames } from './checkNames.ts';
import { Interpreter, type Segment } from './interpreter.ts';
import { parseTemplate } from './templateParser.ts';
import { fromPython, type JinjaValue } from './value.ts';

/** How Jinja is to render. */
export interface RenderOptions {
  /** `undefined=StrictUndefined`: using what is undefined raises. Default: it prints as nothing. */
  readonly strict?: boolean;
  /** Shows what is undefined in place of what it would print, instead of raising. */
  readonly showsErrors?: boolean;
}

/**
 * `jinja2.Template(template).render(**variables)` with Jinja2's own defaults: one line feed at the template's end is
 * dropped, nothing is escaped, values print as Python's `str()`. Raises `JinjaError` with the class, the message and the
 * place in the template: `TemplateSyntaxError`, `TemplateAssertionError`, `UndefinedError`, Python's own, and
 * `TemplateError` for a template that does not end or prints too much.
 */
export function renderJinja(
  template: string,
  variables: ReadonlyMap<string, PyValue>,
  options: RenderOptions = {},
): string {
  return renderSegments(template, variables, options)
    .map(({ text }) => text)
    .join('');
}

/** As {@link renderJinja}, in pieces with the part of the template that each came from. */
export function renderSegments(
  template: string,
  variables: ReadonlyMap<string, PyValue>,
  { strict = false, showsErrors = false }: RenderOptions = {},
): readonly Segment[] {
  const statements = checkedStatements(template);
  let budget = 200_000;
  const given = new Map<string, JinjaValue>();
  for (const [name, value] of variables) {
    budget += sizeOf(value);
    given.set(name, fromPython(value));
  }
  return new Interpreter(statements, given, { isStrict: strict, budget, showsErrors }).render();
}

function checkedStatements(template: string) {
  const statements = parseTemplate(template);
  checkNames(statements);
  return statements;
}

/** The characters of all texts in a value, and one for each of its parts. */
export function sizeOf(value: PyValue): number {
  if (typeof value === 'string') return value.length;
  if (isPyList(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), 1);
  if (!isPyDict(value)) return 1;
  let size = 1;
  for (const item of value.values()) size += sizeOf(item);
  return size;
}
