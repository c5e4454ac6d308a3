import type { SourceReading } from './sourceReading.ts';

/**
 * Readings of several files, each by its path, as one: a function that constructs with its own parameters, and that another of the
 * files calls, stands for these calls and is not told as one that nobody calls.
 */
export function acrossFiles(readings: ReadonlyMap<string, SourceReading>): ReadonlyMap<string, SourceReading> {
  const called = new Set<string>();
  for (const [path, { found }] of readings)
    for (const { made } of found) if (made.file !== path) called.add(`${made.file}:${made.start}`);
  return new Map(
    [...readings].map(([path, reading]) => {
      const isOwn = ({ made, isUncalled }: SourceReading['found'][number]) =>
        !(isUncalled && made.file === path && called.has(`${made.file}:${made.start}`));
      return [path, { ...reading, found: reading.found.filter(isOwn) }];
    }),
  );
}
