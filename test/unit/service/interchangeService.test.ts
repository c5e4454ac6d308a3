import assert from 'node:assert/strict';
import { joinTexts, placeInTexts } from '../../../src/engine/index.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { interchangeService } from '../../../src/service/interchangeService.ts';

const service = interchangeService(new DefinitionCache({}));
const yaml = (text: string, fileName = 'a.yaml') => ({ text, fileName });

suite('imports of several texts', () => {
  test('an offset leads back to its text', () => {
    const texts = ['ab', '', 'cd\n'];
    const joined = joinTexts(texts);
    for (const [index, text] of texts.entries())
      for (const [offset, character] of [...text].entries()) {
        const at = joined.indexOf(character, index === 2 ? joined.lastIndexOf('---') + 3 : 0);
        if (character !== '\n') assert.deepEqual(placeInTexts(texts, at), { index, offset });
      }
    assert.deepEqual(placeInTexts(texts, 5), { index: 0, offset: 2 });
    assert.deepEqual(placeInTexts(texts, 9999), { index: 2, offset: 3 });
  });

  test('later ones win, and every problem is in its own text', async () => {
    const parts = [
      yaml('agent: {system_template: A, instance_template: I, step_limit: 3}\n', 'base.yaml'),
      yaml('# more\nagent: {system_template: B}\nrun: {x: 1}\n'),
    ];
    const model = await service.importFrom(parts);
    assert.deepEqual([JSON.parse(model.text).system_template, model.name, model.forms], ['B', 'base', undefined]);
    assert.deepEqual(
      model.problems.map(({ part, span }) => [part, parts[part]!.text.slice(span.start, span.end)]),
      [
        [0, '3'],
        [1, '1'],
      ],
    );
  });
});

suite('imports that leave something open', () => {
  const fence = 'agent: {system_template: "```mswea_bash_command", instance_template: I}\n';

  test('what may be meant for two systems says both; the form that is chosen is read', async () => {
    const text = fence.replace('}', ', tools: {parse_function: {type: json}}}');
    const { forms, text: first } = await service.importFrom([yaml(text)]);
    assert.deepEqual(
      forms?.map(({ id }) => id),
      ['sweagent', 'mini-swe-agent'],
    );
    assert.equal(JSON.parse(first).type, 'json');
    const mini = await service.importFrom([yaml(text)], { form: 'mini-swe-agent' });
    assert.deepEqual([JSON.parse(mini.text).type, mini.forms], ['mini_swe_agent', undefined]);
  });

  test('how answers are read can be chosen where the templates contradict the model class', async () => {
    const { open, text } = await service.importFrom([yaml(fence)]);
    assert.deepEqual([open?.key, open?.values], ['mode', ['actions_toolcall', 'actions_text']]);
    assert.equal(JSON.parse(text).mode, 'actions_toolcall');
    const chosen = await service.importFrom([yaml(fence)], { chosen: { mode: 'actions_text' } });
    assert.deepEqual([JSON.parse(chosen.text).mode, chosen.open], ['actions_text', undefined]);
  });

  for (const model of ['model: {model_class: litellm_textbased}', 'model: {model_class: my.OwnTextbasedModel}'])
    test(`nothing is open with ${model}`, async () =>
      assert.equal((await service.importFrom([yaml(fence + model)])).open, undefined));

  test('a class that tells nothing leaves all three open', async () =>
    assert.equal((await service.importFrom([yaml(`${fence}model: {model_class: own}`)])).open?.values.length, 3));

  test('a definition knows its call, also where a part of the text calls it otherwise', async () => {
    const call = 'vote = MarkdownJsonDictParser(content_hint={"vote": "who"})';
    const text = `${call}\ndef second():\n    ${call}\n`;
    const start = text.lastIndexOf(call);
    const span = { start, end: start + call.length };
    const source = { text, fileName: 'agent.py' };
    assert.deepEqual((await service.importFrom([source])).origins, { vote: 'vote', vote_2: 'vote_2' });
    const part = await service.importFrom([source], { span });
    assert.deepEqual(part.origins, { '': 'vote_2' });
    const definition = part.text.replace('"who"', '"whom"');
    const request = { text: definition, fileName: 'vote.parser.json', names: ['vote'] };
    const answer = await service.rewriteCall(request, 'agentscope', { text, name: 'vote_2' });
    assert(answer?.ok);
    assert.equal(answer.edits.length, 1);
    assert.ok(answer.edits[0]!.span.start > start);
  });
});
