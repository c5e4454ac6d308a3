import { deepEqual } from 'node:assert/strict';
import { mock } from 'node:test';
import { RunEvents, type RunListener } from '../../../../src/extension/runs/runEvents.ts';
import { ReceivedAnswers } from '../../../../src/extension/runtime/receivedAnswers.ts';

suite('answers that are being received', () => {
  let told: string[];
  let answers: ReceivedAnswers;
  setup(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    told = [];
    answers = new ReceivedAnswers(each => told.push(each.map(({ name, text }) => `${name}: ${text}`).join(', ')));
  });
  teardown(() => mock.timers.reset());
  const [one, other] = [{}, {}];

  test('are told of together, four times a second, on one line each, until they have come', () => {
    answers.add(one, 'm #1', 'a\n');
    answers.add(other, 'm #2', 'x');
    answers.add(one, 'm #1', 'b');
    mock.timers.tick(249);
    deepEqual(told, []);
    mock.timers.tick(1);
    deepEqual(told, ['m #1: a b, m #2: x']);
    mock.timers.tick(1000);
    answers.remove(one);
    mock.timers.tick(250);
    answers.remove(one);
    mock.timers.tick(250);
    deepEqual(told.slice(1), ['m #2: x']);
    answers.add(other, 'm #2', 'y');
    mock.timers.tick(250);
    deepEqual(told.slice(2), ['m #2: xy']);
  });

  test('are told of by their last 160 letters', () => {
    answers.add(one, 'm', `${'a'.repeat(100)}b`);
    answers.add(one, 'm', 'c'.repeat(159));
    mock.timers.tick(250);
    deepEqual(told, [`m: b${'c'.repeat(159)}`]);
  });

  test('are told of no more when the runs are over', () => {
    answers.add(one, 'm', 'a');
    answers.end();
    mock.timers.tick(1000);
    answers.remove(one);
    mock.timers.tick(1000);
    deepEqual(told, []);
  });
});

suite('what the thread tells of a run', () => {
  test('goes to the owner of that run, while it listens', async () => {
    const heard: unknown[] = [];
    const hear =
      (kind: string) =>
      (...args: unknown[]) =>
        void heard.push([kind, ...args]);
    const listener = Object.fromEntries(
      ['onText', 'onMoment', 'onRow', 'onReceiving'].map(kind => [kind, hear(kind)]),
    ) as unknown as RunListener;
    const answer = { text: 'yes', ms: 1 };
    const ask: RunListener['ask'] = async (...args) => {
      heard.push(args);
      return answer;
    };
    const events = new RunEvents();
    const [model, moment, row] = [{ kind: 'editor', vendor: 'v', id: 'i', name: 'n' } as const, { fields: [] }, {}];
    const tellAll = async (id: string) => {
      await events.runText(id, 'a', true);
      await events.runMoment(id, moment);
      await events.runRow(id, row as never);
      await events.runReceiving(id, []);
      return events.askLanguageModel(id, 'q', model, []);
    };
    const { stop } = events.listen('r', { ...listener, ask });
    deepEqual(await tellAll('other'), { failure: 'cancelled', message: 'The run is over.', ms: 0 });
    deepEqual(heard, []);
    deepEqual(await tellAll('r'), answer);
    const all = [
      ['onText', 'a', true],
      ['onMoment', moment],
      ['onRow', row],
      ['onReceiving', []],
      ['q', model, []],
    ];
    deepEqual(heard, all);
    stop();
    await tellAll('r');
    deepEqual(heard, all);
  });
});
