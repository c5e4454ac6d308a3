import { type Problem, problem } from '../core/problem.ts';
import { spanOfNode } from '../json/jsonSource.ts';
import type { Definition } from '../parsers/definition.ts';
import { NodeSource } from '../parsers/nodeSource.ts';
import { type DefinitionPart, type KnownTypes, readDefinition } from './readDefinition.ts';
import { list } from './shapeProblems.ts';
import { linkProblem, type SourceLink, sourceReference } from './sourceLinks.ts';

/** What a definition may have beside its `source`: all else the source says. */
const keysBesideSource = ['$schema', 'description', 'samples'] as const;

/**
 * Reads one definition, be it written here or, with `source`, where its parser is made: it is then what the source says, with the
 * samples and the description of this file. What is wrong with it the source's own problems say; here stands only that it cannot be used.
 */
export function readLinkedDefinition(
  part: DefinitionPart,
  types: KnownTypes,
  isOutline: boolean,
  links: ReadonlyMap<string, SourceLink>,
): { definition?: Definition; problems: Problem[] } {
  const reference = sourceReference(part.config);
  if (reference === undefined) return readDefinition(part, types, isOutline);
  const own = new NodeSource(part);
  const span = own.spanOf(['source']) ?? spanOfNode(part.node);
  const link = links.get(reference);
  if (!link?.definition) return { problems: [linkProblem(reference, link, span)] };
  const { config, node } = link.definition;
  const kept = [...part.config].filter(([key]) => (keysBesideSource as readonly string[]).includes(key));
  const { unknown } = link;
  const merged = { ...part, config: new Map([...config, ...kept]), linked: { node, span, reference, unknown } };
  const { definition, problems } = readDefinition({ nameSpan: span, ...merged }, types, isOutline);
  const samples = own.spanOf(['samples']);
  const told = problems.filter(({ span: at }) => samples && samples.start <= at.start && at.end <= samples.end);
  for (const key of part.config.keys())
    if (key !== 'source' && !kept.some(([each]) => each === key)) told.push(besideSource(own, key));
  if (unknown.length > 0) {
    const message = `${list(unknown)} of \`${reference}\` ${unknown.length === 1 ? 'is' : 'are'} known only when the program runs.`;
    told.push(problem('unknown-argument', message, span));
  }
  const broken =
    unknown.length > 0 ? undefined : problems.find(each => each.severity === 'error' && !told.includes(each));
  if (broken) told.push(problem(broken.code, `\`${reference}\`: ${broken.message}`, span));
  return { ...(definition && { definition }), problems: told };
}

function besideSource(own: NodeSource, key: string): Problem {
  const message = `\`${key}\` is not read beside \`source\`: the source says it. Here may stand ${list(keysBesideSource.slice(1))}.`;
  return problem('unknown-key', message, own.keySpanOf([key])!);
}
