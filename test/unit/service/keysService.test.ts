import assert from 'node:assert/strict';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { keysService } from '../../../src/service/keysService.ts';

suite('language service', () => {
  const service = keysService(new DefinitionCache({}), {});
  const at = (marked: string) => {
    const offset = marked.indexOf('|');
    return { text: marked.slice(0, offset) + marked.slice(offset + 1), fileName: 'x.parser.json', offset };
  };
  const hint = '"content_hint": {"thought": "what you thought", "speak": {"a": 1}}';
  const dict = (rest: string) => `{"type": "MarkdownJsonDictParser", ${rest}}`;

  const facts = async (marked: string) => {
    const request = at(marked);
    const key = await service.keyAt(request);
    if (!key) return 'nothing';
    const { text } = request;
    for (const { start, end } of [key.span, ...key.declarations, ...key.references])
      assert.equal(text.slice(start, end), key.name);
    const { name, declarations, references, isKnown, isRequired, destinations, documentation, isHint } = key;
    const marks = [isKnown && 'known', isRequired && 'required', isHint && 'hint'].filter(mark => mark !== false);
    return `${name} ${declarations.length}+${references.length} ${marks.join()} → ${destinations.join()}: ${documentation}`;
  };

  for (const [name, marked, expected] of [
    [
      'in the hint',
      dict(`${hint.replace('thought"', 'th|ought"')}, "keys_to_content": "thought"`),
      'thought 1+1 known,hint → content,memory: what you thought',
    ],
    [
      'at an opening quote',
      dict(`${hint}, "keys_to_content": |"speak", "keys_to_memory": false`),
      'speak 1+1 known,hint → content: {"a": 1}',
    ],
    [
      'at a closing quote',
      dict(`${hint}, "keys_to_metadata": ["speak"|], "required_keys": ["speak"]`),
      'speak 1+2 known,required,hint → content,memory,metadata: {"a": 1}',
    ],
    [
      'misspelt',
      dict(`${hint}, "keys_to_content": "spe|ek", "keys_to_memory": true`),
      'speek 0+1  → content,memory: undefined',
    ],
    ['of an open value', dict('"keys_to_content": "spe|ak"'), 'speak 0+1 known → content,memory: undefined'],
    [
      'in a broken text',
      `{"type": "MarkdownJsonDictParser", ${hint}, "keys_to_content": "th|ought", "keys_to_memory": `,
      'thought 1+1 known,hint → content,memory: what you thought',
    ],
    ['another string', dict(`${hint}, "description": "thou|ght"`), 'nothing'],
    ['no JSON', 'thou|ght', 'nothing'],
  ] as const)
    test(`the key ${name}`, async () => assert.equal(await facts(marked), expected));

  test('renames where the text is JSON', async () => {
    const marked = dict(`${hint}, "keys_to_content": "tho|ught"`);
    const renamed = await service.renameKey({ ...at(marked), newName: 'mood' });
    assert.ok(renamed && 'edits' in renamed && renamed.edits.length === 2 && renamed.inSamples.length === 0);
    assert.deepEqual(await service.renameKey({ ...at(`${marked} x`), newName: 'mood' }), {
      refusal: 'This file is not JSON as it stands. Correct that first.',
    });
    assert.equal(await service.renameKey({ ...at(dict('"description": "|"')), newName: 'mood' }), undefined);
  });

  test('renames in the texts of samples', async () => {
    const sample = '{"text": "```json\\n{\\"thought\\": 1}\\n```"}';
    const request = at(dict(`${hint}, "samples": [${sample}], "keys_to_content": "tho|ught"`));
    const renamed = await service.renameKey({ ...request, newName: 'mood' });
    assert.ok(renamed && 'inSamples' in renamed);
    assert.deepEqual(
      renamed.inSamples.map(({ span, text }) => [request.text.slice(span.start - 2, span.end + 2), text]),
      [['\\"thought\\"', 'mood']],
    );
  });

  test('completes', async () => {
    const found = await service.completeKeys(at(dict(`${hint}, "keys_to_content": "|"`)));
    assert.deepEqual(found?.names, [
      { name: 'thought', documentation: 'what you thought' },
      { name: 'speak', documentation: '{"a": 1}' },
    ]);
  });

  for (const [name, typed] of [
    ['an open list', '["sp|'],
    ['a closed list without a comma', '["sp|"]'],
    ['an open string', '"|'],
    ['nothing', '|'],
    ['a bare word', 'sp|'],
  ])
    test(`completes above the hint: ${name}`, async () => {
      const found = await service.completeKeys(
        at(`{\n"keys_to_content": ${typed}\n"type": "MarkdownJsonDictParser",\n${hint}\n}`),
      );
      assert.deepEqual(
        found?.names.map(one => one.name),
        ['thought', 'speak'],
      );
    });
});
