import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { layOut } from '../../../../../src/engine/code/python/code.ts';
import { cleanDoc, docstringLines, fieldTitle } from '../../../../../src/engine/code/python/docstring.ts';
import { isIdentifier, toClassName, toIdentifier } from '../../../../../src/engine/code/python/identifiers.ts';
import { literalCode } from '../../../../../src/engine/code/python/literals.ts';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../../../src/engine/core/pyValue.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import {
  exportDefinitions,
  exportFormats,
  importDefinitions,
  importedText,
  refusalOf,
} from '../../../../../src/engine/interchange/index.ts';
import { readPython } from '../../../../../src/engine/interchange/python/read/pythonImport.ts';
import type { Definition } from '../../../../../src/engine/parsers/definition.ts';
import { sortSchema } from '../../../../../src/engine/parsers/shared/pydanticSchema.ts';
import { jsonLoads } from '../../../../../src/engine/python/jsonLoads.ts';
import { literalEval } from '../../../../../src/engine/python/literalEval.ts';
import { pyRepr } from '../../../../../src/engine/python/repr.ts';
import { ownFields, withoutTitles } from '../../../../../src/engine/systems/langroid/forms/toolFacts.ts';
import { skipTest } from '../../../../skipTest.ts';
import { agentscope, langroid, value } from './arbitraries.ts';
import { python3, runPython, standIns } from './python3.ts';
import { definitionOf } from './read.ts';

const fixtures = new URL('fixtures/', import.meta.url);
const examples = new URL('../../../../../examples/', import.meta.url);
const formats = exportFormats.filter(({ language }) => language === 'python');

function definitionsIn(folder: URL): readonly Definition[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.parser.json'));
  return files.flatMap(
    name => readDefinitions(readFileSync(new URL(name, folder), 'utf8'), name).definitions,
  ) as Definition[];
}

function written(definitions: readonly Definition[], format: string) {
  const answer = exportDefinitions(definitions, format);
  assert.ok(answer.ok);
  return answer;
}

/** Those of the definitions that a form has words for. */
function takenBy(id: string, definitions: readonly Definition[]): readonly Definition[] {
  const format = formats.find(each => each.id === id)!;
  return definitions.filter(each => refusalOf(each, format) === undefined);
}

/** The values of a dict that Python printed as JSON. */
function loads(text: string): PyValue {
  const read = jsonLoads(text, { start: 0, end: text.length });
  assert.ok(read.ok);
  return read.value;
}

