import {
  askArguments,
  compareInstalled,
  compareInstalledConversation,
  type Definition,
  exampleResponse,
  type FormatConversationOptions,
  type Host,
  type InstalledReport,
  installedFramework,
  installedTexts,
  type ReadSample,
  type Resources,
  readConversation,
  readSource,
  type ToldArguments,
  triedCode,
} from '../engine/index.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';
import type { EvaluationLog, LogsRunner } from './evaluationLogs.ts';
import type { FormatRequest } from './formatRequest.ts';
import type { ReadImported, SourceRequest } from './sourcesService.ts';

/** A definition that is compared. `responses`: what the files of its samples hold, by the samples' numbers. */
export interface InstalledRequest extends DefinitionRef {
  readonly responses: readonly (string | undefined)[];
  /** Logs whose first responses are compared as well. */
  readonly logs: readonly EvaluationLog[];
}

/** A conversation that is compared. */
export interface InstalledConversationRequest extends Pick<FormatRequest, 'cwd' | 'folder' | 'definitionText'> {
  readonly text: string;
  readonly fileName: string;
  /** The formatter and the release where the file names none. */
  readonly formatter?: string;
  readonly usualRelease?: string;
}

/** A definition as Python to be run by hand, and the Python that has its framework; or why there is none. */
export type TriedPython = { readonly code: string; readonly interpreter: string } | { readonly reason: string };

/** Compares definitions with the Python framework that is installed. Holds no state between calls. */
export interface InstalledApi {
  /** Rejects when the definition is not in its file, or a log cannot be read. */
  compareInstalled(request: InstalledRequest): Promise<InstalledReport>;
  /** `undefined`: the text holds no conversation. */
  compareInstalledConversation(request: InstalledConversationRequest): Promise<InstalledReport | undefined>;
  /** Without a response the first sample is tried, else an example. Rejects only when the definition is not in its file. */
  tryInPython(request: DefinitionRef, response?: string): Promise<TriedPython>;
  /** Imports a Python file (`file`: its path) and takes from its parsers what reading does not know, see `askArguments`. */
  askArguments(request: SourceRequest, file: string, folders: readonly string[]): Promise<ToldArguments>;
}

/** What the service needs beside the engine. */
export interface InstalledSurroundings {
  readonly logs: Pick<LogsRunner, 'firstRows'>;
  /** The files that a conversation names, as far as they may be read. */
  resourcesFor(request: Pick<FormatRequest, 'cwd' | 'folder' | 'allowedHosts'>): Resources;
  readonly readImported: ReadImported;
}

/** The most responses of logs that are compared, and how much text of them, in UTF-16 units: the result is waited for. */
const logLimits = { count: 1000, length: 20_000_000, rows: 10_000 };
/** How many differences the report lists. */
const maxDifferences = 500;

/** The engine's side of the API; runs in a worker. */
export function installedService(
  host: Host,
  cache: DefinitionCache,
  { logs: reader, resourcesFor, readImported }: InstalledSurroundings,
): InstalledApi {
  return {
    async compareInstalled({ responses, logs, ...ref }) {
      const { definition } = cache.made(ref);
      const samples = definition.samples.flatMap((sample, i): ReadSample[] => {
        const text = sample.text ?? responses[i];
        return text === undefined ? [] : [{ sample, text }];
      });
      const texts = installedFramework(definition) ? await installedTexts(definition, samples, host) : [];
      const logged = logs.length > 0 ? await reader.firstRows(logs, logLimits) : [];
      const all = [...texts, ...logged.map(({ text }, i) => ({ from: `log, response ${i + 1}`, text }))];
      const report = await compareInstalled(definition, ref.fileName, all, host);
      return report.ok ? { ...report, differences: report.differences.slice(0, maxDifferences) } : report;
    },
    async compareInstalledConversation({ text, fileName, cwd, folder, usualRelease, ...rest }) {
      const { conversation } = readConversation(text, fileName);
      if (!conversation) return undefined;
      const options: FormatConversationOptions = {
        ...rest,
        resources: resourcesFor({ cwd, folder, allowedHosts: [] }),
        ...(usualRelease !== undefined && { usualAgentscopeVersion: usualRelease }),
      };
      const report = await compareInstalledConversation(conversation, fileName, options, host);
      return report.ok ? { ...report, differences: report.differences.slice(0, maxDifferences) } : report;
    },
    async tryInPython(ref, response) {
      const { definition } = cache.made(ref);
      const code = await triedCode(definition, response ?? usualResponse(definition), host);
      const report = await compareInstalled(definition, ref.fileName, [], host);
      if (!report.ok) return { reason: report.reason };
      return code === undefined ? { reason: '' } : { code, interpreter: report.interpreter };
    },
    async askArguments({ text, address, path, roots }, file, folders) {
      const reading = await readSource(text, path, { readFile: imported => readImported(address, imported), roots });
      return askArguments({ path: file, text, reading, folders }, host);
    },
  };
}

function usualResponse(definition: Definition): string {
  return definition.samples.find(({ text }) => text !== undefined)?.text ?? exampleResponse(definition) ?? '';
}
