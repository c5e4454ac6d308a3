import assert from 'node:assert/strict';
import { checkDefinitions, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { patientHost } from '../../patientHost.ts';

suite('checkDefinitions @slow', () => {
  const problemsOf = async (definition: object) => {
    const text = JSON.stringify(definition);
    const { definitions } = readDefinitions(text, 'test.parser.json');
    return (await checkDefinitions(definitions, patientHost)).map(
      ({ code, span, message }) => [code, text.slice(span.start, span.end), message] as const,
    );
  };
  const regex = (pattern: string) => ({
    type: 'RegexTaggedContentParser',
    tagged_content_pattern: pattern,
    format_instruction: 'x',
  });

  for (const [pattern, expected] of [
    ['(?P<name>(\\w+\\s*)+):(?P<content>.*)', 'exponential-pattern'],
    ['<(?P<name>(?:a|a)*)>(?P<content>b)', 'exponential-pattern'],
    ['\\s*(?P<name>\\w+)\\s*=\\s*(?P<content>.*?)\\s*;', 'polynomial-pattern'],
  ] as const)
    test(`warns of ${pattern}`, async () => {
      const [found, ...more] = await problemsOf(regex(pattern));
      assert.deepEqual(found?.slice(0, 2), [expected, JSON.stringify(pattern)]);
      assert.match(found?.[2] ?? '', /repeat\(\d+\)/);
      assert.deepEqual(more, []);
    });

  for (const pattern of [
    '<(?P<name>[^>]+)>(?P<content>.*?)</\\1?>',
    '<(?P<name>\\w+)>(?P<content>.*?)</\\1>',
    '\\[(?P<name>[^\\]]+)\\](?P<content>.*?)\\[/\\1\\]',
    '(?m)^(?P<name>[A-Za-z_]+):[ \\t]*(?P<content>[^\\n]*)$',
    '(?P<name>(?>\\w+\\s*)+):(?P<content>.*)',
  ])
    test(`says nothing of ${pattern}`, async () => assert.deepEqual(await problemsOf(regex(pattern)), []));

  test('definitions that cannot be made, and patterns that Python refuses', async () => {
    assert.deepEqual(await problemsOf({ ...regex('(a+)+$'), keys_to_content: 1 }), []);
    assert.deepEqual(await problemsOf(regex('(?P<name>(a+)+(?P<content>')), []);
  });
});
