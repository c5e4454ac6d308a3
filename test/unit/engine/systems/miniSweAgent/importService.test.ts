import assert from 'node:assert/strict';
import { DefinitionCache } from '../../../../../src/service/definitionCache.ts';
import { interchangeService } from '../../../../../src/service/interchangeService.ts';

const service = interchangeService(new DefinitionCache({}));
const yaml = (text: string, fileName = 'a.yaml') => ({ text, fileName });

suite('imports of several texts', () => {
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
});
