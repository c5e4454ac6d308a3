import assert from 'node:assert/strict';
import { isConstraintToPreview, isPreviewToConstraint } from '../../../src/protocol/constraintProtocol.ts';
import {
  isConversationMemory,
  isConversationToHost,
  isHostToConversation,
} from '../../../src/protocol/conversationProtocol.ts';
import {
  isChosenRow,
  isEvaluationMemory,
  isEvaluationToHost,
  isHostToEvaluation,
} from '../../../src/protocol/evaluationProtocol.ts';
import { isHostToPreview, isPreviewMemory, isPreviewToHost } from '../../../src/protocol/instructionGuards.ts';
import { isHostToModel, isModelMemory, isModelToHost } from '../../../src/protocol/modelProtocol.ts';
import { isHostToReplay, isReplayMemory, isReplayToHost } from '../../../src/protocol/replayProtocol.ts';
import { isPreviewToRobustness, isRobustnessToPreview } from '../../../src/protocol/robustnessProtocol.ts';
import { everyRow, rowChanges, rowOrders } from '../../../src/protocol/rowQuery.ts';
import { broken, type GuardCase } from './brokenMessages.ts';

const span = { start: 1, end: 2 };
const tools = { tools: true, generationPrompt: false, args: {} };
const modelChoice = { tab: 'roundTrip', template: 'a', conversation: 'b', ...tools };
const talk = {
  agentscopeVersion: '1',
  formatter: 'a',
  counter: 'b',
  maxTokens: 1,
  truncation: 'c',
  other: 'd',
  otherTruncation: 'e',
  otherRelease: '2',
};
const query = { ...everyRow, cause: 'a', was: 'b', group: { column: 'c', value: 'd' }, change: rowChanges[0] };
const definition = { uri: 'file:///a', name: 'b' };
const action = (action: string) => ({ type: 'action', action });
const same = <T>(types: readonly T[]) => types.map(type => ({ type }));
const cases: readonly GuardCase[] = [
  {
    guard: isModelToHost,
    good: [
      ...same(['ready']),
      { type: 'choose', choice: modelChoice },
      { type: 'choose', choice: { ...modelChoice, tab: 'prompt' } },
      { type: 'room', width: 3, letter: 0.5 },
      { type: 'reveal', span: { start: 0, end: 0 } },
    ],
    optional: ['template', 'conversation'],
    loose: ['width', 'letter'],
  },
  {
    guard: isHostToModel,
    good: [
      { type: 'tokens', revision: 0, counts: [] },
      { type: 'state', revision: 2, state: {} },
    ],
  },
  { guard: isModelMemory, good: [{ folder: 'a', choice: modelChoice }], optional: ['template', 'conversation'] },
  {
    guard: isReplayToHost,
    good: [...same(['ready']), { type: 'outcome', at: 0, revision: 0 }],
  },
  {
    guard: isHostToReplay,
    good: [
      { type: 'outcome', outcome: {}, at: 1 },
      { type: 'state', revision: 1, source: {} },
    ],
    free: ['outcome', 'at', 'revision', 'source'],
  },
  { guard: isReplayMemory, good: [{ uri: 'a', span, whole: true, definition, at: 0 }] },
  {
    guard: isConversationToHost,
    good: [
      { type: 'ready', choice: {} },
      { type: 'choose', choice: talk },
      { type: 'choose', choice: { maxTokens: null } },
      { type: 'rows', from: 0, to: 500 },
      { type: 'lines', pane: 'main', from: 3, to: 503 },
      { type: 'reveal', span: { start: 0, end: 0 } },
      { type: 'copy', pane: 'main' },
      { type: 'open', pane: 'other' },
      { type: 'allow', host: 'a' },
      ...same(['save', 'pickCounter', 'countWithApi', 'manageTrust', 'openDiff', 'openRequest', 'retry']),
    ],
    optional: Object.keys(talk),
    nullable: ['maxTokens'],
  },
  {
    guard: isHostToConversation,
    good: [
      { type: 'copied', pane: 'other' },
      { type: 'state', revision: 1, state: { formatters: [] } },
      { type: 'rows', revision: 1, rows: { from: 0, items: [] } },
      { type: 'lines', revision: 1, pane: 'main', lines: { from: 0, items: [] } },
    ],
    loose: ['revision', 'from'],
  },
  {
    guard: isConversationMemory,
    good: [{ uri: 'a', choice: talk, layout: { share: 0.5, isFolded: false } }],
    optional: [...Object.keys(talk), 'layout'],
    nullable: ['maxTokens'],
    loose: ['share'],
  },
  {
    guard: isEvaluationToHost,
    good: [
      ...same(['ready']),
      { type: 'query', query },
      { type: 'query', query: { ...query, group: { column: 'c', value: null } } },
      { type: 'column', column: 'a' },
      { type: 'rows', from: 0, to: 0 },
      { type: 'open', row: 0, focus: false },
      ...['read', 'showInLog', 'saveSample'].map(type => ({ type, row: 0 })),
      ...['again', 'cancel', 'compare', 'stopComparing', 'copyMarkdown', 'export', 'saveSamples', 'changeSchema'].map(
        action,
      ),
      ...['pause', 'resume', 'field', 'definition', 'mergeParts'].map(action),
      ...[...rowOrders, 'measure:judgeMs'].map(order => ({ type: 'query', query: { ...query, order } })),
    ],
    optional: ['cause', 'was', 'group', 'change'],
    nullable: ['value'],
  },
  { guard: isEvaluationToHost, good: [{ type: 'ready', query: everyRow }], optional: ['query'] },
  {
    guard: isHostToEvaluation,
    good: [
      { type: 'state', state: {} },
      { type: 'response', row: 0, response: {} },
      { type: 'rows', revision: 0, rows: [] },
    ],
    optional: ['response'],
  },
  { guard: isChosenRow, good: [{ position: 0, row: 0 }], optional: ['row'] },
  {
    guard: isEvaluationMemory,
    good: [
      { definition, logs: [{ uri: 'a', field: 'b', from: 0 }], opened: 'c', column: 'd' },
      { definition, logs: [], compare: { kind: 'nothing' } },
      { definition, logs: [], compare: { kind: 'definition', ...definition } },
    ],
    optional: ['field', 'from', 'opened', 'column', 'compare'],
  },
  {
    guard: isPreviewToHost,
    good: [
      { type: 'ready', boundaries: false },
      { type: 'boundaries', isOpen: true },
      { type: 'room', width: 1, letter: 0.5 },
      { type: 'select', name: 'a' },
      { type: 'reveal', span: { start: 0, end: 0 } },
      { type: 'revealUnknown', number: 0 },
      { type: 'openModule', file: 'a', line: 1, column: 1 },
      ...same(['askPython', 'copy', 'compareRuntimes', 'manageTrust', 'open']),
    ],
    loose: ['width', 'letter', 'number'],
  },
  { guard: isPreviewToHost, good: [{ type: 'view', name: 'a' }], optional: ['name'] },
  {
    guard: isHostToPreview,
    good: [
      ...same(['copied', 'showRobustness', 'showConstraint']),
      { type: 'state', revision: 1, state: { names: [] } },
      { type: 'tokens', revision: 1, counts: [] },
      { type: 'samples', revision: 1, samples: [] },
    ],
    loose: ['revision'],
  },
  {
    guard: isPreviewMemory,
    good: [
      {
        uri: 'a',
        name: 'b',
        view: 'c',
        robustness: true,
        constraint: { isOpen: true, engine: 'd', form: 'e' },
        whitespace: true,
        boundaries: true,
      },
    ],
    optional: ['name', 'view', 'robustness', 'constraint', 'engine', 'form'],
  },
  {
    guard: isPreviewToRobustness,
    good: [
      { type: 'robustness', isOpen: true },
      ...['openMutation', 'saveMutation'].map(type => ({ type, sample: 0, operator: 'a' })),
    ],
  },
  {
    guard: isPreviewToConstraint,
    good: [
      ...same(['openConstraint']),
      ...['constraint', 'request'].map(part => ({ type: 'copyConstraint', part })),
      { type: 'constraint', isOpen: true, engine: 'a', form: 'b' },
    ],
    optional: ['engine', 'form'],
  },
  {
    guard: isRobustnessToPreview,
    good: [...same(['showRobustness']), { type: 'robustness', name: 'a', checking: true }],
    free: ['name', 'checking'],
  },
  {
    guard: isConstraintToPreview,
    good: [...same(['showConstraint']), { type: 'constraint', name: 'a', checking: true }],
    free: ['name', 'checking'],
  },
];