suite('export to Python', () => {
  for (const [file, id, folder] of [
    ['forms', 'agentscope', fixtures],
    ['langroid', 'langroid', examples],
    ['werewolf', 'pydantic', examples],
  ] as const)
    test(`${file} as ${id}`, () => {
      const name = `${file}.parser.json`;
      const { definitions } = readDefinitions(readFileSync(new URL(name, folder), 'utf8'), name);
      const { text } = written(takenBy(id, definitions as readonly Definition[]), id);
      const golden = new URL(`${file}.${id}.py`, fixtures);
      // A new fixture is written once, to be looked at.
      if (!existsSync(golden)) writeFileSync(golden, text);
      assert.equal(text, readFileSync(golden, 'utf8'));
    });

  test('what is lost is named', () => {
    const losses = (config: string, id: string) => {
      const { definitions } = readDefinitions(config, 'thing.parser.json');
      return written(definitions as readonly Definition[], id).losses.map(({ key }) => key);
    };
    const dict = (keys: string) => `{ "type": "MarkdownJsonDictParser", ${keys} }`;
    assert.deepEqual(losses(dict('"content_hint": { "a": "b" }, "description": "A wolf speaks."'), 'agentscope'), []);
    assert.deepEqual(losses(dict('"samples": [], "format_instruction": "{content_hint}"'), 'agentscope'), [
      'samples',
      'format_instruction',
    ]);
    assert.deepEqual(losses(dict('"description": "a\\nb"'), 'agentscope'), ['description']);
    assert.deepEqual(
      losses(
        dict('"content_schema": { "properties": { "a": { "type": "string" } }, "title": "Thing", "type": "object" }'),
        'agentscope',
      ),
      ['content_schema'],
    );
    assert.deepEqual(
      losses(
        dict('"content_schema": { "properties": {}, "$ref": "#/nowhere", "title": "Thing", "type": "object" }'),
        'agentscope',
      ),
      ['content_schema.$ref'],
    );
    assert.deepEqual(
      losses(
        dict('"keys_to_content": "a", "content_schema": { "properties": {}, "title": "thing", "type": "object" }'),
        'pydantic',
      ),
      ['keys_to_content', undefined],
    );
    assert.deepEqual(
      losses('{ "type": "ToolMessage", "tools": [{ "request": "go", "max_result_tokens": 1.5 }] }', 'langroid'),
      ['tools.0.max_result_tokens'],
    );
  });

  test('a tool’s schema that is written with less is named, though it means the same', () => {
    const number = { type: 'integer' };
    const text = { type: 'string' };
    const own = { type: 'object', properties: { number }, required: ['number'] };
    const every = {
      request: { ...text, default: 'square' },
      purpose: { ...text, default: 'p' },
      id: { ...text, default: '' },
    };
    const cases: readonly (readonly [schema: object, keys: readonly string[]])[] = [
      [own, []],
      [{ properties: { number } }, []],
      [{ ...own, properties: { number: { ...number, title: 'Count' } } }, []],
      [{ ...own, properties: { number: { ...number, title: 'Number' } } }, ['tools.0.schema']],
      [{ ...own, title: 'Square' }, []],
      [{ ...own, properties: { ...every, number } }, ['tools.0.schema']],
      [{ ...own, required: [] }, ['tools.0.schema']],
    ];
    for (const [schema, keys] of cases) {
      const tool = { request: 'square', purpose: 'p', schema };
      const config = JSON.stringify({ type: 'ToolMessage', tools: [tool] });
      const { definitions } = readDefinitions(config, 'thing.parser.json');
      const { losses } = written(definitions as readonly Definition[], 'langroid');
      assert.deepEqual(
        losses.map(({ key }) => key),
        keys,
        config,
      );
    }
  });

  test('what has no words in a form is refused', () => {
    const refusal = (config: string, id: string) => {
      const [definition] = readDefinitions(config, 'thing.parser.json').definitions;
      return formats.find(each => each.id === id)!.refuses(definition as Definition);
    };
    assert.match(refusal('{ "type": "thought_action" }', 'agentscope')!, /no parser class/);
    assert.match(refusal('{ "type": "MarkdownJsonDictParser" }', 'pydantic')!, /content_schema/);
    assert.match(refusal('{ "type": "MarkdownJsonDictParser" }', 'langroid')!, /no tools/);
    assert.match(refusal('{ "type": "ToolMessage", "tools": [{ "request": "" }] }', 'langroid')!, /raises ValueError/);
    const deep = `{ "type": "MarkdownJsonObjectParser", "content_hint": ${'['.repeat(200)}${']'.repeat(200)} }`;
    assert.match(refusal(deep, 'agentscope')!, /deeper/);
  });

  test('a definition that loses nothing gives the same instruction again, or the same error', () => {
    const instructionOf = (definition: Definition) => {
      try {
        return createParser(definition).formatInstruction();
      } catch (error) {
        if (error instanceof EngineError) return `${error.class}: ${error.message}`;
        throw error;
      }
    };
    let same = 0;
    for (const format of formats)
      for (const each of takenBy(format.id, [...definitionsIn(examples), ...definitionsIn(fixtures)])) {
        const { text, losses } = written([each], format.id);
        if (losses.some(({ key }) => key?.startsWith('content_schema') || key?.startsWith('tools'))) continue;
        // Of functions that are sent without an instruction there is none to compare.
        if (each.parserType.framework?.sendsNoInstruction) continue;
        if (format.id === 'pydantic' || losses.some(({ key }) => key === 'format_instruction')) continue;
        const again = readDefinitions(importedText(importDefinitions(text, 'python', 'a.py')), 'a.parser.json')
          .definitions[0]!;
        assert.equal(instructionOf(again), instructionOf(each), each.name);
        same++;
      }
    assert.ok(same >= 12, String(same));
  });

  test('literals are read as they were written, whatever they are', () => {
    fc.assert(
      fc.property(value, fc.nat(200), (each, column) => {
        const code = layOut(literalCode(each), 4, column);
        // A call is not a literal.
        fc.pre(!code.includes('float("'));
        assert.equal(pyRepr(literalEval(code) ?? null), pyRepr(each));
      }),
    );
    assert.equal(layOut(literalCode(Number.NaN)), 'float("nan")');
    assert.equal(layOut(literalCode([Number.NEGATIVE_INFINITY])), '[float("-inf")]');
    assert.equal(layOut(literalCode(-(10n ** 5000n))).slice(0, 3), '-0x');
  });

  test('names', () => {
    assert.deepEqual(
      ['a b', 'class', '1st', '', '思考', 'ﬁ', '__x__', 'a・b'].map(each => toIdentifier(each, 'parser')),
      ['a_b', 'class_', 'parser_1st', 'parser', '思考', 'fi', '__x__', 'a_b'],
    );
    assert.deepEqual(
      ['night vote', '1', 'JSONThing', '_', 'none'].map(each => toClassName(each, 'Model')),
      ['NightVote', 'Model1', 'JSONThing', 'Model', 'ModelNone'],
    );
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        each => isIdentifier(toIdentifier(each, 'x')) && isIdentifier(toClassName(each, 'X')),
      ),
    );
    assert.deepEqual(['user_name', 'urlX', 'foo2bar__baz', '_a_', 'ß'].map(fieldTitle), [
      'User Name',
      'Urlx',
      'Foo2Bar  Baz',
      'A',
      'Ss',
    ]);
  });

  test('docstrings', () => {
    assert.equal(cleanDoc('  a\n    b\n      c\n\n  '), 'a\nb\n  c');
    for (const text of ['one', 'two\n\n  lines', 'quote"', 'back\\slash\nx']) assert.ok(docstringLines(text), text);
    for (const text of ['', ' a', 'a\t', 'a \nb', '"""', 'a\n', '\x07'])
      assert.equal(docstringLines(text), undefined, text);
  });
});

