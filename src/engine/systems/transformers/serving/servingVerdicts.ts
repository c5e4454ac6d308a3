import type { PyValue } from '../../../core/pyValue.ts';
import type { ServingVerdict } from '../../../parsers/modelTemplates.ts';
import type { ServingEngine } from './servingEngines.ts';
import { servingWarnings } from './servingWarnings.ts';

/** What each engine makes of a response template, as it is written; releases of transformers are one. Total. */
export function servingVerdicts(template: PyValue, engines: readonly ServingEngine[]): readonly ServingVerdict[] {
  const own = engines.map((engine): ServingEngine => (engine.startsWith('transformers@') ? 'transformers' : engine));
  return [...new Set(own)].map(engine => {
    const found = servingWarnings(template, [engine]);
    return {
      engine,
      refuses: found.some(({ effect }) => effect === 'refuses'),
      loses: found.filter(({ effect }) => effect === 'loses').map(({ path }) => String(path[1])),
    };
  });
}
