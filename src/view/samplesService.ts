import { type Host, judgeSample, readDefinitions } from '../engine/index.ts';
import type { SampleView } from './protocol.ts';

/** What a sample's file holds, or why it could not be read. */
export type SampleFile = { readonly text: string } | { readonly error: string };

/** The definition whose samples are judged, with the texts of the files that they name. */
export interface SamplesRequest {
  readonly text: string;
  readonly fileName: string;
  readonly name: string;
  readonly files: Readonly<Record<string, SampleFile>>;
}

/** Judges samples. Runs where responses are parsed: a sample may be as large as one. */
export interface SamplesApi {
  judgeSamples(request: SamplesRequest): Promise<readonly SampleView[]>;
}

/** The service over the engine. */
export function samplesService(host: Host): SamplesApi {
  return {
    async judgeSamples({ text, fileName, name, files }) {
      const definition = readDefinitions(text, fileName).definitions.find(one => one.name === name);
      const views: SampleView[] = [];
      for (const sample of definition?.samples ?? []) {
        const file = sample.file === undefined ? { text: sample.text ?? '' } : files[sample.file];
        const verdict = file && 'text' in file ? await judgeSample(definition!, sample, file.text, host) : undefined;
        views.push({ name: sample.name, span: sample.span, ...verdict });
      }
      return views;
    },
  };
}
