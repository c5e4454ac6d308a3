import assert from 'node:assert/strict';
import type { RunSource } from '../../../../src/extension/runs/runsApi.ts';
import { editorModel, placeOf, startThread, voteSource } from './startThread.ts';

const model = { kind: 'address', address: 'http://127.0.0.1:9/v1#m' } as const;
const options = { runs: 1, retries: 0, concurrency: 1, keys: {}, log: '/nowhere/log', timeout: 60_000 };

suite('what runs ask with', () => {
  test('a request is shown before it is sent, and nothing is sent', async () => {
    const { runs } = startThread();
    const { body, ...request } = await runs.requestFor(voteSource('/nowhere'), {
      kind: 'address',
      address: 'http://127.0.0.1:9/v1#m',
    });
    assert.deepEqual(request, {
      host: '127.0.0.1:9',
      origin: 'http://127.0.0.1:9',
      url: 'http://127.0.0.1:9/v1/chat/completions',
      isLocal: true,
      systemAsUser: 0,
      warnings: [],
    });
    assert.equal(JSON.parse(body).model, 'm');
    const far = await runs.requestFor(voteSource('/nowhere'), {
      kind: 'address',
      address: 'https://models.example/v1#m',
    });
    assert.equal('isLocal' in far, false);
    const several = ['user', 'user', 'system'].map(role => ({ role, name: role, content: 'Hi' }));
    const talk = JSON.stringify({ messages: several, parser: 'vote.parser.json#vote' });
    const { text: definitionText } = voteSource('/nowhere') as { text: string };
    const source = { kind: 'conversation', text: talk, fileName: 'a.messages.json', definitionText } as const;
    const counted = await runs.requestFor({ ...source, ...placeOf('/nowhere') }, editorModel);
    assert.equal(counted.systemAsUser, 2);
    const { systemAsUser, host } = await runs.requestFor(voteSource('/nowhere'), editorModel);
    assert.deepEqual([systemAsUser, host], [1, undefined]);
    assert.equal(await runs.addressProblem('https://models.example/v1#m'), undefined);
    assert.match((await runs.addressProblem('models.example')) ?? '', /address of a server and a model/);
  });

  test('a source is a definition, or a conversation that names one', async () => {
    const { runs } = startThread();
    const { text, fileName } = voteSource('/nowhere');
    assert.deepEqual(await runs.tasksOf(text, fileName, 'vote'), [{ sample: 'first', task: 'Who?' }]);
    assert.deepEqual(await runs.tasksOf(text, fileName, 'other'), []);
    const talk = (parser?: string) =>
      JSON.stringify({ messages: [{ name: 'user', role: 'user', content: 'Hi' }], ...(parser && { parser }) });
    const named = async (parser?: string) => runs.parserNamedIn(talk(parser), 'a.messages.json');
    assert.deepEqual(await named('vote.parser.json#vote'), { file: 'vote.parser.json', name: 'vote' });
    assert.equal(await named(), undefined);
    const conversation = (source: string, definitionText = text): RunSource => ({
      kind: 'conversation',
      text: source,
      fileName: 'a.messages.json',
      definitionText,
      ...placeOf('/nowhere'),
    });
    const { body } = await runs.requestFor(conversation(talk('vote.parser.json#vote')), model);
    assert.deepEqual(
      JSON.parse(body).messages.map(({ role }: { role: string }) => role),
      ['user', 'system'],
    );
    for (const [source, why] of [
      [{ ...voteSource('/nowhere'), name: 'nobody' } as RunSource, /There is no definition `nobody`/],
      [conversation('{'), /./],
      [conversation(talk()), /names no `parser`/],
    ] as const) {
      await assert.rejects(runs.requestFor(source, model), why);
      await assert.rejects(runs.run('r', source, [model], options), why);
    }
  });
});