suite('guards let pass what is whole, and nothing of which a member is missing or of another kind', () => {
  for (const options of cases) {
    const { guard, good } = options;
    test(guard.name, () => {
      for (const message of good) {
        assert.equal(guard(message), true, JSON.stringify(message));
        for (const other of broken(message, options)) assert.equal(guard(other), false, JSON.stringify(other));
      }
      for (const nothing of [undefined, null, 'ready', 3, {}]) assert.equal(guard(nothing), false);
    });
  }

  test('what is out of its bounds', () => {
    for (const [guard, message] of [
      [isConversationToHost, { type: 'rows', from: 0, to: 501 }],
      [isConversationToHost, { type: 'rows', from: 1, to: 0 }],
      [isConversationToHost, { type: 'choose', choice: { maxTokens: 0 } }],
      [isConversationToHost, { type: 'choose', choice: { maxTokens: 1.5 } }],
      [isReplayMemory, { uri: 'a', span: { start: 2, end: 1 }, whole: true, definition, at: 0 }],
      [isPreviewToHost, { type: 'reveal', span: { start: 2, end: 1 } }],
      [isPreviewToHost, { type: 'openModule', file: 'a', line: 0, column: 1 }],
      [isPreviewToHost, { type: 'openModule', file: 'a', line: 1, column: 0 }],
      [isPreviewToHost, { type: 'room', width: 0, letter: 1 }],
      [isPreviewToHost, { type: 'room', width: 1, letter: Number.POSITIVE_INFINITY }],
      [isPreviewToHost, { type: 'revealUnknown', number: 0.5 }],
    ] as const)
      assert.equal(guard(message), false, JSON.stringify(message));
  });
});
