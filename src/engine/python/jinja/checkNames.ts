import { pyRepr } from '../repr.ts';
import { filterNamed } from './filters.ts';
import { JinjaError } from './jinjaError.ts';
import type { Expression, Statement } from './node.ts';
import { testNamed } from './tests.ts';

/**
 * What Jinja's compiler refuses: filters and tests that there are not, and two blocks of one name. In branches of an
 * `if`, and in conditional expressions, an unknown name only fails when it is come to. Raises `TemplateAssertionError`.
 */
export function checkNames(statements: readonly Statement[]): void {
  visit(statements, false, new Set());
}

function visit(node: unknown, isSoft: boolean, blocks: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, isSoft, blocks);
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
  const isSoftInside =
    type === 'if' || type === 'condexpr' ? true : type !== undefined && scopes.has(type) ? false : isSoft;
  for (const [key, child] of Object.entries(node)) if (key !== 'span') visit(child, isSoftInside, blocks);
}

/** Statements with a frame of their own, where names are checked again. */
const scopes: ReadonlySet<string> = new Set([
  'for',
  'macro',
  'callBlock',
  'with',
  'setBlock',
  'filterBlock',
  'block',
  'autoescape',
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
