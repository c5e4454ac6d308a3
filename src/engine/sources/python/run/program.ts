import { type NodeType, Tree } from '@lezer/common';
import { treeOf } from '../../../code/python/read/pythonTree.ts';
import { childrenOf, type PyNode } from '../../../code/python/read/syntax.ts';
import { decodeUtf8 } from '../../../text/index.ts';
import { keptOf, type SourceHost } from '../../reading/sourceHost.ts';
import { folderOf, isInside, joinPath } from '../../reading/sourceNames.ts';

/** A file of a program, and where its text stands in the joined text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly tree: Tree;
  readonly start: number;
  readonly sites: readonly ImportSite[];
}

const maxFiles = 200;
const maxDepth = 20;
/** Characters of a file, and of all of them. */
const maxLength = 2_000_000;
const maxTotal = 8_000_000;

/** A Python file and those of the workspace that it imports, directly or not, as one text of which each file is a part. */
export class Program {
  readonly files: readonly SourceFile[];
  readonly text: string;
  readonly tree: Tree;
  readonly #found: ReadonlyMap<string, SourceFile | string>;
  readonly #roots: readonly string[];

  constructor(files: readonly SourceFile[], found: ReadonlyMap<string, SourceFile | string>, roots: readonly string[]) {
    this.files = files;
    this.#found = found;
    this.#roots = roots;
    this.text = files.map(({ text }) => text).join('\n');
    const [first] = files;
    this.tree =
      files.length === 1
        ? first!.tree
        : new Tree(
            first!.tree.type as NodeType,
            files.map(({ tree }) => tree),
            files.map(({ start }) => start),
            this.text.length,
          );
  }

  /** The file that a place of the joined text is in. */
  fileAt(offset: number): SourceFile {
    return this.files.findLast(({ start }) => start <= offset) ?? this.files[0]!;
  }

  /** The `__init__.py` of the package that a file is in. */
  packageOf({ path }: SourceFile): SourceFile | undefined {
    const folder = folderOf(path);
    const found = this.#found.get(joinPath(isPackage(path) ? folderOf(folder) : folder, '__init__.py'));
    return typeof found === 'object' && found.path !== path ? found : undefined;
  }

  /** The file of a module that a file imports; a text says why it cannot be read; `undefined`: it is not of the workspace. */
  moduleOf(from: SourceFile, level: number, parts: readonly string[]): SourceFile | string | undefined {
    const found = candidates(from.path, level, parts, this.#roots).flatMap(path => this.#found.get(path) ?? []);
    // A package's `__init__.py` and a module of one name do not stand side by side.
    const [first, second] = found;
    return second !== undefined && second !== first
      ? `Two files could be meant by \`${'.'.repeat(level)}${parts.join('.')}\`.`
      : first;
  }
}

function isPackage(path: string): boolean {
  return /(?:^|[\\/])__init__\.py$/.test(path);
}

/** The last part of the name that a module is imported by. */
export function moduleNameOf(path: string): string {
  const file = isPackage(path) ? folderOf(path) : path;
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).replace(/\.py$/, '');
}

/** Reads a file's program: the files that it imports, through the host and inside the roots only. Never throws; bounded. `undefined`: the file itself cannot be read. */
export async function readProgram(text: string, path: string, host: SourceHost): Promise<Program | undefined> {
  const roots = host.roots ?? [folderOf(path)];
  const first = fileOf(path, text, 0, host);
  if (!first) return undefined;
  const files: SourceFile[] = [first];
  const found = new Map<string, SourceFile | string>([[path, first]]);
  let length = text.length + 1;
  let added: readonly SourceFile[] = files.slice();
  for (let depth = 0; depth < maxDepth && added.length > 0; depth++) {
    const paths = new Set(added.flatMap(file => wantedPaths(file, roots)).filter(each => !found.has(each)));
    const next: SourceFile[] = [];
    for (const each of paths) {
      const read = await readText(each, host);
      if (read === undefined) continue;
      const problem =
        read.length > maxLength || length + read.length > maxTotal
          ? 'is too large to be read.'
          : files.length >= maxFiles
            ? 'is left out: too many files are imported.'
            : undefined;
      const file = problem === undefined ? fileOf(each, read, length, host) : undefined;
      found.set(each, file ?? `\`${each}\` ${problem ?? 'is nested too deeply to be read.'}`);
      if (!file) continue;
      length += read.length + 1;
      files.push(file);
      next.push(file);
    }
    added = next;
  }
  return new Program(files, found, roots);
}

function fileOf(path: string, text: string, start: number, host: SourceHost): SourceFile | undefined {
  const tree = treeOf(text, { trees: keptOf(host).trees, path });
  return tree && { path, text, tree, start, sites: importSites(tree, text) };
}

async function readText(path: string, host: SourceHost): Promise<string | undefined> {
  try {
    const bytes = await host.readFile?.(path);
    return bytes && decodeUtf8(bytes)?.replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}

/** The files that the imports of a file may mean, those of the packages around them included. */
function wantedPaths(file: SourceFile, roots: readonly string[]): readonly string[] {
  return file.sites.flatMap(({ level, module, names }) => {
    const prefixes = module.map((_, i) => module.slice(0, i + 1));
    const all = [...(level > 0 ? [[]] : []), ...prefixes, ...names.map(name => [...module, name])];
    return all.flatMap(parts => candidates(file.path, level, parts, roots));
  });
}

const maxParents = 20;

/** The paths that a module may have, the likeliest first. */
function candidates(
  from: string,
  level: number,
  parts: readonly string[],
  roots: readonly string[],
): readonly string[] {
  const own = folderOf(from);
  const bases: string[] = [];
  if (level > 0) {
    let base = own;
    for (let i = 1; i < level; i++) base = folderOf(base);
    bases.push(base);
  } else {
    let base = own;
    for (let i = 0; i < maxParents && roots.some(root => isInside(base, root)); i++) {
      bases.push(base);
      base = folderOf(base);
    }
    bases.push(...roots.filter(root => isInside(own, root)).map(root => joinPath(root, 'src')));
  }
  const tail = parts.join('/');
  return [...new Set(bases)]
    .filter(base => roots.some(root => isInside(base, root)))
    .flatMap(base =>
      tail === ''
        ? [joinPath(base, '__init__.py')]
        : [joinPath(base, `${tail}/__init__.py`), joinPath(base, `${tail}.py`)],
    );
}

/** A name that an import statement binds. */
interface ImportedName {
  readonly local: string;
  /** What it is: a name of the module, or the module's own path. */
  readonly path: readonly string[];
}

/** A module that an import statement names. */
interface ImportSite {
  /** The dots before it. */
  readonly level: number;
  readonly module: readonly string[];
  /** The imported names, which may be modules below it. */
  readonly names: readonly string[];
}

/** What an import statement says. */
export interface ImportStatement extends ImportSite {
  readonly kind: 'import' | 'from' | 'star';
  readonly bindings: readonly ImportedName[];
}

/** The modules that the imports of a text name. Linear. */
function importSites(tree: Tree, text: string): readonly ImportSite[] {
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
