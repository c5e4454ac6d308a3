import { deepEqual } from 'node:assert/strict';
import type { InstalledDifference, InstalledReport } from '../../../src/engine/index.ts';
import { installedLines } from '../../../src/views/installedLines.ts';

const report: InstalledReport & { ok: true } = {
  ok: true,
  framework: 'AgentScope',
  versions: [
    ['agentscope', '0.1.6'],
    ['pydantic', '2.13.4'],
    ['other', null],
  ],
  python: '3.11.2',
  interpreter: '/usr/bin/python3',
  compared: 9,
  same: 4,
  differences: [],
  notes: [],
};
const head = 'vote: 4 of 9 the same: AgentScope 0.1.6, pydantic 2.13.4, Python 3.11.2 (/usr/bin/python3)';
const differs = (group: InstalledDifference['group'], more = {}): InstalledDifference => ({
  group,
  from: 'first\nsample',
  ours: 'a',
  theirs: 'b',
  ...more,
});

suite('a report of the installed framework as lines', () => {
  test('what was not compared, and why', () =>
    deepEqual(installedLines('vote', { ok: false, kind: 'none', reason: 'There is none.' }, 1), [
      'vote: not compared. There is none.',
    ]));

  test('what was compared with what, and what is to be said of it', () => {
    deepEqual(installedLines('vote', report, 1), [head]);
    deepEqual(installedLines('vote', { ...report, notes: ['so\nit is'] }, 1), [head, '  note: so\\nit is']);
    deepEqual(installedLines('vote', { ...report, versions: [['agentscope', null]] }, 1), [
      'vote: 4 of 9 the same: AgentScope (version unknown), Python 3.11.2 (/usr/bin/python3)',
    ]);
  });

  test('the differences of each group, so many of them', () => {
    const differences = [differs('error'), differs('value'), differs('split', { part: 'memory' }), differs('value')];
    deepEqual(installedLines('vote', { ...report, differences }, 1).slice(1), [
      '',
      'values: 2 different',
      ...['  first\\nsample', '    here:      a', '    installed: b', '  … and 1 more'],
      '',
      'content, memory or metadata: 1 different',
      ...['  first\\nsample, memory', '    here:      a', '    installed: b'],
      '',
      'errors: 1 different',
      ...['  first\\nsample', '    here:      a', '    installed: b'],
    ]);
  });

  test('long sides are shown from shortly before they differ', () => {
    const same = 'x'.repeat(100);
    const [ours, theirs] = [`${same}1${'y'.repeat(200)}`, `${same}2`];
    deepEqual(installedLines('v', { ...report, differences: [differs('value', { ours, theirs })] }, 1).slice(4), [
      `    here:      …${'x'.repeat(40)}1${'y'.repeat(119)}…`,
      `    installed: …${'x'.repeat(40)}2`,
    ]);
  });
});
