import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import {
  exportDefinitions,
  exportFormats,
  importDefinitions,
  importedText,
  importFormats,
  refusalOf,
} from '../../../../src/engine/interchange/index.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import type { Loss } from '../../../../src/engine/parsers/interchange.ts';
import { runtimesOf } from '../../../../src/engine/parsers/runtimesOf.ts';
import { toJsonText } from '../../../../src/engine/python/index.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';
import { propertyRuns } from '../../../propertyRuns.ts';

const read = (config: unknown, name = 'thing') =>
  readDefinitions(typeof config === 'string' ? config : JSON.stringify(config), `${name}.parser.json`).definitions;

/** The top-level keys of which an import does not give back everything. */
function missing({ source }: Definition, config: PyDict | undefined): string[] {
  return [...source.config].flatMap(([key, value]) => (key === '$schema' || has(config?.get(key), value) ? [] : [key]));
}

/** Whether a definition names the runtime that one without a runtime has. */
function isUsualRuntime(definition: Definition): boolean {
  return runtimesOf(definition)[0]?.id === definition.source.config.get('runtime');
}

/** Whether a value has all that another has, exactly; an object may have more. */
function has(value: PyValue | undefined, given: PyValue): boolean {
  if (value === undefined) return false;
  if (isPyDict(given)) return isPyDict(value) && [...given].every(([key, item]) => has(value.get(key), item));
  if (isPyList(given))
    return isPyList(value) && value.length === given.length && given.every((item, i) => has(value[i], item));
  return !isPyDict(value) && !isPyList(value) && toJsonText(value) === toJsonText(given);
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'yes',
    '1e3',
    '1:30',
    '=',
    '<<',
    '`$\u007ba}`',
    "it's",
    'a\nb\n',
    ' a\n  b',
    'a\r\nb',
    '\ud800',
    '\u2028',
    '~',
    '# no',
    '- a',
    'a: b',
    '\u0085',
    '\x07',
    "'''",
    '"""',
    '\\',
  ),
);
const key = fc.oneof(fc.constantFrom('thought', 'speak', '__proto__', 'a b', 'type', 'title'), text);
const number = fc.constantFrom('1', '1.0', '-0.0', '12345678901234567890', '1e22', '0.1', '1e-7');
const json = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('null', 'true'),
    number,
    text.map(each => JSON.stringify(each)),
    tie('list'),
    tie('dict'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }).map(items => `[${items.join()}]`),
  dict: fc.dictionary(key, tie('value'), { maxKeys: 3 }).map(
    members =>
      `{${Object.entries(members)
        .map(([name, value]) => `${JSON.stringify(name)}: ${value}`)
        .join()}}`,
  ),
}));
const schema = fc
  .letrec(tie => ({
    part: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        '{}',
        '{"type": "string"}',
        '{"type": "integer", "minimum": 1.0}',
        '{"$ref": "#/$defs/Node"}',
        '{"enum": ["a", 1, null]}',
        '{"type": "array"}',
        '{"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}',
        '{"allOf": [{"$ref": "#/$defs/Node"}, {"type": "object"}]}',
      ),
      tie('object'),
    ),
    object: fc.dictionary(key, tie('part'), { maxKeys: 3 }).map(
      members =>
        `{"type": "object", "properties": {${Object.entries(members)
          .map(([name, part]) => `${JSON.stringify(name)}: ${part}`)
          .join()}}, "required": ${JSON.stringify(Object.keys(members).slice(0, 1))}}`,
    ),
  }))
  .object.map(
    each =>
      `${(each as string).slice(0, -1)}, "title": "Answer", "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}}}`,
  );

const definition = fc.oneof(
  fc
    .record({ hint: json.dict, description: text, required: fc.array(key, { maxLength: 2 }) })
    .map(
      ({ hint, description, required }) =>
        `{"type": "MarkdownJsonDictParser", "content_hint": ${hint}, "description": ${JSON.stringify(description)}, "required_keys": ${JSON.stringify(required)}, "keys_to_content": false}`,
    ),
  schema.map(each => `{"type": "MarkdownJsonDictParser", "content_schema": ${each}}`),
  fc.array(fc.tuple(key, text), { maxLength: 3 }).map(tags =>
    JSON.stringify({
      type: 'MultiTaggedContentParser',
      tagged_contents: tags.map(([name, content_hint], i) => ({
        name,
        tag_begin: `[T${i}]`,
        content_hint,
        tag_end: `[/T${i}]`,
      })),
    }),
  ),
  fc
    .record({
      type: fc.constantFrom('thought_action', 'function_calling', 'json'),
      error: text,
      variables: json.dict,
      doc: text.filter(each => !/[{}]/.test(each)),
    })
    .map(
      ({ type, error, variables, doc }) =>
        `{"type": "${type}", "error_message": ${JSON.stringify(error)}, "env_variables": ${variables}, "commands": [{"name": "go", "docstring": ${JSON.stringify(doc)}, "arguments": [{"name": "to", "type": "string", "description": ${JSON.stringify(doc)}, "required": true}]}]}`,
    ),
  fc
    .record({ schema, purpose: text, type: fc.constantFrom('ToolMessage', 'XMLToolMessage') })
    .map(
      ({ schema, purpose, type }) =>
        `{"type": "${type}", "tools": [{"request": "go", "purpose": ${JSON.stringify(purpose)}, "schema": ${schema}, "examples": [{"a": 1.0}]}]}`,
    ),
  fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map(kinds =>
    JSON.stringify({
      type: 'AgentOutput',
      allowed_kinds: kinds,
      fallback_kind: kinds[0],
      extra_fields: ['winner', 'mood'],
    }),
  ),
);

