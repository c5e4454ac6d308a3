import type { SyntaxNode } from '@lezer/common';
import type { TsModule } from './tsModule.ts';
import { children, expressionsOf } from './tsSyntax.ts';
import { propertyOf } from './zodCalls.ts';

/** A schema that stands somewhere in a module, with what is known of it from there. */
export interface SchemaPlace {
  readonly node: SyntaxNode;
  /** What it is called: its tool, function, format or key. */
  readonly name?: string;
  /** What its tool is described as. */
  readonly description?: string;
}

/** Keys and variables that say no more than that a schema stands there. */
const general =
  /^(?:(?:input|output|response|args?|params?|parameters|tool)?_?schema|parameters|params|args|inputs?|outputs?|response_?format)$/i;
/** How far out a name is looked for. */
const maxSteps = 12;

/** The outermost zod schemas of a module that are not constants of it: arguments of calls, members of objects, what is returned. Linear. */
export function schemasIn(module: TsModule): readonly SchemaPlace[] {
  const found: SchemaPlace[] = [];
  const constants = new Set([...module.constants.values()].map(({ from, to }) => `${from}:${to}`));
  // The calls of a chain begin at the same place.
  const others = new Set<number>();
  module.root.cursor().iterate(({ name, from, to, node }) => {
    if (name !== 'CallExpression' || others.has(from)) return true;
    if (constants.has(`${from}:${to}`) && module.isZod(node)) return false;
    if (!module.beginsWithZod(node)) others.add(from);
    else if (module.isZod(node)) {
      found.push({ node, ...placeOf(node, module) });
      return false;
    }
    return true;
  });
  return found;
}

function placeOf(node: SyntaxNode, module: TsModule): Omit<SchemaPlace, 'node'> {
  let fallback: string | undefined;
  let description: string | undefined;
  let inner = node;
  for (let steps = 0; inner.parent && steps < maxSteps; steps++) {
    const outer: SyntaxNode = inner.parent;
    const name = nameIn(outer, inner, module);
    if (outer.name === 'ObjectExpression') {
      description ??= textOf(propertyOf(outer, 'description', module), module);
      const own = textOf(propertyOf(outer, 'name', module), module);
      if (own !== undefined) return { name: own, ...(description !== undefined && { description }) };
    }
    const isFrame = /Function|Method|Class/.test(outer.name);
    if (name !== undefined && !isFrame && !general.test(name))
      return { name, ...(description !== undefined && { description }) };
    fallback ??= name;
    if (isFrame) break;
    inner = outer;
  }
  return { ...(fallback !== undefined && { name: fallback }), ...(description !== undefined && { description }) };
}

/** The name that a node gives to what stands in it. */
function nameIn(outer: SyntaxNode, inner: SyntaxNode, module: TsModule): string | undefined {
  switch (outer.name) {
    case 'Property':
      return module.member(outer).key;
    case 'VariableDeclaration': {
      const before = children(outer).filter(({ to, name }) => to <= inner.from && name.endsWith('Definition'));
      return before.length > 0 ? module.source(before.at(-1)!) : undefined;
    }
    case 'PropertyDeclaration':
    case 'FunctionDeclaration':
    case 'MethodDeclaration': {
      const own = outer.getChild('PropertyDefinition') ?? outer.getChild('VariableDefinition');
      return own ? module.source(own) : undefined;
    }
    case 'AssignmentExpression': {
      const [target] = expressionsOf(outer);
      const property = target?.name === 'MemberExpression' ? target.getChild('PropertyName') : target;
      return property ? module.source(property) : undefined;
    }
    case 'ArgList':
      return expressionsOf(outer)
        .map(each => (each.name === 'String' ? module.value(each) : undefined))
        .find(each => typeof each === 'string' && /^[\w.-]{1,64}$/.test(each)) as string | undefined;
    default:
      return undefined;
  }
}

/** A string of one line; `undefined` for anything else. */
function textOf(node: SyntaxNode | undefined, module: TsModule): string | undefined {
  const value = node && module.value(node);
  return typeof value === 'string' && value !== '' && !value.includes('\n') ? value : undefined;
}
