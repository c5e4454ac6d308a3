import { nearestName, nearestOf } from '../core/nearestName.ts';
import { type Problem, problem } from '../core/problem.ts';
import type { Span } from '../core/span.ts';
import type { NodeSource } from '../parsers/nodeSource.ts';
import type { ParserType } from '../parsers/parserType.ts';
import { filterKeys } from './commonKeys.ts';
import { kindOf, list } from './shapeProblems.ts';

/** How many types are named: there are fifty. */
const maxNamed = 3;
const allTypes = 'Completion shows all types, and so does `parserlens --help`.';

/** The problem of a definition without a type, or with one that does not exist. */
export function typeProblem(source: NodeSource, nameSpan: Span | undefined, types: readonly ParserType[]): Problem {
  const names = types.map(({ type }) => type);
  const span = source.spanOf(['type']);
  const written = source.config.get('type');
  if (!span) {
    const whole = source.spanOf([])!;
    const message = `A definition needs the key \`type\`, such as ${list(typesWithKeys(source, types), 'or')}. ${allTypes}`;
    return problem('missing-key', message, nameSpan ?? { start: whole.start, end: whole.start + 1 });
  }
  if (typeof written !== 'string')
    return problem('wrong-shape', `\`type\` must be the name of a parser type, not ${kindOf(written)}.`, span);
  const shown = written.length > 80 ? `${written.slice(0, 79)}…` : written;
  const near = nearestName(written, names);
  if (!near) {
    const nearby = list(nearestOf(written, names, maxNamed), 'and');
    return problem('unknown-type', `No parser type is called \`${shown}\`. Nearest are ${nearby}. ${allTypes}`, span);
  }
  const fixes = [{ title: `Change to "${near}"`, edits: [{ span, text: JSON.stringify(near) }] }];
  return problem('unknown-type', `No parser type is called \`${shown}\`. Did you mean \`${near}\`?`, span, fixes);
}

/** The types that have most of a definition's keys. */
function typesWithKeys({ config }: NodeSource, types: readonly ParserType[]): readonly string[] {
  const shared = ({ keys, filters }: ParserType) =>
    [...config.keys()].filter(key => Object.hasOwn(keys, key) || (filters && Object.hasOwn(filterKeys, key))).length;
  const ranked = types.map(each => ({ type: each.type, count: shared(each) }));
  return ranked
    .sort((a, b) => b.count - a.count)
    .slice(0, maxNamed)
    .map(({ type }) => type);
}
