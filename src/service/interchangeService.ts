import {
  type Edit,
  exportDefinitions,
  exportFormats,
  type Imported,
  type ImportResult,
  importDefinitions,
  importedText,
  importFormats,
  joinTexts,
  type Loss,
  modelTemplates,
  type OpenKey,
  placeInTexts,
  type RewrittenCall,
  refusalOf,
  rewriteCall,
  type Span,
} from '../engine/index.ts';
import type { DefinitionCache } from './definitionCache.ts';

/** Definitions of a file that are to be exported. */
export interface ExportRequest {
  readonly text: string;
  readonly fileName: string;
  /** The definitions' names; names that the file does not have are passed over. */
  readonly names: readonly string[];
}

/** A form as a picker shows it. */
export interface FormModel {
  readonly id: string;
  readonly label: string;
  readonly summary: string;
  /** Why the definitions cannot be written in it; absent: they can. */
  readonly refusal?: string;
}

/** An export, for a new document. */
export interface ExportModel {
  /** The form's id. */
  readonly form: string;
  readonly text: string;
  /** The form's name. */
  readonly label: string;
  /** The end of the document's name, with its dot. */
  readonly extension: string;
  readonly language: string;
  readonly losses: readonly Loss[];
  /** How many losses there are in all. */
  readonly lossCount: number;
  /** Whether it can be put into the configuration of a model. */
  readonly intoConfig?: true;
}

/** A text to import; several are merged from the first to the last. */
export interface ImportPart {
  readonly text: string;
  readonly fileName: string;
}

/** How to import. */
export interface ImportOptions {
  /** The part of the only text that is meant. */
  readonly span?: Span;
  /** The form's id. Absent: it is recognised. */
  readonly form?: string;
  /** What was chosen of keys that the text leaves open. */
  readonly chosen?: Readonly<Record<string, string>>;
}

/** What an import cannot take over, at its place. */
export interface ImportProblemModel {
  readonly message: string;
  /** The text that it is in, by its index. */
  readonly part: number;
  readonly span: Span;
  readonly severity: 'error' | 'warning';
}

/** A module of an import, for a new document. */
export interface ImportModuleModel {
  readonly fileName: string;
  readonly text: string;
}

/** Definitions that were read from another form. */
export interface ImportModel {
  /** The text of the `.parser.json`; empty where there is none. */
  readonly text: string;
  /** The name of the only definition. */
  readonly name?: string;
  /** What each definition is called in the text that it was read from, by its name in {@link ImportModel.text}; the only one under the empty name. */
  readonly origins: Readonly<Record<string, string>>;
  /** How many definitions there are. */
  readonly count: number;
  /** Modules to port code in; definitions among these name them by their file's name. */
  readonly modules: readonly ImportModuleModel[];
  /** The forms that the text may be of, the one that was read first; absent: it is certain. */
  readonly forms?: readonly { readonly id: string; readonly label: string }[];
  /** A key that the text leaves open; absent: none. */
  readonly open?: OpenKey;
  readonly problems: readonly ImportProblemModel[];
}

/** Writes definitions in other forms and reads them from there. */
export interface InterchangeApi {
  /** Every form to export to, with the reasons of those that are not possible. */
  exportForms(request: ExportRequest): Promise<readonly FormModel[]>;
  /** `undefined` where the form refuses the definitions or they are not there any more. */
  exportAs(request: ExportRequest, form: string): Promise<ExportModel | undefined>;
  /** The edits that put the response template of a definition into the text of a model's configuration; `undefined` where that cannot be done. */
  templateEdits(request: ExportRequest, config: string): Promise<readonly Edit[] | undefined>;
  /** The edits of the Python text that a definition was read from under `name`, after which its call makes what the definition is now; see `rewriteCall`. */
  rewriteCall(
    request: ExportRequest,
    form: string,
    source: { text: string; name: string },
  ): Promise<RewrittenCall | undefined>;
  importFrom(parts: readonly ImportPart[], options?: ImportOptions): Promise<ImportModel>;
  /** The ends of names of files that something can be imported from, without dots. */
  importExtensions(): Promise<readonly string[]>;
}

/** What is shown of a long list. */
const maxShown = 500;
/** Documents that one import opens beside the definition. */
const maxModules = 10;

