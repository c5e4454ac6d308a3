import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Problem, type ProblemCode, problemCatalogue } from '../../../src/engine/index.ts';
import { certainFix, fixAllEdits, ownProblems, preferredFix, withSeverities } from '../../../src/views/problems.ts';

suite('problems as they are shown', () => {
  const problem = (code: ProblemCode, more: Partial<Problem> = {}): Problem => ({
    code,
    message: '',
    severity: 'warning',
    span: { start: 0, end: 1 },
    ...more,
  });
  const edit = (start: number, end: number, text = '') => ({ title: 'x', edits: [{ span: { start, end }, text }] });

  test('severities by code', () => {
    const problems = [problem('tag-in-tag'), problem('odd-value'), problem('bad-schema')];
    const shown = (settings: Record<string, unknown>) =>
      withSeverities(problems, settings).map(({ code, severity }) => `${code} ${severity}`);
    assert.deepEqual(shown({ 'tag-in-tag': 'off', 'odd-value': 'info', 'bad-schema': 'loud' }), [
      'odd-value info',
      'bad-schema warning',
    ]);
    assert.deepEqual(shown(JSON.parse('{ "__proto__": { "odd-value": "off" } }')).length, 3);
  });

  test('a fix is certain where it is the only one, and no choice; preferred beside choices as well', () => {
    const fix = edit(0, 1);
    assert.equal(certainFix(problem('odd-value', { fixes: [fix] })), fix);
    assert.equal(certainFix(problem('odd-value', { fixes: [fix, fix] })), undefined);
    assert.equal(certainFix(problem('odd-value', { fixes: [{ ...fix, isChoice: true }] })), undefined);
    assert.equal(certainFix(problem('odd-value')), undefined);
    const offered = [fix, { ...edit(1, 2), isChoice: true as const }];
    assert.equal(certainFix(problem('odd-value', { fixes: offered })), undefined);
    assert.equal(preferredFix(problem('odd-value', { fixes: offered })), fix);
    assert.equal(preferredFix(problem('odd-value', { fixes: [fix, fix] })), undefined);
  });

  test('all fixes at once: in order, none twice at one place', () => {
    const fixes = [edit(8, 9), edit(1, 4), edit(4, 5), edit(1, 4), edit(6, 6)];
    const edits = fixAllEdits(fixes.map(fix => problem('odd-value', { fixes: [fix] })));
    assert.deepEqual(
      edits.map(({ span }) => [span.start, span.end]),
      [
        [1, 4],
        [6, 6],
        [8, 9],
      ],
    );
  });

  test('every code has a severity to set, of definitions or of conversations', () => {
    const { properties } = JSON.parse(readFileSync('package.json', 'utf8')).contributes.configuration[0];
    const codes = (key: string): string[] => properties[key].propertyNames.enum;
    const all = (Object.keys(problemCatalogue) as ProblemCode[]).map(code => problem(code));
    const own = ownProblems(all, true).map(({ code }) => code);
    const set = new Set([...codes('parserlens.problems.severity'), ...codes('parserlens.conversations.severity')]);
    assert.deepEqual(
      own.filter(code => !set.has(code)),
      // What is not a conversation has no other problems.
      ['not-a-conversation'],
    );
    for (const code of set) assert.ok(code in problemCatalogue, code);
  });
});
