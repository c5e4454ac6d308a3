import {
  compareInstalled,
  type Definition,
  exampleResponse,
  type Host,
  type InstalledReport,
  installedFramework,
  installedTexts,
  type ReadSample,
  triedCode,
} from '../engine/index.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';

/** A definition that is compared. `responses`: what the files of its samples hold, by the samples' numbers. */
export interface InstalledRequest extends DefinitionRef {
  readonly responses: readonly (string | undefined)[];
}

/** A definition as Python to be run by hand, and the Python that has its framework; or why there is none. */
export type TriedPython = { readonly code: string; readonly interpreter: string } | { readonly reason: string };

/** Compares definitions with the Python framework that is installed. Holds no state between calls. */
export interface InstalledApi {
  /** Rejects only when the definition is not in its file. */
  compareInstalled(request: InstalledRequest): Promise<InstalledReport>;
  /** Without a response the first sample is tried, else an example. Rejects only when the definition is not in its file. */
  tryInPython(request: DefinitionRef, response?: string): Promise<TriedPython>;
}

/** So many differences are told one by one. */
const maxDifferences = 500;

/** The engine's side of the API; runs in a worker. */
export function installedService(host: Host, cache: DefinitionCache): InstalledApi {
  return {
    async compareInstalled({ responses, ...ref }) {
      const { definition } = cache.made(ref);
      const samples = definition.samples.flatMap((sample, i): ReadSample[] => {
        const text = sample.text ?? responses[i];
        return text === undefined ? [] : [{ sample, text }];
      });
      const texts = installedFramework(definition) ? await installedTexts(definition, samples, host) : [];
      const report = await compareInstalled(definition, ref.fileName, texts, host);
      return report.ok ? { ...report, differences: report.differences.slice(0, maxDifferences) } : report;
    },
    async tryInPython(ref, response) {
      const { definition } = cache.made(ref);
      const code = triedCode(definition, response ?? usualResponse(definition));
      const report = await compareInstalled(definition, ref.fileName, [], host);
      if (!report.ok) return { reason: report.reason };
      return code === undefined ? { reason: '' } : { code, interpreter: report.interpreter };
    },
  };
}

function usualResponse(definition: Definition): string {
  return definition.samples.find(({ text }) => text !== undefined)?.text ?? exampleResponse(definition) ?? '';
}
