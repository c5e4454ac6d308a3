import {
  exportDefinitions,
  exportFormats,
  importDefinitions,
  importedText,
  importFormats,
  type Loss,
  type readDefinitions,
  refusalOf,
  type Span,
} from '../engine/index.ts';

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
  readonly text: string;
  /** The form's name. */
  readonly label: string;
  /** The end of the document's name, with its dot. */
  readonly extension: string;
  readonly language: string;
  readonly losses: readonly Loss[];
  /** How many losses there are in all. */
  readonly lossCount: number;
}

/** What an import cannot take over, at its place. */
export interface ImportProblemModel {
  readonly message: string;
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
  /** How many definitions there are. */
  readonly count: number;
  /** Modules to port code in; definitions among these name them by their file's name. */
  readonly modules: readonly ImportModuleModel[];
  /** The form's name. */
  readonly label?: string;
  readonly problems: readonly ImportProblemModel[];
}

/** Writes definitions in other forms and reads them from there. */
export interface InterchangeApi {
  /** Every form to export to, with the reasons of those that are not possible. */
  exportForms(request: ExportRequest): Promise<readonly FormModel[]>;
  /** `undefined` where the form refuses the definitions or they are not there any more. */
  exportAs(request: ExportRequest, form: string): Promise<ExportModel | undefined>;
  importFrom(text: string, fileName: string, span?: Span): Promise<ImportModel>;
  /** The ends of names of files that something can be imported from, without dots. */
  importExtensions(): Promise<readonly string[]>;
}

/** What is shown of a long list. */
const maxShown = 500;
/** Documents that one import opens beside the definition. */
const maxModules = 10;

/** The service over the engine. */
export function interchangeService(read: typeof readDefinitions): InterchangeApi {
  const definitionsOf = ({ text, fileName, names }: ExportRequest) =>
    read(text, fileName).definitions.filter(({ name }) => names.includes(name));
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
      return { text, label: title, extension, language, losses: losses.slice(0, maxShown), lossCount: losses.length };
    },
    async importFrom(text, fileName, span) {
      const result = importDefinitions(text, undefined, fileName, span);
      const { definitions, modules = [], problems } = result;
      const label = importFormats.find(({ id }) => id === result.format)?.title;
      const [only] = definitions.length === 1 ? definitions : [];
      return {
        text: importedText(result),
        count: definitions.length,
        modules: modules.slice(0, maxModules).map(({ fileName, text }) => ({ fileName, text })),
        ...(only && { name: only.name }),
        ...(label !== undefined && { label }),
        problems: problems.slice(0, maxShown).map(({ message, span, severity }) => ({ message, span, severity })),
      };
    },
    importExtensions: async () => [
      ...new Set(importFormats.flatMap(({ extensions }) => extensions.map(extension => extension.replace(/^\./, '')))),
    ],
  };
}
