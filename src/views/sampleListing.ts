import {
  type Definition,
  type DefinitionFile,
  filesStoodOn,
  hasInstalledFramework,
  moduleOf,
  type Sample,
  type SamplePart,
  type Span,
} from '../engine/index.ts';
import { linePlaces } from './position.ts';
import { textHash } from './textHash.ts';

/** Start line and character, end line and character, counted from 0 as editors do; the end is not part of it. */
export type LineRange = readonly [startLine: number, startCharacter: number, endLine: number, endCharacter: number];

/** A sample as it stands in its file. */
export interface SampleRow {
  readonly definition: string;
  readonly name: string;
  /** The same as long as definition and sample say the same, wherever they stand; what the sample's file holds is not in it. */
  readonly key: string;
  /** The sample's file, relative to the definition's, as written. */
  readonly file?: string;
  /** The task to which a model gives such an answer. */
  readonly task?: string;
  readonly place: LineRange;
  /** The same place in UTF-16 units of the text. */
  readonly span: Span;
  /** Where a failure is shown that is not of one part: `expect`, else the sample's name, else its brace. */
  readonly head: LineRange;
  /** The keys of the parts that are expected. */
  readonly parts: { readonly [part in SamplePart]?: LineRange };
}

/** A definition that has samples or may get some. */
export interface SampledDefinition {
  readonly name: string;
  readonly type: string;
  readonly place: LineRange;
  /** Its module runs in a trusted workspace only. */
  readonly needsTrust: boolean;
  /** It has a module, or reads other files: where these change, its samples may have other verdicts. */
  readonly standsOnFiles: boolean;
  /** A Python package has its class, so that what is installed can be asked. */
  readonly hasFramework: boolean;
}

/** A page of a file's samples. */
export interface SampleListing {
  readonly definitions: readonly SampledDefinition[];
  readonly samples: readonly SampleRow[];
  /** How many samples the file has in all. */
  readonly total: number;
  /** Why the text is not JSON: the samples are then what could be made of it. */
  readonly broken?: { readonly message: string; readonly place: LineRange };
}

/** A definition file that was read for its samples. */
export interface SampledFile {
  readonly text: string;
  readonly samples: readonly { readonly definition: Definition; readonly sample: Sample }[];
  /** The samples from number `from` on, at most `count`. */
  page(from: number, count: number): SampleListing;
}

/** The samples of a definition file that was read from a text. */
export function sampledFile(text: string, { definitions, problems }: DefinitionFile): SampledFile {
  const samples = definitions.flatMap(definition => definition.samples.map(sample => ({ definition, sample })));
  const place = placer(text);
  const keys = new Map<Definition, string>();
  const definitionKey = (definition: Definition) => {
    const key = keys.get(definition) ?? keyOf(definition, text);
    keys.set(definition, key);
    return key;
  };
  const broken = problems.find(({ code }) => code === 'syntax-error' || code === 'too-large');
  return {
    text,
    samples,
    page: (from, count) => ({
      definitions: definitions.map(definition => ({
        name: definition.name,
        type: definition.type,
        place: place(definition.span),
        needsTrust: moduleOf(definition) !== undefined,
        standsOnFiles:
          moduleOf(definition) !== undefined || filesStoodOn(definition).length > 0 || definition.linked !== undefined,
        hasFramework: hasInstalledFramework(definition),
      })),
      samples: samples.slice(from, from + count).map(({ definition, sample }) => ({
        definition: definition.name,
        name: sample.name,
        key: textHash(definitionKey(definition), text.slice(sample.span.start, sample.span.end)),
        ...(sample.file !== undefined && { file: sample.file }),
        ...(sample.task !== undefined && { task: sample.task }),
        place: place(sample.span),
        span: sample.span,
        ...expectationPlaces(definition, sample, place),
      })),
      total: samples.length,
      ...(broken && { broken: { message: broken.message, place: place(broken.span) } }),
    }),
  };
}

/** A definition without its samples: none of them says how another is judged. */
function keyOf({ name, span, source }: Definition, text: string): string {
  const samples = source.spanOf(['samples']) ?? { start: span.end, end: span.end };
  return textHash(name, text.slice(span.start, samples.start), text.slice(samples.end, span.end));
}

const partNames = ['value', 'content', 'memory', 'metadata', 'error'] as const satisfies readonly SamplePart[];

function expectationPlaces(
  { source }: Definition,
  { index, span, expect }: Sample,
  place: (span: Span) => LineRange,
): Pick<SampleRow, 'head' | 'parts'> {
  const at = ['samples', index] as const;
  const head = source.keySpanOf([...at, 'expect']) ??
    source.spanOf([...at, 'name']) ?? { start: span.start, end: span.start + 1 };
  const parts: { [part in SamplePart]?: LineRange } = {};
  for (const part of partNames) {
    const key = expect?.[part] === undefined ? undefined : source.keySpanOf([...at, 'expect', part]);
    if (key) parts[part] = place(key);
  }
  return { head: place(head), parts };
}

/** The lines are found once. */
function placer(text: string): (span: Span) => LineRange {
  const placeOf = linePlaces(text);
  return span => {
    const [start, end] = [placeOf(span.start), placeOf(span.end)];
    return [start.line, start.character, end.line, end.character];
  };
}
