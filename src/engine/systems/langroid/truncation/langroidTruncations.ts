import type { TruncationType } from '../../../messages/truncation.ts';
import type { Placed } from '../../../parsers/system.ts';
import { langroidDropTurns, langroidTruncate } from './langroidTruncation.ts';

/** The encoding of Langroid's own splitter, for counters that have no tokens to show. */
const splitterEncoding = 'cl100k_base';

/** Langroid's two ways with a history that is too long. */
export const langroidTruncations: readonly Placed<TruncationType>[] = [
  {
    place: 10,
    entry: {
      id: 'langroid',
      title: 'Cut the oldest (Langroid)',
      name: 'langroid',
      summary: 'Langroid’s `truncate`: the oldest messages are cut to their first 30 tokens',
      create: ({ texts }) => langroidTruncate(texts(splitterEncoding)),
    },
  },
  {
    place: 11,
    entry: {
      id: 'langroid_drop_turns',
      title: 'Drop turns (Langroid)',
      name: 'langroid_drop_turns',
      summary: 'Langroid’s `drop_turns`: the oldest turns are dropped, never the last one',
      create: ({ texts }) => langroidDropTurns(texts(splitterEncoding)),
    },
  },
];
