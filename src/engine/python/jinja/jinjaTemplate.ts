import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import { pyRepr } from '../repr.ts';
import { testNamed } from './builtins.ts';
import { filterNamed } from './filters.ts';
import { Interpreter, type Segment } from './interpreter.ts';
import { JinjaError } from './jinjaError.ts';
import type { Expression, Statement } from './node.ts';
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
  const values = new Map<string, JinjaValue>();
  for (const [name, value] of variables) {
    budget += sizeOf(value);
    values.set(name, fromPython(value));
  }
  return new Interpreter(statements, values, { isStrict: strict, budget, showsErrors }).render();
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

/**
 * What Jinja's compiler refuses: filters and tests that there are not, two blocks of one name, and the name `loop` as a
 * target anywhere in a `for`. In branches of an
 * `if`, and in conditional expressions, an unknown name only fails when it is come to. Raises `TemplateAssertionError`.
 */
export function checkNames(statements: readonly Statement[]): void {
  visit(statements, false, false, new Set());
}

function visit(node: unknown, isSoft: boolean, isInLoop: boolean, blocks: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, isSoft, isInLoop, blocks);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type } = node as Partial<Statement | Expression>;
  if (type === 'filter' || type === 'test') checkName(node as Expression & { type: 'filter' | 'test' }, isSoft);
  if (type === 'block') {
    const { name, span } = node as Statement & { type: 'block' };
    if (blocks.has(name)) throw new JinjaError('TemplateAssertionError', `block ${pyRepr(name)} defined twice`, span);
    blocks.add(name);
  }
  // What the outermost loop is free of, those inside it are.
  if (type === 'for' && !isInLoop) {
    const { test, span } = node as Statement & { type: 'for' };
    visit(test, false, true, blocks);
    if (assignsLoop(node))
      throw new JinjaError('TemplateAssertionError', "Can't assign to special loop variable in for-loop target", span);
  }
  const ownKeys = type === undefined ? undefined : scopes.get(type);
  const children = Object.entries(node).filter(([key]) => key !== 'span');
  // Jinja's compiler comes to a body before the filter of its text, and before the call that it belongs to.
  if (type === 'filterBlock' || type === 'setBlock' || type === 'callBlock')
    children.sort(([one], [other]) => Number(other === 'body') - Number(one === 'body'));
  for (const [key, child] of children) {
    const isSoftInside = type === 'if' || type === 'condexpr' || (isSoft && (ownKeys?.includes(key) ?? true));
    visit(child, isSoftInside, isInLoop || type === 'for', blocks);
  }
}

/** Statements with a frame of their own, where names are checked again; but for these of their parts, which are outside of it. */
const scopes: ReadonlyMap<string, readonly string[]> = new Map([
  ['for', ['iterable']],
  ['macro', []],
  ['callBlock', ['call']],
  ['with', ['targets']],
  ['setBlock', []],
  ['filterBlock', []],
  ['block', []],
  ['autoescape', ['value']],
  ['generation', []],
]);

function checkName({ type, name, span }: Expression & { type: 'filter' | 'test' }, isSoft: boolean): void {
  const isKnown = type === 'filter' ? filterNamed(name) : testNamed(name);
  if (!isKnown && !isSoft) throw new JinjaError('TemplateAssertionError', `No ${type} named ${pyRepr(name)}.`, span);
}

/** Whether a target of a statement, or of one inside it, is the name `loop`; those of `with` are parameters. Linear. */
function assignsLoop(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(assignsLoop);
  if (typeof node !== 'object' || node === null) return false;
  const { target } = node as { readonly target?: Expression };
  if (target && isLoop(target)) return true;
  return Object.entries(node).some(([key, child]) => key !== 'target' && key !== 'targets' && assignsLoop(child));
}

function isLoop(target: Expression): boolean {
  if (target.type === 'tuple') return target.items.some(isLoop);
  return target.type === 'name' && target.name === 'loop';
}

/** Refuses `break` and `continue` outside of a loop, as Python does with the code that Jinja makes of a template. Raises `SyntaxError`. Linear. */
export function checkLoopControls(statements: readonly Statement[], isInLoop = false): void {
  for (const statement of statements) {
    if ((statement.type === 'break' || statement.type === 'continue') && !isInLoop) {
      const what = statement.type === 'break' ? "'break' outside loop" : "'continue' not properly in loop";
      throw new JinjaError('SyntaxError', `${what} (<unknown>, line ${statement.line})`, statement.span);
    }
    if (statement.type === 'for') {
      checkLoopControls(statement.body, true);
      checkLoopControls(statement.otherwise, isInLoop && !statement.isRecursive);
    } else if (statement.type === 'if') {
      for (const { body } of statement.branches) checkLoopControls(body, isInLoop);
      checkLoopControls(statement.otherwise, isInLoop);
    } else if ('body' in statement) checkLoopControls(statement.body, isInLoop && !functions.includes(statement.type));
  }
}

/** Statements whose bodies are functions of their own. */
const functions: readonly Statement['type'][] = ['macro', 'callBlock', 'block', 'generation'];
