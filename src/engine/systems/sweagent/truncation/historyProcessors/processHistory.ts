import type { Host } from '../../../../core/host.ts';
import type { HistoryEntry, HistoryItem } from './historyEntry.ts';
import type { HistoryProcessor } from './readHistoryProcessors.ts';

/** A history after its processors, and what was done to which entry of it. */
export interface ProcessedHistory {
  readonly items: readonly HistoryItem[];
  /** By the entry's index in the history that was given; one text for each processor that touched it. */
  readonly remarks: ReadonlyMap<number, readonly string[]>;
}

/**
 * Runs processors over a history, one after another. They change entries in place where SWE-agent's do, so that a stored
 * history carries their traces into the next query. Raises what SWE-agent raises.
 */
export async function processHistory(
  entries: readonly HistoryEntry[],
  processors: readonly HistoryProcessor[],
  host: Host,
): Promise<ProcessedHistory> {
  const remarks = new Map<number, string[]>();
  const remark = (index: number, text: string) => {
    const texts = remarks.get(index);
    if (texts) texts.push(text);
    else remarks.set(index, [text]);
  };
  let items: readonly HistoryItem[] = entries.map((entry, index) => ({ index, entry }));
  for (const { process } of processors) items = await process(items, remark, host);
  return { items, remarks };
}
