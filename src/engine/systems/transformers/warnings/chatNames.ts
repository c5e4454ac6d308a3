import type { Span } from '../../../core/span.ts';
import { type Expression, parseTemplate } from '../../../python/index.ts';
import { chatOptions } from '../../../tokens/index.ts';

/** What a chat template names. */
export interface ChatNames {
  /** Attributes, and texts that may be the names of some. */
  readonly attributes: ReadonlySet<string>;
  /** Variables, each with its first place. */
  readonly variables: ReadonlyMap<string, Span>;
  /** `tools is defined`, `documents is not defined`: they always are. */
  readonly alwaysDefined: readonly { readonly name: string; readonly span: Span }[];
}

/** What a chat template that compiles names, wherever it stands in it. Linear. */
export function chatNames(template: string): ChatNames {
  const attributes = new Set<string>();
  const variables = new Map<string, Span>();
  const alwaysDefined: { readonly name: string; readonly span: Span }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const expression = node as Expression;
    if (expression.type === 'getattr') attributes.add(expression.attribute);
    else if (expression.type === 'const' && typeof expression.value === 'string') attributes.add(expression.value);
    else if (expression.type === 'name' && !variables.has(expression.name))
      variables.set(expression.name, expression.span);
    else if (expression.type === 'test' && expression.name === 'defined' && expression.operand.type === 'name') {
      const { name, span } = expression.operand;
      if (name === 'tools' || name === 'documents') alwaysDefined.push({ name, span });
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'span') visit(child);
  };
  visit(parseTemplate(template, chatOptions));
  return { attributes, variables, alwaysDefined };
}
