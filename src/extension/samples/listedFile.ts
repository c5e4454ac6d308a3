import type { Uri } from 'vscode';
import type { SampleFile, SamplesApi } from '../../service/samplesService.ts';
import { linePlaces } from '../../views/position.ts';
import type { SampledDefinition, SampleListing, SampleRow } from '../../views/sampleListing.ts';
import type { DefinitionSource } from '../definitions/definitionFile.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { WrittenSource } from '../sources/sourceReader.ts';
import { readSampleFile } from './sampleFiles.ts';

/** The samples of a definition file as it stands. */
export interface ListedFile {
  readonly uri: Uri;
  readonly fileName: string;
  readonly text: string;
  /** What the file's document holds. */
  readonly written: string;
  readonly version: string;
  readonly definitions: readonly SampledDefinition[];
  readonly samples: readonly SampleRow[];
  /** Why the text is not JSON. */
  readonly broken?: SampleListing['broken'];
}

/** How many samples one call of the engine judges at most. */
export const maxBatch = 64;

/** How many files the samples of one call may name. */
const maxBatchFiles = 16;

/** Lists the samples of a definition file's text, page by page. */
export async function listFile(
  api: SamplesApi,
  uri: Uri,
  { text, written, version, source: ofSource }: DefinitionSource,
): Promise<ListedFile> {
  const fileName = uri.toString();
  const source = { fileName, version, text };
  const { definitions, broken, samples: first, total } = await api.listSamples(source, 0);
  const samples = [...first];
  while (samples.length < total) {
    const page = await api.listSamples(source, samples.length);
    samples.push(...page.samples);
  }
  const placed = ofSource ? writtenPlaces(definitions, ofSource) : definitions;
  return { uri, fileName, text, written, version, definitions: placed, samples, ...(broken && { broken }) };
}

/** The definitions of a source at their calls. */
function writtenPlaces(all: readonly SampledDefinition[], { definitions, written }: WrittenSource) {
  const placeOf = linePlaces(written);
  return all.flatMap(each => {
    const span = definitions.find(({ name }) => name === each.name)?.span;
    if (!span) return [];
    const [start, end] = [placeOf(span.start), placeOf(span.end)];
    return { ...each, place: [start.line, start.character, end.line, end.character] as const };
  });
}

/** Asks the engine about a file; where it does not have the file any more, gives it the file and asks again. */
export async function askAbout<T>(
  api: SamplesApi,
  { fileName, version, text }: ListedFile,
  ask: (api: SamplesApi) => Promise<T | undefined>,
): Promise<T> {
  const first = await ask(api);
  if (first !== undefined) return first;
  await api.listSamples({ fileName, version, text }, 0);
  const second = await ask(api);
  if (second === undefined) throw new Error(`${fileName} has no such samples.`);
  return second;
}

/** The next of some samples, as many as one call takes. */
export function batchOf({ samples }: ListedFile, numbers: readonly number[], from: number, size: number): number[] {
  const batch: number[] = [];
  let files = 0;
  for (const number of numbers.slice(from, from + size)) {
    if (samples[number]?.file !== undefined && ++files > maxBatchFiles) break;
    batch.push(number);
  }
  return batch;
}

/** What the files hold that some samples name. */
export async function readFiles(
  { uri, samples }: ListedFile,
  batch: readonly number[],
  runtime: Runtime,
): Promise<Record<string, SampleFile>> {
  const paths = new Set(batch.flatMap(number => samples[number]?.file ?? []));
  const read = async (path: string) => [path, await readSampleFile(uri, path, runtime)] as const;
  return Object.fromEntries(await Promise.all([...paths].map(read)));
}
