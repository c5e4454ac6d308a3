import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import { readModule } from '../../../code/typescript/readModule.ts';
import { children } from '../../../code/typescript/tsSyntax.ts';
import { decodeUtf8 } from '../../../text/index.ts';
import { keptOf, type SourceHost } from '../../reading/sourceHost.ts';
import { folderOf, isInside, joinPath } from '../../reading/sourceNames.ts';

/** A script with its syntax tree. */
export interface ScriptFile {
  readonly path: string;
  readonly text: string;
  readonly root: SyntaxNode;
  /** Where its text cannot be read from. */
  readonly fault: number | undefined;
  /** The files of its imports, by what is written; a text says why one is not read. */
  readonly imports: Map<string, ScriptFile | string>;
}

/** A script with all that it imports. */
export interface ScriptProgram {
  readonly first: ScriptFile;
  readonly files: readonly ScriptFile[];
  /** Whether `zod` is zod 3 where it stands. */
  readonly isZod3: boolean;
}

/** A place in a script. */
export interface SourcePlace {
  readonly file: ScriptFile;
  readonly start: number;
  readonly end: number;
}

const maxFiles = 200;
/** Characters of a script that is imported, and of all of them. */
const maxLength = 1_000_000;
const maxTotal = 8_000_000;

/** Reads a script and the files of the workspace that it imports, directly or not; `undefined`: it cannot be read. Bounded in files and characters. */
export async function readScripts(text: string, path: string, host: SourceHost): Promise<ScriptProgram | undefined> {
  const roots = host.roots ?? [folderOf(path)];
  const byPath = new Map<string, ScriptFile | undefined>();
  const first = parsed(text, path, host);
  if (!first) return undefined;
  byPath.set(path, first);
  const queue = [first];
  let total = text.length;
  for (const file of queue)
    for (const specifier of specifiersOf(file)) {
      if (!/^\.{1,2}(?:\/|$)/.test(specifier)) continue;
      const paths = candidates(file.path, specifier).filter(each => roots.some(root => isInside(each, root)));
      let found: ScriptFile | string =
        paths.length > 0 ? 'This file is not found.' : 'This file is outside of the folder that is read.';
      for (const each of paths) {
        if (!byPath.has(each)) {
          if (byPath.size >= maxFiles || total > maxTotal) {
            found = 'Too many files are imported.';
            break;
          }
          const own = await textOf(each, host);
          if (own === undefined) continue;
          total += own.length;
          const read = own.length <= maxLength ? parsed(own, each, host) : undefined;
          byPath.set(each, read);
          if (read) queue.push(read);
        }
        found = byPath.get(each) ?? 'This file is too large or nested too deeply to be read.';
        break;
      }
      file.imports.set(specifier, found);
    }
  return { first, files: queue, isZod3: await hasZod3(path, roots, host) };
}

const maxParents = 20;

/** The first number of the zod that a `package.json` wants. */
function majorOfZod(text: string): number | undefined {
  try {
    const manifest = JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
    const versions = ['dependencies', 'devDependencies', 'peerDependencies'].map(key => manifest[key]?.zod);
    const [, major] =
      /^[~^>=v ]{0,5}(\d{1,5})/.exec(String(versions.find(each => typeof each === 'string') ?? '')) ?? [];
    return major === undefined ? undefined : Number(major);
  } catch {
    return undefined;
  }
}

/** Whether the nearest package that names zod wants zod 3. */
async function hasZod3(path: string, roots: readonly string[], host: SourceHost): Promise<boolean> {
  let folder = folderOf(path);
  for (let i = 0; i < maxParents && roots.some(root => isInside(folder, root)); i++, folder = folderOf(folder)) {
    const text = await textOf(joinPath(folder, 'package.json'), host);
    const major = text === undefined ? undefined : majorOfZod(text);
    if (major !== undefined) return major < 4;
  }
  return false;
}

