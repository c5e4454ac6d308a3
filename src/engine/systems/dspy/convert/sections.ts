import type { PyDict } from '../../../core/pyValue.ts';
import { jsonDumps } from '../../../python/index.ts';

/** Values as the sections of a completion that `ChatAdapter` reads; those that are `null` are left out. */
export function sectionsOf(values: PyDict): string {
  const sections = [...values].flatMap(([name, value]) =>
    value === null
      ? []
      : [`[[ ## ${name} ## ]]\n${typeof value === 'string' ? value : jsonDumps(value, { ensureAscii: false })}\n\n`],
  );
  return `${sections.join('')}[[ ## completed ## ]]`;
}
