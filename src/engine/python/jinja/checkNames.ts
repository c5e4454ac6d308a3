import { pyRepr } from '../repr.ts';
import { filterNamed } from './filters.ts';
import { JinjaError } from './jinjaError.ts';
import type { Expression, Statement } from './node.ts';
import { testNamed } from './tests.ts';

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
  // Jinja's compiler comes to a body before the filter of its text, and before the call that it is given to.
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

/** Whether a name is used anywhere in a macro's body. Linear. */
export function usesName(node: unknown, name: string): boolean {
  if (Array.isArray(node)) return node.some(item => usesName(item, name));
  if (typeof node !== 'object' || node === null) return false;
  const { type, name: own } = node as { readonly type?: string; readonly name?: string };
  if (type === 'name' && own === name) return true;
  return Object.entries(node).some(([key, child]) => key !== 'span' && usesName(child, name));
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