function parsed(text: string, path: string, host: SourceHost): ScriptFile | undefined {
  const module = readModule(text, { start: 0, end: text.length }, { trees: keptOf(host).trees, path });
  if (!('root' in module)) return undefined;
  const needsTags = /\.(?:tsx|jsx|js|mjs)$/i.test(path) && module.fault !== undefined && text.length < 200_000;
  if (!needsTags) return { path, text, root: module.root, fault: module.fault, imports: new Map() };
  const root = keptOf(host).trees.parse(parser.configure({ dialect: 'ts jsx' }), `${path} jsx`, text).topNode;
  let fault: number | undefined;
  root.cursor().iterate(({ type, from }) => {
    if (type.isError) fault ??= from;
  });
  return { path, text, root, fault, imports: new Map() };
}

async function textOf(path: string, host: SourceHost): Promise<string | undefined> {
  try {
    const bytes = await host.readFile?.(path);
    return bytes && decodeUtf8(bytes)?.replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}

/** What a script imports or requires, as it is written. */
function specifiersOf({ root, text }: ScriptFile): ReadonlySet<string> {
  const found = new Set<string>();
  root.cursor().iterate(({ name, node }) => {
    if (name !== 'ImportDeclaration' && name !== 'ExportDeclaration' && name !== 'CallExpression') return;
    if (name === 'CallExpression' && !/^(?:require|import)\b/.test(text.slice(node.from, node.from + 8))) return;
    const from = name === 'CallExpression' ? node.getChild('ArgList')?.getChild('String') : node.getChild('String');
    if (from) found.add(text.slice(from.from + 1, from.to - 1));
  });
  return found;
}

/** The files that a relative import may mean, the likeliest first. */
function candidates(from: string, specifier: string): readonly string[] {
  let folder = folderOf(from);
  const parts = specifier.split('/').filter(part => part !== '.' && part !== '');
  while (parts[0] === '..') {
    folder = folderOf(folder);
    parts.shift();
  }
  if (parts.includes('..')) return [];
  const tail = parts.join('/');
  const written = tail.replace(/\.([mc]?)jsx?$/, '');
  const isScript = written !== tail;
  const names = [
    ...(isScript ? [`${written}.ts`, `${written}.tsx`, `${written}.mts`] : []),
    ...(/\.[mc]?[jt]sx?$/.test(tail) ? [tail] : []),
    ...['.ts', '.tsx', '.mts', '.js', '.mjs', '.jsx', '.cjs'].map(extension => tail + extension),
    ...['index.ts', 'index.tsx', 'index.js', 'index.mjs'].map(name => (tail === '' ? name : `${tail}/${name}`)),
  ];
  return names.filter(name => name !== '' && !name.startsWith('.')).map(name => joinPath(folder, name));
}

/** The children of a node that are not comments. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return children(node).filter(({ name }) => name !== 'LineComment' && name !== 'BlockComment');
}

/** UTF-16 units of the texts that are kept: a program that makes ever longer ones does not fill the memory. */
const maxKept = 1_000_000;

/** Where the texts of a program are written, so that one that came by a variable or an import leads to its literal. */
export class LiteralPlaces {
  /** `undefined`: several literals have the text. */
  readonly #places = new Map<string, SourcePlace | undefined>();
  #room = maxKept;

  /** Keeps where a text is written. */
  add(text: string, at: SourcePlace): void {
    if (!this.#places.has(text)) {
      this.#room -= text.length;
      if (this.#room >= 0) this.#places.set(text, at);
      return;
    }
    const before = this.#places.get(text);
    if (before?.file !== at.file || before.start !== at.start) this.#places.set(text, undefined);
  }

  /** Where a text is written that stands in an expression: there, if it is a literal, else in the only literal that has this text. */
  of(text: string, expression: SourcePlace): SourcePlace {
    const isLiteral = /^["'`]/.test(expression.file.text.slice(expression.start, expression.start + 1));
    return isLiteral ? expression : (this.#places.get(text) ?? expression);
  }
}