suite('export to Python, run by Python @slow', function () {
  this.timeout(120_000);
  const sample = (arbitrary: fc.Arbitrary<PyDict>, id: string) =>
    takenBy(
      id,
      fc.sample(arbitrary, { numRuns: 120, seed: 7 }).map(config => definitionOf(config)),
    ).map(each => {
      const { text } = exportFormats.find(format => format.id === id)!.write([each]);
      const { definitions, problems } = readPython(text, 'a.py');
      assert.deepEqual(problems, [], text);
      assert.equal(definitions.length, 1, text);
      return { text, config: definitions[0]!.config };
    });

  test('every example compiles', function () {
    if (python3 === 'none') skipTest(this, 'without Python 3');
    const texts = formats.map(
      ({ id }) => written(takenBy(id, [...definitionsIn(examples), ...definitionsIn(fixtures)]), id).text,
    );
    runPython(
      `import json\nfor text in json.loads(r'''${JSON.stringify(texts).replaceAll("'", '\\u0027')}'''): compile(text, 'x', 'exec')`,
    );
  });

  test('every example is printed as it is imported', function () {
    if (python3 !== 'pydantic') skipTest(this, 'without Pydantic 2');
    const all = takenBy('pydantic', [...definitionsIn(examples), ...definitionsIn(fixtures)]);
    const texts = all.map(each => written([each], 'pydantic').text);
    const printed = printedBy(
      texts,
      'out.append(repr([each for each in names.values() if isinstance(each, type) and issubclass(each, BaseModel)][-1].model_json_schema()))',
    );
    for (const [i, each] of all.entries()) {
      const schema = each.source.config.get('content_schema') as PyDict;
      assert.equal(pyRepr(sortSchema(schema)), printed[i], texts[i]);
    }
    assert.ok(all.length > 1);
  });

  test('classes of AgentScope get the very arguments, and a schema is printed as it is imported', function () {
    if (python3 !== 'pydantic') skipTest(this, 'without Pydantic 2');
    const items = sample(agentscope, 'agentscope');
    const printed = printedBy(
      items.map(({ text }) => text),
      `one = [each for each in names.values() if isinstance(each, Call)][-1]
    show = lambda each: repr(each.model_json_schema()) if isinstance(each, type) else repr(each.kwargs if isinstance(each, Call) else each)
    out.append([[show(each) for each in one.args], {key: show(each) for key, each in one.kwargs.items()}])`,
    );
    for (const [i, { text, config }] of items.entries()) {
      const [args, kwargs] = printed[i] as [string[], Record<string, string>];
      const tags = config.get('tagged_contents');
      assert.deepEqual(args, Array.isArray(tags) ? tags.map(pyRepr) : [], text);
      for (const [key, shown] of Object.entries(kwargs)) {
        const own = key === 'content_hint' && config.has('content_schema') ? 'content_schema' : key;
        assert.equal(pyRepr(config.get(own)!), shown, text);
      }
    }
  });

  test('classes of Langroid print the schema that is imported', function () {
    if (python3 !== 'pydantic') skipTest(this, 'without Pydantic 2');
    const items = sample(langroid, 'langroid');
    const printed = printedBy(
      items.map(({ text }) => text),
      `agent = [each for each in names.values() if isinstance(each, ChatAgent)][-1]
    out.append([json.dumps(tool.model_json_schema()) for tool, flags in agent.tools])`,
    );
    for (const [i, { text, config }] of items.entries()) {
      const tools = (config.get('tools') as readonly PyDict[]).map(tool =>
        pyRepr(sortSchema(tool.get('schema') as PyDict)),
      );
      const own = (printed[i] as string[]).map(shown => {
        const schema = loads(shown);
        assert.ok(isPyDict(schema));
        return pyRepr(sortSchema(withoutTitles(ownFields(wholeOf(schema)))));
      });
      assert.deepEqual(tools, own, text);
    }
  });
});

/** A schema whose root is one of its definitions, written out. */
function wholeOf(schema: PyDict): PyDict {
  const ref = schema.get('$ref');
  const definitions = schema.get('$defs') ?? null;
  if (typeof ref !== 'string' || !isPyDict(definitions)) return schema;
  return new Map([['$defs', definitions], ...(definitions.get(ref.slice('#/$defs/'.length)) as PyDict)]);
}

/** Runs each text and then `look`, with its `names`, which adds to `out`. */
function printedBy(texts: readonly string[], look: string): readonly unknown[] {
  const source = JSON.stringify(JSON.stringify(texts));
  return JSON.parse(
    runPython(
      `${standIns}\nimport json\nout = []\nfor text in json.loads(${source}):\n    names = run(text)\n    ${look}\nprint(json.dumps(out))`,
    ),
  );
}
