import type { Problem } from '../../core/problem.ts';
import type { Definition } from '../../parsers/definition.ts';

/**
 * The problems of a definition whose framework does not read what it writes itself for values of the definition’s own, of its
 * types, examples and demos: no mutation is needed to break it. `problems`: those of its file.
 */
export function unreadOwn(problems: readonly Problem[], { span: { start, end } }: Definition): readonly Problem[] {
  return problems.filter(({ code, span }) => code === 'cannot-read-itself' && span.start >= start && span.end <= end);
}
