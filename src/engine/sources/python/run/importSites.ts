import type { Tree } from '@lezer/common';
import { childrenOf, type PyNode } from '../../../code/python/read/syntax.ts';

/** A name that an import statement binds. */
export interface ImportedName {
  readonly local: string;
  /** What it is: a name of the module, or the module's own path. */
  readonly path: readonly string[];
}

/** A module that an import statement names. */
export interface ImportSite {
  /** The dots before it. */
  readonly level: number;
  readonly module: readonly string[];
  /** The names that are taken from it, which may be modules below it. */
  readonly names: readonly string[];
}

/** What an import statement says. */
export interface ImportStatement extends ImportSite {
  readonly kind: 'import' | 'from' | 'star';
  readonly bindings: readonly ImportedName[];
}

/** The modules that the imports of a text name. Linear. */
export function importSites(tree: Tree, text: string): readonly ImportSite[] {
  const sites: ImportSite[] = [];
  tree.iterate({
    enter(node) {
      if (node.name !== 'ImportStatement') return true;
      sites.push(...readImport(node.node, text));
      return false;
    },
  });
  return sites;
}

/** Takes an import statement apart: one entry for each module. */
export function readImport(node: PyNode, text: string): readonly ImportStatement[] {
  const children = childrenOf(node).filter(({ name }) => !'()'.includes(name));
  const nameOf = ({ from, to }: PyNode) => text.slice(from, to);
  const at = children.findIndex(({ name }) => name === 'import');
  if (children[0]?.name !== 'from') return plainImports(children.slice(1), nameOf);
  const head = children.slice(1, at);
  const module = head.filter(({ name }) => name === 'VariableName').map(nameOf);
  const dots = head.findIndex(({ name }) => name === 'VariableName');
  const level = head
    .slice(0, dots < 0 ? head.length : dots)
    .reduce((count, each) => count + nameOf(each).replaceAll(/[^.]/g, '').length, 0);
  const tail = children.slice(at + 1);
  if (tail.some(({ name }) => name === '*')) return [{ kind: 'star', level, module, names: [], bindings: [] }];
  const bindings = split(tail).flatMap(group => {
    const [name, , alias] = group;
    return name?.name === 'VariableName' ? [{ local: nameOf(alias ?? name), path: [nameOf(name)] }] : [];
  });
  return [{ kind: 'from', level, module, names: bindings.map(({ path }) => path[0]!), bindings }];
}

function split(nodes: readonly PyNode[]): readonly (readonly PyNode[])[] {
  const groups: PyNode[][] = [[]];
  for (const node of nodes)
    if (node.name === ',') groups.push([]);
    else groups.at(-1)!.push(node);
  return groups;
}

/** `import a.b as c, d` */
function plainImports(nodes: readonly PyNode[], nameOf: (node: PyNode) => string): readonly ImportStatement[] {
  return split(nodes).flatMap(group => {
    const as = group.findIndex(({ name }) => name === 'as');
    const module = group
      .slice(0, as < 0 ? group.length : as)
      .filter(({ name }) => name === 'VariableName')
      .map(nameOf);
    const alias = as < 0 ? undefined : group[as + 1];
    if (module.length === 0) return [];
    const binding = alias ? { local: nameOf(alias), path: module } : { local: module[0]!, path: [module[0]!] };
    return [{ kind: 'import' as const, level: 0, module, names: [], bindings: [binding] }];
  });
}
