import type { Host } from '../../../engine/index.ts';
import { PatternAnalyses } from '../../../portable/patterns/patternAnalyses.ts';
import { PatternQueue } from '../../../portable/patterns/patternQueue.ts';
import { unpackedTable } from './unpackedTable.ts';
import { analysisWorkers, startPatternWorker } from './webPatterns.ts';

/**
 * What a browser gives the engine: tables fetched from the extension's own folder when something is first counted with
 * them, patterns in a web worker. No modules, no tokenizers with rules: these need processes. `dist`: where `dist/` is.
 */
export function webHost(dist: () => Promise<string>): Host {
  const patterns = new PatternQueue(startPatternWorker);
  const analyses = new PatternAnalyses(analysisWorkers(dist));
  return {
    async loadTable(name) {
      if (!/^[\w.-]+$/.test(name)) throw new Error(`No table is named ${JSON.stringify(name)}.`);
      const answer = await fetch(`${await dist()}/tables/${name}.gz`);
      if (!answer.ok) throw new Error(`The table ${name} could not be loaded: status ${answer.status}.`);
      return unpackedTable(new Uint8Array(await answer.arrayBuffer()));
    },
    runPattern: (job, limitMs) => patterns.run(job, limitMs),
    analyzePattern: (pattern, limitMs) => analyses.analyze(pattern, limitMs),
  };
}
