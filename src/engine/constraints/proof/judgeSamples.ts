import type { ResponseParser } from '../../definition/index.ts';
import type { Acceptor } from '../../grammar/index.ts';
import type { Definition } from '../../parsers/definition.ts';
import type { ConstrainedSample } from '../constraint.ts';

/** The grammars of a definition: its own, and with text around, where there is such. */
interface Acceptors {
  readonly plain: Acceptor;
  around(): Acceptor | undefined;
}

/** Whether the samples that are texts and read are sentences; of those that are not, why. Those that must be errors are left out. */
export async function judgeSamples(
  { samples }: Definition,
  parser: ResponseParser,
  { plain, around }: Acceptors,
): Promise<readonly ConstrainedSample[]> {
  let wide: Acceptor | undefined | null = null;
  const judged: ConstrainedSample[] = [];
  for (const { name, text, expect } of samples) {
    if (text === undefined || expect?.error !== undefined) continue;
    const result = await parser.parse(text);
    if (!result.ok) continue;
    const { is } = plain.accept(text);
    if (is === 'sentence') {
      judged.push({ name, accepted: true });
      continue;
    }
    if (wide === null) wide = around();
    const isWide = wide?.accept(text).is === 'sentence' || plain.isWithin(text);
    const reason = isWide
      ? 'text around'
      : result.repairs.length > 0
        ? 'not closed'
        : is === 'beginning'
          ? 'cut'
          : otherwise(text);
    judged.push({ name, accepted: false, reason });
  }
  return judged;
}

/** Read in spite of its form: a value of another type, or what a reader takes where there is nothing better. */
function otherwise(text: string): string {
  return /[{[]/.test(text) ? 'coerced' : 'fallback';
}
