import type { PyValue } from '../core/pyValue.ts';
import type { Edit } from '../core/span.ts';
import { appendItem } from '../json/editItems.ts';
import type { Definition, Expectation } from '../parsers/definition.ts';
import { toJsonValue } from '../python/index.ts';

/** A sample to be written: its response is either a text or a file. */
export interface NewSample {
  readonly name: string;
  readonly text?: string;
  readonly file?: string;
  readonly expect?: Expectation;
}

/**
 * The edits that add a sample at the end of a definition's `samples`, laid out like the rest of the file; every comment
 * and all other text stay as they are. A response of several lines is written as a list of lines. `text` is the text
 * that the definition was read from. None where `samples` is there but is not a list.
 */
export function addSample(text: string, definition: Definition, sample: NewSample): Edit[] {
  const { source } = definition;
  const samples = source.nodeAt(['samples']);
  const value = sampleValue(sample);
  if (samples?.type === 'array') return appendItem(text, samples, value);
  const root = source.nodeAt([]);
  return samples || !root ? [] : appendItem(text, root, new Map([['samples', [value]]]));
}

function sampleValue({ name, text, file, expect }: NewSample): PyValue {
  const entries: [string, PyValue | undefined][] = [
    ['name', name],
    ['text', text?.includes('\n') ? text.split('\n') : text],
    ['file', file],
    ['expect', expect && new Map(Object.entries(expect).map(([part, value]) => [part, toJsonValue(value)]))],
  ];
  return new Map(entries.filter((entry): entry is [string, PyValue] => entry[1] !== undefined));
}
