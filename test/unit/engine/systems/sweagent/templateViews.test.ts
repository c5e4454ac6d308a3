import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';

suite('templates of SWE-agent as tabs', () => {
  const text = JSON.stringify({
    type: 'thought_action',
    templates: {
      system_template: 'In {{repo}} [{{working_dir}}]',
      instance_template: '{{problem_statement}} in {{working_dir}}{{nothing}}',
      next_step_template: 'Out: {{observation}}',
      max_observation_length: 30,
    },
    state: { working_dir: '/repo' },
    template_variables: { repo: 'acme', problem_statement: 'It fails' },
  });
  const { definitions, problems } = readDefinitions(text, 'x.parser.json');
  const views = createParser(definitions[0]!).views();
  const show = (name: string) => views.find(view => view.name === name)!.pieces();
  const shown = (name: string) =>
    show(name)
      .map(piece => piece.text)
      .join('');

  test('they render with the variables that SWE-agent gives them', () => {
    assert.deepEqual(problems, []);
    assert.deepEqual(
      views.map(({ name }) => name),
      ['System Message', 'Instance Message', 'Next Step'],
    );
    // The state is not a variable of the system message.
    assert.equal(shown('System Message'), 'In acme []');
    assert.equal(shown('Instance Message'), 'It fails in /repo');
    assert.match(
      shown('Next Step'),
      /Out: README\.md[\s\S]*# Without output\n\nOut: \n[\s\S]*10 characters were elided/,
    );
  });

  test('a piece leads to its part of the template', () => {
    const { origin } = show('System Message').find(piece => piece.text === 'acme')!;
    assert.equal(text.slice(origin!.start, origin!.end), 'repo');
  });

  test('without templates there are none', () =>
    assert.deepEqual(
      createParser(readDefinitions('{"type": "identity"}', 'x.parser.json').definitions[0]!).views(),
      [],
    ));
});
