import { checkSync } from 'recheck/lib/browser.js';
import type { PatternRisk, PatternShape } from '../../engine/index.ts';

/** Looks in this thread for a text that keeps a pattern busy; `undefined`: none was found within the limit. */
export function riskOf({ source, flags }: PatternShape, limitMs: number): PatternRisk | undefined {
  const found = checkSync(source, flags, { timeout: limitMs });
  if (found.status !== 'vulnerable') return undefined;
  return {
    growth: found.complexity.type,
    ...(found.complexity.type === 'polynomial' && { degree: found.complexity.degree }),
    attack: found.attack.string,
    example: found.attack.pattern,
  };
}
