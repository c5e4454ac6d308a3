import type { Host } from '../../../../../src/engine/core/host.ts';

/** Runs the patterns of this folder's definitions, which are the tests' own. */
export const host: Host = {
  async runPattern({ source, flags, text, groups }) {
    const found = [...text.matchAll(new RegExp(source, [...new Set(`${flags}gd`)].join('')))];
    const spans = found.flatMap(match => [
      match.indices![0]!,
      ...groups.map(group => match.indices![group] ?? [-1, -1]),
    ]);
    return { ok: true, spans: Int32Array.from(spans.flat()) };
  },
};
