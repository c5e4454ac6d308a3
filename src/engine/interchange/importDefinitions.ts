import { EngineError } from '../core/errors.ts';
import type { PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import type { ImportFormat, ImportProblem, ImportResult } from '../parsers/interchange.ts';
import { toDefinitionText } from '../python/index.ts';
import { exportFormats, importFormats } from './registry.ts';

/** What an import gives, with the form that was read; absent where no form was recognised. */
export interface ImportAnswer extends ImportResult {
  readonly format?: string;
  /** The ids of other forms that the text may be meant as; absent: there are none, or the form was given. */
  readonly rivals?: readonly string[];
}

/** Nobody reads more problems of one text. */
const maxProblems = 1000;
/** Characters that a text to import may have. */
const maxLength = 20 * 1024 * 1024;

/**
 * Reads definitions from another form, also by the name of a form to export to; without `formatId` the first form that the text has something of, by the file's
 * name; `rivals` then names the others that it may be meant as. Nothing of the text is run. Where nothing is found, a problem says so. Throws `EngineError` of class
 * `UnknownFormat`; never anything else. Linear in the text.
 */
export function importDefinitions(
  text: string,
  formatId: string | undefined,
  fileName: string,
  span?: Span,
  formats: readonly ImportFormat[] = importFormats,
): ImportAnswer {
  if (text.length > maxLength)
    return nothing('This text is larger than 20 MB, which is more than ParserLens imports.', { start: 0, end: 1 });
  const reader = exportFormats.find(({ id }) => id === formatId)?.readBy ?? formatId;
  const candidates = reader === undefined ? formatsOf(fileName, formats) : formats.filter(({ id }) => id === reader);
  if (reader !== undefined && candidates.length === 0)
    throw new EngineError('UnknownFormat', `There is no form \`${formatId}\` to import from.`);
  let failed: ImportAnswer | undefined;
  for (const format of candidates) {
    const result = { ...bounded(readSafely(format, text, fileName, span)), format: format.id };
    if (result.definitions.length > 0 || result.modules) {
      const isRead = (id: string) =>
        formats.some(each => each.id === id && readSafely(each, text, fileName, span).definitions.length > 0);
      const rivals = formatId === undefined ? (format.rivals ?? []).filter(isRead) : [];
      return { ...result, ...(rivals.length > 0 && { rivals }) };
    }
    if (result.problems.length > 0) failed ??= result;
  }
  if (failed) return failed;
  const names = (candidates.length > 0 ? candidates : formats).map(({ title }) => title).join(', ');
  return nothing(
    `There is nothing here that can be imported (${names}).`,
    span ?? { start: 0, end: Math.min(1, text.length) },
  );
}

/** The parsers of languages that are not ours overflow the stack at texts of many levels, or give trees that cannot be walked. */
function readSafely(format: ImportFormat, text: string, fileName: string, span: Span | undefined): ImportResult {
  try {
    return format.read(text, fileName, span);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const place = span ?? { start: 0, end: Math.min(1, text.length) };
    const message = 'This is nested too deeply to be read.';
    return { definitions: [], problems: [{ message, span: place, severity: 'error' }] };
  }
}

/** The text of a `.parser.json` with what was imported: one definition, or several under `parsers`. */
export function importedText({ definitions }: Pick<ImportResult, 'definitions'>): string {
  const [first] = definitions;
  if (!first) return '';
  if (definitions.length === 1) return `${toDefinitionText(first.config)}\n`;
  const parsers = new Map<string, PyValue>();
  const counts = new Map<string, number>();
  for (const { name, config } of definitions) {
    let free = name;
    for (let n = counts.get(name) ?? 2; parsers.has(free); n++) {
      free = `${name}_${n}`;
      counts.set(name, n + 1);
    }
    parsers.set(free, config);
  }
  return `${toDefinitionText(new Map([['parsers', parsers]]))}\n`;
}

/** The forms that a file of this name may hold; all where its name says nothing. */
function formatsOf(fileName: string, formats: readonly ImportFormat[]): readonly ImportFormat[] {
  const name = fileName.toLowerCase();
  const fitting = formats.filter(({ extensions }) => extensions.some(extension => name.endsWith(extension)));
  return fitting.length > 0 ? fitting : formats;
}

/** The first problems, and how many more there are at the place of the first that is left out. */
function bounded(result: ImportResult): ImportResult {
  const { problems } = result;
  const next = problems[maxProblems];
  if (!next) return result;
  const message = `There are ${problems.length - maxProblems} more problems like these.`;
  return { ...result, problems: [...problems.slice(0, maxProblems), { ...next, message }] };
}

function nothing(message: string, span: Span): ImportAnswer {
  const problem: ImportProblem = { message, span, severity: 'error' };
  return { definitions: [], problems: [problem] };
}

/** What starts a new document of a YAML text; importers merge documents. */
const separator = '\n---\n';

/** Texts that are imported together, as the documents of one. */
export function joinTexts(texts: readonly string[]): string {
  return texts.join(separator);
}

/** The text that an offset of {@link joinTexts} is in, by its index, and the offset in it; what stands between two texts is the end of the first. */
export function placeInTexts(
  texts: readonly string[],
  offset: number,
): { readonly index: number; readonly offset: number } {
  let start = 0;
  for (const [index, { length }] of texts.entries()) {
    const next = start + length + separator.length;
    if (index === texts.length - 1 || offset < next)
      return { index, offset: Math.min(Math.max(offset - start, 0), length) };
    start = next;
  }
  return { index: 0, offset: 0 };
}
