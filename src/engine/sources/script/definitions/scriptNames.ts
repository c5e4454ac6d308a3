import type { SyntaxNode } from '@lezer/common';
import { unescapeLiteral } from '../../../code/typescript/literals.ts';
import { partsOf } from '../values/scriptFiles.ts';

/** What a call is named in `FILE#NAME`: its variable, member, key or function, with the class or functions around. A name stays when lines above it move. */
export function scriptName(place: SyntaxNode, text: string): string {
  const textOf = ({ from, to }: SyntaxNode) => text.slice(from, to);
  let suffix = '';
  let node = place;
  for (let parent = node.parent; parent; node = parent, parent = parent.parent) {
    const own = nameIn(parent, node, place, textOf);
    if (own === undefined) continue;
    if (own.suffix !== undefined) suffix = own.suffix + suffix;
    else return qualified(own.name!, parent, textOf) + suffix;
  }
  const callee = partsOf(place).find(({ name }) => name !== 'new');
  return (callee ? textOf(callee).replace(/\s+/g, '') : 'parser') + suffix;
}

interface NamePart {
  readonly name?: string;
  readonly suffix?: string;
}

/** What a part of the path to the top says: a name, which ends it, or something behind the name. */
function nameIn(
  parent: SyntaxNode,
  node: SyntaxNode,
  place: SyntaxNode,
  textOf: (node: SyntaxNode) => string,
): NamePart | undefined {
  const parts = partsOf(parent);
  const at = parts.findIndex(({ from }) => from === node.from);
  switch (parent.name) {
    case 'VariableDeclaration': {
      const target = parts
        .slice(0, at)
        .findLast(({ name }) => /^(?:VariableDefinition|ObjectPattern|ArrayPattern)$/.test(name));
      return target && { name: textOf(target).replace(/\s+/g, '') };
    }
    case 'AssignmentExpression':
      return at > 0
        ? {
            name: textOf(parts[0]!)
              .replace(/\s+/g, '')
              .replace(/^this\./, '.')
              .replaceAll(/\['([^'\\\]]*)'\]/g, '["$1"]'),
          }
        : undefined;
    case 'PropertyDeclaration': {
      const named = parts.find(({ name }) => /PropertyDefinition$/.test(name));
      return { name: named ? textOf(named) : 'field' };
    }
    case 'Property': {
      const key = parts.slice(0, at).find(({ name }) => /PropertyDefinition|String|Number|VariableName/.test(name));
      if (!key || node.name === 'Block') return undefined;
      return { suffix: `[${keyText(key, textOf)}]` };
    }
    case 'ArrayExpression':
      return { suffix: `[${parts.slice(0, at).filter(({ name }) => name === ',').length}]` };
    case 'ReturnStatement':
      return { name: '' };
    case 'ExportDeclaration':
      return node.name.endsWith('Declaration') ? undefined : { name: 'default' };
    case 'ArgList': {
      const call = parent.parent;
      const callee = call && partsOf(call).find(({ name }) => name !== 'new');
      if (!callee || call.from === place.from) return undefined;
      return {
        name: textOf(callee)
          .slice(0, 200)
          .replace(/^this\./, '')
          .replace(/\s+/g, ''),
      };
    }
    default:
      return undefined;
  }
}

function keyText(key: SyntaxNode, textOf: (node: SyntaxNode) => string): string {
  if (key.name === 'PropertyDefinition') return JSON.stringify(textOf(key));
  return key.name === 'String' ? JSON.stringify(unescapeLiteral(textOf(key).slice(1, -1))) : textOf(key);
}

/** A name with the class and functions around it; a member of `this` is its class's, and `constructor` is left out. */
function qualified(name: string, node: SyntaxNode, textOf: (node: SyntaxNode) => string): string {
  const isOwn = name.startsWith('.');
  const parts: string[] = [];
  for (let at: SyntaxNode | null = node.parent; at; at = at.parent) {
    const isClass = at.name === 'ClassDeclaration' || at.name === 'ClassExpression';
    const isFunction = /^(?:Function(?:Declaration|Expression)|MethodDeclaration|ArrowFunction|Property)$/.test(
      at.name,
    );
    if (!isClass && (!isFunction || isOwn)) continue;
    const named = at.getChild('VariableDefinition') ?? at.getChild('PropertyDefinition');
    const bound =
      named ??
      (/Expression$|ArrowFunction/.test(at.name) && at.parent?.name === 'VariableDeclaration' ? boundTo(at) : null);
    const own = bound && (at.name !== 'Property' || at.getChild('Block')) ? textOf(bound) : undefined;
    if (own !== undefined && own !== 'constructor') parts.unshift(own);
  }
  const rest = isOwn ? name.slice(1) : name;
  return [...parts, ...(rest === '' ? [] : [rest])].join('.');
}

/** The variable that a function is assigned to where it is declared. */
function boundTo(node: SyntaxNode): SyntaxNode | undefined {
  return partsOf(node.parent!).findLast(({ name, to }) => name === 'VariableDefinition' && to <= node.from);
}
