import { deepEqual } from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { robustnessOf } from '../../../../../src/engine/samples/index.ts';

const kind = (name: string, ...required: string[]) => ({
  type: 'object',
  properties: { kind: { const: name }, to: { type: 'string' } },
  required: ['kind', ...required],
});
const act = { oneOf: [{ $ref: '#/$defs/Say' }, { $ref: '#/$defs/Move' }] };

/** What becomes of the member `act` of an answer with the name of the other variant; none where that is one as well. */
async function swapped(content_schema: object): Promise<readonly string[]> {
  const schema = { title: 'A', type: 'object', required: ['act'], ...content_schema };
  const text = JSON.stringify({ type: 'MarkdownJsonDictParser', content_schema: schema });
  const [definition] = readDefinitions(text, 'x.parser.json').definitions;
  const report = await robustnessOf(definition!, '```json\n{"act": {"kind": "say"}}\n```');
  const outcomes = report.ok ? report.outcomes : [];
  return outcomes.filter(({ operator }) => operator.startsWith('wrong-variant')).map(({ response }) => response);
}

suite('an object with the name of another variant', () => {
  const broken = ['```json\n{"act": {"kind": "move"}}\n```'];
  const defs = { Say: kind('say'), Move: kind('move', 'to') };

  test('is a mistake where it breaks the schema, whatever words the schema has for that', async () => {
    deepEqual(await swapped({ properties: { act }, $defs: defs }), broken);
    deepEqual(await swapped({ properties: { act: { anyOf: act.oneOf } }, $defs: defs }), broken);
    const oneOf = [{ $ref: '#/definitions/Say' }, { $ref: '#/definitions/Move' }];
    deepEqual(await swapped({ properties: { act: { oneOf } }, definitions: defs }), broken);
    const listed = { ...defs.Move, properties: { kind: { enum: ['move'] } } };
    deepEqual(await swapped({ properties: { act: { oneOf: [defs.Say, listed] } } }), broken);
    const german = { ...defs.Move, properties: { kind: { const: 'bewegt über' } } };
    deepEqual(await swapped({ properties: { act: { oneOf: [defs.Say, german] } } }), [
      broken[0]!.replace('move', 'bewegt über'),
    ]);
  });

  test('is none where it is that other variant: what the whole demands is not demanded of it', async () => {
    deepEqual(await swapped({ properties: { act }, $defs: { Say: kind('say'), Move: kind('move') } }), []);
  });

  test('is none where no one text is the name of a variant', async () => {
    for (const member of [{ enum: ['move', 'go'] }, { const: 5 }, true, { type: 'string' }]) {
      const other = { type: 'object', properties: { kind: member }, required: ['kind', 'to'] };
      deepEqual(await swapped({ properties: { act: { oneOf: [defs.Say, other] } } }), [], JSON.stringify(member));
    }
    deepEqual(await swapped({ properties: { act: { oneOf: [defs.Say, { type: 'object', required: ['to'] }] } } }), []);
  });
});