suite('export, then import', () => {
  const templates = parserTypes.flatMap(({ template }) => read(template));

  for (const format of exportFormats)
    test(`${format.id}: every template is refused with a reason, or what is lost of it is named`, () => {
      let written = 0;
      for (const each of templates) {
        if (refusalOf(each, format) !== undefined) continue;
        written++;
        checkLosses([each], format.id);
      }
      assert.ok(written > 0 || format.id === 'pydantic');
    });

  for (const format of exportFormats)
    test(`${format.id}: of any definition, what does not come back is named`, () => {
      fc.assert(
        fc.property(definition, source => {
          const definitions = read(source);
          assert.equal(definitions.length, 1);
          if (refusalOf(definitions[0]!, format) === undefined) checkLosses(definitions, format.id);
        }),
        { numRuns: propertyRuns(30, 60) },
      );
    });

  for (const format of exportFormats)
    test(`${format.id}: several definitions of one file`, () => {
      const file = Object.fromEntries(
        templates
          .filter(each => refusalOf(each, format) === undefined)
          .map(({ type, source }): [string, unknown] => [type, JSON.parse(toJsonText(source.config))]),
      );
      if (Object.keys(file).length > 0) checkLosses(read({ parsers: file }), format.id);
    });

  test('TypeScript and YAML give back exactly what they carry @slow', () => {
    fc.assert(
      fc.property(definition, source => {
        const [each] = read(source);
        const back = (id: string, fileName: string) => {
          const answer = exportDefinitions([each!], id);
          return answer.ok ? importDefinitions(answer.text, id, fileName).definitions[0]?.config : undefined;
        };
        assert.deepEqual(missing(each!, back('typescript', 'thing.ts')), []);
        if (each!.parserType.system === 'SWE-agent')
          assert.deepEqual(
            missing(each!, back('sweagent', 'thing.yaml')).filter(
              name => name !== 'commands' || each!.type !== 'thought_action',
            ),
            [],
          );
      }),
      { numRuns: propertyRuns(80, 200) },
    );
  });

  test('what was imported is a definition file', () => {
    for (const format of importFormats)
      for (const each of templates) {
        const answer =
          exportFormats.some(({ id }) => id === format.id) &&
          refusalOf(each, exportFormats.find(({ id }) => id === format.id)!) === undefined
            ? exportDefinitions([each], format.id)
            : undefined;
        if (!answer?.ok) continue;
        const result = importDefinitions(answer.text, format.id, `thing${format.extensions[0]}`);
        const { definitions, problems } = readDefinitions(importedText(result), 'thing.parser.json');
        assert.equal(definitions.length, result.definitions.length, each.type);
        assert.deepEqual(
          problems.filter(({ severity }) => severity === 'error'),
          [],
          `${format.id} ${each.type}`,
        );
      }
  });

  function checkLosses(definitions: readonly Definition[], id: string): void {
    const answer = exportDefinitions(definitions, id);
    assert.ok(answer.ok);
    const format = exportFormats.find(each => each.id === id)!;
    const reader = importFormats.find(each => each.id === (format.readBy ?? id))!;
    const back = reader.read(answer.text, `${definitions[0]!.name}${format.extension}`).definitions;
    for (const [i, each] of definitions.entries()) {
      const own: readonly Loss[] = answer.losses.filter(loss => loss.definition === each.name);
      if (own.some(({ key }) => key === undefined) && back.length !== definitions.length) continue;
      const config = (
        back.filter(({ name }) => name === each.name).length === 1
          ? back.find(({ name }) => name === each.name)
          : back[i]
      )?.config;
      const named: ReadonlySet<string> = new Set(own.flatMap(loss => loss.key?.split('.')[0] ?? []));
      assert.deepEqual(
        missing(each, config).filter(name => !named.has(name) && !(name === 'runtime' && isUsualRuntime(each))),
        [],
        `${id} of ${toJsonText(each.source.config)}\n${answer.text}`,
      );
    }
  }
});
