import {
  type DifferenceGroup,
  differenceGroups,
  type InstalledDifference,
  type InstalledReport,
  oneLine,
} from '../engine/index.ts';

/** What the groups of differences are, in words. */
const groupTitles: Readonly<Record<DifferenceGroup, string>> = {
  instruction: 'the format instruction',
  value: 'values',
  split: 'content, memory or metadata',
  payload: 'the payload',
  count: 'the count of tokens',
  error: 'errors',
  message: 'the words of an error alone',
  feedback: 'what the model is told of an error',
};

/** The differences of a report by their groups; groups without one are left out. */
export function groupedDifferences(
  differences: readonly InstalledDifference[],
): readonly { readonly group: DifferenceGroup; readonly differences: readonly InstalledDifference[] }[] {
  return differenceGroups
    .map(group => ({ group, differences: differences.filter(each => each.group === group) }))
    .filter(({ differences: own }) => own.length > 0);
}

/** What was compared with what, in one line: `214 of 214 the same: AgentScope 0.1.6, pydantic 2.13.4, Python 3.11.2 (/usr/bin/python3)`. */
export function comparedWith({
  framework,
  versions,
  python,
  interpreter,
  same,
  compared,
}: InstalledReport & { ok: true }): string {
  const [own, ...others] = versions.map(([, version]) => version);
  const rest = versions.slice(1).flatMap(([name], i) => (others[i] ? [`${name} ${others[i]}`] : []));
  const installed = [`${framework} ${own ?? '(version unknown)'}`, ...rest, `Python ${python} (${interpreter})`].join(
    ', ',
  );
  return `${same} of ${compared} the same: ${installed}`;
}

/** A report as lines; of each group at most `most` differences. */
export function installedLines(name: string, report: InstalledReport, most: number): readonly string[] {
  if (!report.ok) return [`${name}: not compared. ${report.reason}`];
  const lines = [`${name}: ${comparedWith(report)}`];
  for (const note of report.notes) lines.push(`  note: ${oneLine(note)}`);
  for (const { group, differences } of groupedDifferences(report.differences)) {
    lines.push('', `${groupTitles[group]}: ${differences.length} different`);
    for (const each of differences.slice(0, most)) lines.push(...differenceLines(each));
    if (differences.length > most) lines.push(`  … and ${differences.length - most} more`);
  }
  return lines;
}

function differenceLines({ from, part, ours, theirs }: InstalledDifference): readonly string[] {
  const [here, there] = aroundDifference(ours, theirs);
  return [
    `  ${oneLine(from)}${part === undefined ? '' : `, ${part}`}`,
    `    here:      ${oneLine(here)}`,
    `    installed: ${oneLine(there)}`,
  ];
}

/** How much of a side is shown in one line. */
const shownLength = 160;

/** Two texts, shortened to where they first differ. */
function aroundDifference(one: string, other: string): readonly [string, string] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const start = Math.max(0, at - shownLength / 4);
  const cut = (text: string) =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + shownLength)}${text.length > start + shownLength ? '…' : ''}`;
  return [cut(one), cut(other)];
}
