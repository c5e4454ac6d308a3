import assert from 'node:assert/strict';
import {
  agentscopeReleases,
  isSince,
  needRelease,
  newestRelease,
  ReleaseRules,
  readRelease,
} from '../../../../src/engine/core/agentscopeReleases.ts';

suite('AgentScope’s releases', () => {
  test('by their order, not by their letters', () => {
    assert.equal(isSince('1.0.10', '1.0.9'), true);
    assert.equal(isSince('1.0.9', '1.0.10'), false);
    assert.equal(isSince('1.0.16', '1.0.16dev'), true);
    assert.equal(isSince('1.0.3', '1.0.3'), true);
    assert.equal(newestRelease, agentscopeReleases.at(-1));
  });

  test('what names a release: blanks and a v around it do not matter', () => {
    assert.deepEqual(['1.0.9', ' v1.0.9\n', '1.0.16dev', undefined].map(readRelease), [
      '1.0.9',
      '1.0.9',
      '1.0.16dev',
      newestRelease,
    ]);
  });

  for (const [version, said] of [
    ['1.1', /^There is no release `1\.1` of AgentScope/],
    ['vv1.0.9', /no release/],
    ['version', /no release/],
    ['10', /no release/],
    ['0', /of version 0 ParserLens has the parsers, those of 0\.1\.6\. The releases are 1\.0\.0 to/],
    [' v0.1.6', /of version 0/],
    [' 2.1.0', /does not know AgentScope {2}2\.1\.0/],
    ['v2', /of version 2 it follows/],
    ['20', /no release/],
  ] as const)
    test(`${JSON.stringify(version)} is none, and why`, () =>
      assert.throws(() => readRelease(version), { class: 'AgentScopeVersionError', message: said }));

  test('what came later', () => {
    needRelease('A formatter', '1.0.9', '1.0.9');
    assert.throws(() => needRelease('A formatter', '1.0.9', '1.0.8'), {
      class: 'AgentScopeVersionError',
      message: 'A formatter came with AgentScope 1.0.9, and this conversation is for 1.0.8.',
    });
  });

  test('the rules that made a difference, the oldest first and each once', () => {
    const rules = new ReleaseRules('1.0.9');
    const [old, own, later] = (['1.0.2', '1.0.9', '1.0.10'] as const).map(since => ({ since, summary: since }));
    assert.deepEqual(rules.applied(), []);
    assert.deepEqual(
      [later!, own!, old!, own!].map(rule => rules.follows(rule)),
      [false, true, true, true],
    );
    assert.deepEqual(rules.applied(), [
      { ...old, followed: true },
      { ...own, followed: true },
      { ...later, followed: false },
    ]);
    assert.equal(new ReleaseRules().release, newestRelease);
  });
});
