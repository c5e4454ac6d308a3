// `npm run readme` writes docs/library.md with this, from the door's sources and docs/library-examples.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Something that the façade exports by name, with what its source says. */
interface Exported {
  readonly name: string;
  readonly kind: 'function' | 'value' | 'type';
  readonly file: string;
  /** As declared, without a body. */
  readonly declaration: string;
  readonly words: string;
}

/** A name → the code that shows it, with what it prints as comments. */
export function readExamples(file = 'docs/library-examples.md'): ReadonlyMap<string, string> {
  const text = readFileSync(file, 'utf8');
  return new Map([...text.matchAll(/^## (\S+)\n+```js\n(.*?)^```$/gms)].map(([, name, code]) => [name!, code!]));
}

/** The code with the import that it needs, of the names that the library has. */
function withImport(code: string, names: readonly string[]): string {
  const used = names.filter(name => new RegExp(`(?<![.\\w'"])${name}\\b`).test(code)).sort();
  return `import { ${used.join(', ')} } from 'parserlens';\n\n${code}`;
}

/** A part of the library: what its comment says, and what it has. */
interface Section {
  readonly title: string;
  readonly exported: readonly Exported[];
}

const door = 'src/node/engine.ts';

/** What the library exports, in its order. Throws where something has no docstring. */
export function libraryDoor(): { readonly values: readonly Section[]; readonly types: readonly Section[] } {
  const text = readFileSync(door, 'utf8');
  const facade = sourcesOf('src/engine/index.ts');
  const sourceOf = (name: string) => {
    const file = facade.get(name);
    if (file === undefined) throw new Error(`${name} is not in the engine's façade.`);
    return file;
  };
  const listed = /^export const \{\n(.*?)^\} = /ms.exec(text)![1]!;
  const values = [...listed.matchAll(/^ {2}\/\/ (.*?)\.\n((?: {2}\w+,\n)+)/gm)].map(([, title, names]) => ({
    title: title!,
    exported: [...names!.matchAll(/\w+/g)].map(([name]) => describe(name, sourceOf(name), false)),
  }));
  const types = [...text.matchAll(/^\/\/ ([^\n]*)\.\n\nexport type \{([^}]*)\}/gm)].map(([, title, names]) => ({
    title: title!,
    exported: [...names!.matchAll(/\w+/g)].map(([name]) => describe(name, sourceOf(name), true)),
  }));
  const own = 'src/node/door/createEngine.ts';
  return {
    values: [
      ...values,
      {
        title: 'Errors, and a host of one’s own',
        exported: [describe('EngineError', sourceOf('EngineError'), false), describe('createEngine', own, false)],
      },
    ],
    types: [
      ...types,
      { title: 'Engines', exported: [describe('Engine', own, true), describe('EngineOptions', own, true)] },
    ],
  };
}

/** The files that a file exports or imports names from, directly or through one that it exports as a whole. */
function sourcesOf(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/^(?:export|import) (?:type )?\{([^}]*)\} from '([^']+)'/gm);
  const through = [...text.matchAll(/^export \* from '([^']+)'/gm)].map(([, from]) => join(file, '..', from!));
  return new Map([
    ...through.flatMap(face => [...sourcesOf(face)]),
    ...[...found].flatMap(([, list, from]) =>
      [...list!.matchAll(/(?:type )?(\w+)(?:,|\s*$)/g)].map(([, name]) => [name!, join(file, '..', from!)] as const),
    ),
  ]);
}

function describe(name: string, file: string, isType: boolean): Exported {
  const text = readFileSync(file, 'utf8');
  const start = new RegExp(
    `^(?:export )?(?:declare )?(?:async )?(?:abstract )?(?:function\\*?|const|class|interface|type) ${name}\\b|^export (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`,
    'm',
  ).exec(text);
  if (!start) throw new Error(`${name} is not declared in ${file}.`);
  if (start[1]) return describe(name, join(file, '..', start[1]), isType);
  const words = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:\/\/[^\n]*\n)*$/.exec(text.slice(0, start.index))?.[1];
  if (words === undefined) throw new Error(`${name} in ${file} has no docstring.`);
  const isFunction = /function/.test(start[0]);
  const declaration = isFunction
    ? (/^[\s\S]*?(?= \{\n)/.exec(text.slice(start.index))?.[0] ?? '').replace(/^(?:export )?(?:async )?/, '')
    : start[0].replace(/^export /, '');
  return {
    name,
    file,
    kind: isFunction ? 'function' : isType ? 'type' : 'value',
    declaration,
    words: words
      .replace(/^\s*\* ?/gm, '')
      .replace(/\{@link (\w+)\}/g, '`$1`')
      .replace(/^@param (\w+) /gm, '- `$1`: ')
      .replace(/^@throws /gm, 'Throws ')
      .replace(/@internal/g, '')
      .trim(),
  };
}

/** docs/library.md: what the library exports, in the order in which it is read. */
export function libraryPage(): string {
  const { values, types } = libraryDoor();
  const typeLine = ({ name, words }: Exported) => `- \`${name}\`: ${words.replaceAll('\n', ' ')}`;
  return `# The library

${generated}

\`npm install\` of the packed \`parserlens-VERSION.tgz\` gives the engine as a library beside the command line, for Node 20 or later, as an ES module and as CommonJS, with its types. It needs no other package and opens no connection. The vocabularies of token counters, 9 MB, are a package of their own, \`parserlens-tables-VERSION.tgz\`, which \`npm pack\` writes beside the first: install both, and counters find them.

Spans count UTF-16 units and are half-open. What takes a host works without one: then Node's serves. A wrong argument is a \`TypeError\` that names it. A test runs every example.

${values.map(({ title, exported }) => `## ${title}\n\n${exported.map(entries()).join('\n')}`).join('\n')}
## Types

${types.map(({ title, exported }) => `${title}:\n\n${exported.map(typeLine).join('\n')}\n`).join('\n')}`;
}

const generated = '<!-- Written by `npm run readme` from the sources: change those, or docs/library-examples.md. -->';

/** What writes an entry of a page: its declaration, its words, and its example. */
function entries(): (exported: Exported) => string {
  const examples = readExamples();
  const names = libraryDoor().values.flatMap(({ exported }) => exported.map(({ name }) => name));
  return ({ name, declaration, words }) => {
    const code = examples.get(name);
    const signature = /^function\b/.test(declaration) ? `\n\`\`\`ts\n${declaration}\n\`\`\`\n` : '';
    const example = code === undefined ? '' : `\n\`\`\`js\n${withImport(code, names)}\`\`\`\n`;
    return `### ${name}\n${signature}\n${words}\n${example}`;
  };
}
