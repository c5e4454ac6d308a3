import { type Problem, problem } from '../core/problem.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { Expectation, Sample } from '../parsers/definition.ts';
import type { NodeSource } from '../parsers/nodeSource.ts';

/** The samples of a definition that can be run, and what is wrong beyond their shape. */
export function readSamples(source: NodeSource): { samples: Sample[]; problems: Problem[] } {
  const written = source.config.get('samples');
  const samples: Sample[] = [];
  const problems: Problem[] = [];
  const names = new Set<string>();
  if (!isPyList(written ?? null)) return { samples, problems };
  for (const [i, item] of (written as readonly PyValue[]).entries()) {
    const span = source.spanOf(['samples', i]);
    if (!isPyDict(item) || !span) continue;
    const given = item.get('name');
    const name = typeof given === 'string' ? given : `sample ${i + 1}`;
    if (names.has(name)) {
      const place = source.spanOf(['samples', i, 'name']) ?? span;
      problems.push(problem('duplicate-name', `Two samples are called \`${name}\`.`, place));
    }
    names.add(name);
    const text = textOf(item.get('text'));
    const file = item.get('file');
    const brace = { start: span.start, end: span.start + 1 };
    if (item.has('text') && item.has('file'))
      problems.push(problem('conflicting-keys', 'A sample has either `text` or `file`, not both.', brace));
    else if (!item.has('text') && !item.has('file'))
      problems.push(problem('missing-key', 'A sample needs a `text` or a `file`.', brace));
    if (text === undefined && typeof file !== 'string') continue;
    const task = item.get('task');
    const expect = item.get('expect');
    samples.push({
      name,
      index: i,
      span,
      ...(text !== undefined ? { text } : { file: file as string }),
      ...(typeof task === 'string' && { task }),
      ...(isPyDict(expect ?? null) && {
        expect: Object.fromEntries(expect as ReadonlyMap<string, PyValue>) as Expectation,
        expectSpan: source.spanOf(['samples', i, 'expect']),
      }),
    });
  }
  return { samples, problems };
}

function textOf(text: PyValue | undefined): string | undefined {
  if (typeof text === 'string') return text;
  if (text === undefined || !isPyList(text) || !text.every(line => typeof line === 'string')) return undefined;
  return text.join('\n');
}
