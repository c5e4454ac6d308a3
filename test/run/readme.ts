// `npm run readme`: writes the tables of docs/ anew from the registries and the manifest, and the pages of the library.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  constraintEngines,
  createReader,
  exportFormats,
  formatters,
  importFormats,
  parserTypes,
  readDefinitions,
  tokenCounterTypes,
} from '../../src/engine/index.ts';
import { keywordTable } from './keywordTable.ts';
import { libraryPage } from './library.ts';

/** The pages that have generated tables, each between the comments of its name. */
export const pagesWithTables: Readonly<Record<string, readonly string[]>> = {
  'docs/parser-types.md': ['parser-types', 'silent-types'],
  'docs/formatters.md': ['formatters', 'counters'],
  'docs/forms.md': ['forms'],
  'docs/settings.md': ['settings'],
  'docs/constraints.md': ['engines', 'keywords'],
};

/** A page with every generated table as it should be. */
export function renderTables(page: string): string {
  let text = readFileSync(page, 'utf8');
  for (const name of pagesWithTables[page] ?? []) {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [start, end] = [text.indexOf(open), text.indexOf(close)];
    if (start < 0 || end < start) throw new Error(`${page} has no place for the table ${name}.`);
    text = `${text.slice(0, start + open.length)}\n${tables[name]!()}\n${text.slice(end)}`;
  }
  return text;
}

const tables: Readonly<Record<string, () => string>> = {
  'parser-types': () =>
    table(
      ['`type`', 'system', 'what it reads'],
      parserTypes.map(each => [`\`${each.type}\``, each.system, each.summary]),
    ),
  'silent-types': () =>
    table(
      ['`type`', 'why nothing is told before the end'],
      parserTypes.flatMap(({ type, template }) => {
        const { endOnly } = createReader(readDefinitions(template, 'x.parser.json').definitions[0]!);
        return endOnly === undefined ? [] : [[`\`${type}\``, endOnly]];
      }),
    ),
  formatters: () =>
    table(
      ['formatter', 'tools', 'image', 'audio', 'video', 'thinking', 'promotes'],
      formatters.map(({ name, since, support, supportSince, promotes }) => [
        `\`${name}\`${since === undefined ? '' : ` (${since})`}`,
        ...(['tools', 'image', 'audio', 'video', 'thinking'] as const).map(kind => {
          const words = support[kind] === 'converted' ? 'yes' : support[kind];
          return supportSince[kind] === undefined ? words : `${words} (${supportSince[kind]})`;
        }),
        Object.entries(promotes)
          .map(([kind, release]) => `${kind} (${release})`)
          .join(', ') || 'no',
      ]),
    ),
  counters: () =>
    table(
      ['`type`', 'what it counts'],
      tokenCounterTypes.map(({ type, summary }) => [`\`${type}\``, summary]),
    ),
  forms: () =>
    table(
      ['export', '`--to`', 'what is written', 'read back by'],
      exportFormats.map(({ id, title, summary, readBy = id }) => [title, `\`${id}\``, summary, `\`${readBy}\``]),
    ) +
    table(
      ['import', '`--from`', 'what is read'],
      importFormats.map(({ id, title, summary }) => [title, `\`${id}\``, summary]),
    ),
  engines: () =>
    table(
      ['`--for`', 'engine', 'versions', 'how it is known', 'a schema begins to hold'],
      constraintEngines.map(({ id, title, versions, evidence, dated, reasoning }) => [
        `\`${id}\``,
        title,
        versions.map(each => `\`${each}\``).join(', '),
        `${evidence}, ${dated}`,
        reasoning ?? 'as the server has it',
      ]),
    ),
  keywords: () => {
    const [header, ...rows] = keywordTable();
    return table(header!, rows);
  },
  settings() {
    const { contributes } = JSON.parse(readFileSync('package.json', 'utf8'));
    const texts = JSON.parse(readFileSync('package.nls.json', 'utf8'));
    const settings = Object.entries<{ default: unknown; markdownDescription: string }>(
      contributes.configuration[0].properties,
    );
    return table(
      ['setting', 'default', ''],
      settings.map(([key, { default: value, markdownDescription }]) => [
        `\`${key}\``,
        `\`${JSON.stringify(value)}\``,
        // `#name#` is a link in the Settings editor only.
        texts[markdownDescription.replaceAll('%', '')].replaceAll(/`#([\w.]+)#`/g, '`$1`'),
      ]),
    );
  },
};

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return ['', line(header), line(header.map(() => '---')), ...rows.map(line), ''].join('\n');
}

if (process.argv[1]?.endsWith('readme.ts')) {
  writeFileSync('docs/library.md', libraryPage());
  for (const page of Object.keys(pagesWithTables)) writeFileSync(page, renderTables(page));
}
