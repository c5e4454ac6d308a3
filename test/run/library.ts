// `npm run readme` writes docs/library.md with this, from the façade's sources and docs/library-examples.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Something that the façade exports by name, with what its source says. */
interface Exported {
  readonly name: string;
  /** A `namespace` is an object of functions, which are its `member`s, each with its name behind a dot. */
  readonly kind: 'function' | 'value' | 'type' | 'namespace' | 'member';
  readonly file: string;
  /** As declared, without a body. */
  readonly declaration: string;
  readonly words: string;
}

/** A name → the code that shows it, with what it prints as comments. */
export function readExamples(): ReadonlyMap<string, string> {
  const text = readFileSync('docs/library-examples.md', 'utf8');
  return new Map([...text.matchAll(/^## (\S+)\n+```js\n(.*?)^```$/gms)].map(([, name, code]) => [name!, code!]));
}

/** The code with the imports that it needs, of the names that each door has. */
function withImports(code: string, doors: Readonly<Record<string, readonly string[]>>): string {
  const lines = Object.entries(doors).flatMap(([door, names]) => {
    const used = names.filter(name => new RegExp(`(?<![.\\w'"])${name}\\b`).test(code)).sort();
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from '${door}';\n`];
  });
  return `${lines.join('')}\n${code}`;
}

/** All that the doors export, in their order. Throws where something has no docstring. */
export function exportedByFacade(): readonly Exported[] {
  const facade = readFileSync('src/engine/index.ts', 'utf8');
  const found = [...facade.matchAll(/export (type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, onlyTypes, list, file]) =>
      list!
        .split(',')
        .map(each => each.trim())
        .filter(each => each !== '')
        .map(each =>
          describe(each.replace(/^type /, ''), join('src/engine', file!), !!onlyTypes || each.startsWith('type ')),
        ),
  );
  const own = [
    describe('createEngine', 'src/node/engine.ts', false),
    describe('EngineOptions', 'src/node/engine.ts', true),
    describe('Engine', 'src/engine/createEngine.ts', true),
  ];
  const compat = 'src/engine/compat/operations.ts';
  const operations = [...readFileSync(compat, 'utf8').matchAll(/^import \{ (\w+) \} from '(.+)';$/gm)].flatMap(
    ([, name, file]) => withMembers(describe(name!, join(compat, '..', file!), false)),
  );
  return [...found.filter(({ name }) => name !== 'operations'), ...operations, ...own].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** An export, and the functions of an object of functions such as `langroid`. */
function withMembers(exported: Exported): readonly Exported[] {
  const { name, kind, file } = exported;
  const text = readFileSync(file, 'utf8');
  const inside = new RegExp(`^export const ${name} = Object\\.freeze\\(\\{\\s(.*?)\\}\\);$`, 'ms').exec(text)?.[1];
  if (kind !== 'value' || inside === undefined) return [exported];
  const members = [...inside.matchAll(/(?:^|,)\s*(\w+)(?=\s*[:,]|\s*$)/g)].map(([, member]) => {
    const from = new RegExp(`^import \\{[^}]*\\b${member}\\b[^}]*\\} from '([^']+)'`, 'm').exec(text)?.[1];
    const described = describe(member!, from ? join(file, '..', from) : file, false);
    return { ...described, name: `${name}.${member}`, kind: 'member' as const };
  });
  return [{ ...exported, kind: 'namespace' }, ...members];
}

function describe(name: string, file: string, isType: boolean): Exported {
  const text = readFileSync(file, 'utf8');
  const start = new RegExp(
    `^(?:export )?(?:declare )?(?:async )?(?:abstract )?(?:function\\*?|const|class|interface|type) ${name}\\b|^export \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`,
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

/** The page. */
export function libraryPage(): string {
  const all = exportedByFacade();
  const examples = readExamples();
  const named = (...kinds: Exported['kind'][]) =>
    all.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  const doors = { parserlens: named('function', 'value'), 'parserlens/compat': named('namespace') };
  const section = ({ name, kind, declaration, words }: Exported) => {
    const level = kind === 'member' ? '####' : '###';
    const code = examples.get(name);
    const signature = /^function\b/.test(declaration) ? `\n\`\`\`ts\n${declaration}\n\`\`\`\n` : '';
    const example = code === undefined ? '' : `\n\`\`\`js\n${withImports(code, doors)}\`\`\`\n`;
    return `${level} ${name}\n${signature}\n${words}\n${example}`;
  };
  const of = (...kinds: Exported['kind'][]) => all.filter(({ kind }) => kinds.includes(kind));
  return `# The library

<!-- Written by \`npm run readme\` from the sources: change those, or docs/library-examples.md. -->

\`npm install parserlens\` gives the engine as a library beside the command line, for Node 20 or later, as an ES module and as CommonJS, with its types. It needs no other package and opens no connection. Spans count UTF-16 units and are half-open. A test runs every example.

## Functions

${of('function').map(section).join('\n')}
## Values

${of('value').map(section).join('\n')}
## Operations of the frameworks

The second door, \`parserlens/compat\`.

${of('namespace', 'member').map(section).join('\n')}
## Types

${of('type')
  .map(({ name, words }) => `- \`${name}\`: ${words.replaceAll('\n', ' ')}`)
  .join('\n')}
`;
}