/** The service over the engine. */
export function interchangeService(cache: DefinitionCache): InterchangeApi {
  const definitionsOf = ({ text, fileName, names }: ExportRequest) =>
    cache.read(text, fileName).definitions.filter(({ name }) => names.includes(name));
  return {
    async exportForms(request) {
      const definitions = definitionsOf(request);
      return exportFormats.map(format => {
        const { id, title, summary } = format;
        const refused = definitions
          .map(definition => ({ name: definition.name, reason: refusalOf(definition, format) }))
          .find(({ reason }) => reason !== undefined);
        const refusal = definitions.length > 1 && refused ? `${refused.name}: ${refused.reason}` : refused?.reason;
        return { id, label: title, summary, ...(refusal !== undefined && { refusal }) };
      });
    },
    async exportAs(request, form) {
      const definitions = definitionsOf(request);
      const format = exportFormats.find(({ id }) => id === form);
      if (!format || definitions.length === 0) return undefined;
      const answer = exportDefinitions(definitions, form);
      if (!answer.ok) return undefined;
      const { text, losses } = answer;
      const { title, extension, language } = format;
      return {
        form,
        text,
        label: title,
        extension,
        language,
        losses: losses.slice(0, maxShown),
        lossCount: losses.length,
        ...(form === 'tokenizer-config' && { intoConfig: true as const }),
      };
    },
    async templateEdits(request, config) {
      const [definition] = definitionsOf(request);
      return definition && modelTemplates().configEditsOf(config, definition);
    },
    async rewriteCall(request, id, source) {
      const [definition] = definitionsOf(request);
      const form = exportFormats.find(each => each.id === id);
      return definition && form && rewriteCall(source.text, source.name, definition, form);
    },
    async importFrom(parts, { span, form, chosen = {} } = {}) {
      const texts = parts.map(({ text }) => text);
      const result = importDefinitions(joinTexts(texts), form, parts[0]?.fileName ?? '', span);
      const { modules = [], problems, rivals = [] } = result;
      const definitions = result.definitions.map(each => withChosen(each, chosen));
      const label = (id: string) => importFormats.find(each => each.id === id)?.title ?? id;
      const forms = [result.format ?? '', ...rivals].map(id => ({ id, label: label(id) }));
      const open = definitions.find(each => each.open)?.open;
      const [only] = definitions.length === 1 ? definitions : [];
      return {
        text: importedText({ definitions }),
        count: definitions.length,
        modules: modules.slice(0, maxModules).map(({ fileName, text }) => ({ fileName, text })),
        ...(only && { name: only.name }),
        origins: result.format === 'python' && parts.length === 1 ? originsOf(result, texts[0]!, span) : {},
        ...(rivals.length > 0 && { forms }),
        ...(open && { open }),
        problems: problems.slice(0, maxShown).map(({ message, span, severity }) => {
          const { index, offset } = placeInTexts(texts, span.start);
          return { message, part: index, span: { start: offset, end: offset + span.end - span.start }, severity };
        }),
      };
    },
    importExtensions: async () => [
      ...new Set(importFormats.flatMap(({ extensions }) => extensions.map(extension => extension.replace(/^\./, '')))),
    ],
  };
}

/** See {@link ImportModel.origins}. A part of a text may call its definitions otherwise than the whole. */
function originsOf(
  { definitions }: ImportResult,
  text: string,
  part: Span | undefined,
): Readonly<Record<string, string>> {
  const whole = part ? importDefinitions(text, 'python', '').definitions : definitions;
  const nameOf = ({ span }: Imported) =>
    whole.find(one => one.span.start === span.start && one.span.end === span.end)?.name;
  return Object.fromEntries(
    definitions.flatMap(one => {
      const name = nameOf(one);
      return name === undefined ? [] : [[definitions.length === 1 ? '' : one.name, name]];
    }),
  );
}

/** A definition with what was chosen of the key that it leaves open. */
function withChosen(imported: Imported, chosen: Readonly<Record<string, string>>): Imported {
  const { open, ...rest } = imported;
  const value = open && chosen[open.key];
  return value === undefined ? imported : { ...rest, config: new Map([...rest.config, [open!.key, value]]) };
}
