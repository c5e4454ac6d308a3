import { type Host, judgeSample, readDefinitions, type SampleVerdict } from '../engine/index.ts';
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

/** The longest detail, in UTF-16 units; a value may be a whole response. */
const maxDetail = 300;

/** The service over the engine. */
export function samplesService(host: Host): SamplesApi {
  return {
    async judgeSamples({ text, fileName, name, files }) {
      const definition = readDefinitions(text, fileName).definitions.find(one => one.name === name);
      const views: SampleView[] = [];
      for (const sample of definition?.samples ?? []) {
        const file = sample.file === undefined ? { text: sample.text ?? '' } : files[sample.file];
        const verdict =
          file && 'text' in file ? detailOf(await judgeSample(definition!, sample, file.text, host)) : file?.error;
        const detail = verdict === undefined ? '' : clip(verdict);
        views.push({ name: sample.name, span: sample.span, passed: verdict === undefined, detail });
      }
      return views;
    },
  };
}

/** Why a sample fails; `undefined` when it passes. */
function detailOf({ verdict, message, differences }: SampleVerdict): string | undefined {
  if (verdict === 'pass') return undefined;
  const [first] = differences;
  if (!first || first.part === 'error') return message ?? '';
  return `${first.part}: expected ${first.expected}, got ${first.actual}`;
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= maxDetail ? line : `${line.slice(0, maxDetail - 1)}…`;
}
