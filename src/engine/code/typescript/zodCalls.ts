import type { SyntaxNode } from '@lezer/common';
import type { TsModule } from './tsModule.ts';
import { bareExpression, children, isExpression } from './tsSyntax.ts';

/** Whether a node is a name, also one that stands for a key and its value. */
export function isName({ name }: SyntaxNode): boolean {
  return name === 'VariableName' || name === 'PropertyDefinition';
}

/** What is called, without the types that it is given. */
export function calleeOf(call: SyntaxNode): SyntaxNode | null {
  const callee = children(call).find(isExpression) ?? null;
  return callee?.name === 'InstantiationExpression' ? callee.firstChild : callee;
}

/** `string` of `z.string` and of `z.coerce.string`, `iso.date` of `z.iso.date`, `object` of an imported `object`. */
export function makerName(callee: SyntaxNode, module: TsModule): string | undefined {
  const source = module.source(callee);
  if (callee.name === 'VariableName') return module.zod.has(source) ? source : undefined;
  const [, owner = '', space, name] = /^(\w+)\s*\.\s*(?:(\w+)\s*\.\s*)?(\w+)$/.exec(source) ?? [];
  if (!module.zod.has(owner)) return undefined;
  if (space === undefined || space === 'coerce') return name;
  return space === 'iso' ? `iso.${name}` : undefined;
}

/** The value of a property of an object literal. */
export function propertyOf(node: SyntaxNode, name: string, module: TsModule): SyntaxNode | undefined {
  for (const property of node.getChildren('Property')) {
    const { key, value } = module.member(property);
    if (key === name) return value;
  }
  return undefined;
}

/** The expression itself, or what the constant of this name is. */
export function constantOf(node: SyntaxNode, module: TsModule): SyntaxNode {
  const bare = bareExpression(node);
  return (isName(bare) && module.constants.get(module.source(bare))) || bare;
}
