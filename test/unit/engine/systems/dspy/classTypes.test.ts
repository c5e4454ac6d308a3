import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Host } from '../../../../../src/engine/core/host.ts';
import { createParser, moduleFault, moduleOf, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { exportDefinitions } from '../../../../../src/engine/interchange/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';
import { runModule, runModules } from '../../../../../src/node/modules/moduleRunner.ts';
import { pythonFolder } from '../../../node/python/python3.ts';

const keys = {
  type: 'ChatAdapter',
  signature: 'text -> who: Person, mood: Mood',
  types: {
    Person: { module: 'app/models.py' },
    Mood: { module: 'app/models.py', class: 'Feelings.Mood' },
  },
};
const schema = { title: 'Person', type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] };
const mood = { enum: [1, 2], title: 'Mood', type: 'integer' };
const definedBy = (given: object) => readDefinitions(JSON.stringify(given), '/w/x.parser.json').definitions[0]!;
const answer = '[[ ## who ## ]]\n{"age": "4"}\n\n[[ ## mood ## ]]\nBAD';

/** A host whose modules are what a test says. */
function hostOf(give: (className: string) => unknown): Host & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async runModule({ module, definition }) {
      const { parser } = JSON.parse(definition ?? '{}');
      asked.push(`${module} ${parser}`);
      const value = give(parser);
      if (value === undefined) return undefined;
      if (value instanceof Error) return { ok: false, error: { class: 'ModuleNotFound', message: value.message } };
      return { ok: true, value, called: false };
    },
  };
}

suite('classes of the user’s in DSPy’s types', () => {
  const models = hostOf(name => (name === 'Person' ? { schema } : { schema: mood, members: ['GOOD', 'BAD'] }));

  test('their modules are asked once for a parser, and what they are is written and read', async () => {
    const definition = definedBy(keys);
    const parser = createParser(definition, models);
    await parser.prepare();
    match(parser.formatInstruction(), /1\. `who` \(Person\):[\s\S]*"age": \{"type": "integer"\}/);
    const read = await parser.parse(answer);
    ok(read.ok);
    deepEqual(read.value, { who: { age: 4 }, mood: 2 });
    deepEqual(models.asked, ['app/models.py Person', 'app/models.py Feelings.Mood']);
    // What is asked before anything has run.
    const other = await createParser(definedBy(keys), models).parse(answer);
    ok(other.ok);
    equal(moduleOf(definition), 'app/models.py');
  });

  test('before they run nothing is known, and nothing of it is a problem or an exception', () => {
    for (const { type } of parserTypes.filter(({ system }) => system === 'DSPy')) {
      const { definitions, problems } = readDefinitions(JSON.stringify({ ...keys, type }), '/w/x.parser.json');
      deepEqual(
        problems.filter(({ code }) => code !== 'asked-twice'),
        [],
      );
      const [{ parserType, source } = definedBy(keys)] = definitions;
      deepEqual(parserType.authoring?.requirements?.(source), []);
      deepEqual(parserType.authoring?.valueKeys?.(source).open, true);
      equal(parserType.framework?.fallback?.(source), undefined);
      deepEqual(parserType.schemas?.result?.(source), { schemas: [new Map()] });
      ok(createParser(definitions[0]!).views().length >= 2);
    }
  });

  for (const [how, host, fault] of [
    ['may not run', hostOf(() => undefined), 'ModuleNotTrusted'],
    ['is not there', hostOf(() => new Error('no such file')), 'ModuleNotFound'],
    ['gives no schema', hostOf(() => ({ schema: 3 })), 'ModuleValueError'],
    ['cannot run here', {}, 'ModuleUnavailable'],
  ] as const)
    test(`a module that ${how} is an error with that reason`, async () => {
      const definition = definedBy(keys);
      const parser = createParser(definition, host);
      await parser.prepare();
      const result = await parser.parse(answer);
      ok(!result.ok);
      equal(result.error.class, fault);
      let raised = '';
      try {
        parser.formatInstruction();
      } catch (error) {
        raised = (error as { class: string }).class;
      }
      equal(raised, fault);
    });

  test('a class in anything but Python is refused', async () => {
    const types = { Person: { module: 'models.mjs' }, Mood: mood };
    const parser = createParser(definedBy({ ...keys, types }), models);
    const result = await parser.parse(answer);
    ok(!result.ok);
    match(result.error.message, /`models\.mjs` is not a Python file/);
  });

  test('an export imports them', () => {
    const answered = exportDefinitions([definedBy({ ...keys, description: 'x' })], 'dspy');
    ok(answered.ok);
    match(answered.text, /^from app\.models import Feelings, Person$/m);
    match(answered.text, /who: Person, mood: Feelings\.Mood/);
    const outside = definedBy({ ...keys, types: { ...keys.types, Person: { module: '../models.py' } } });
    const refused = exportDefinitions([outside], 'dspy');
    ok(!refused.ok && /`\.\.\/models\.py` is not a module/.test(refused.refusals[0]!.message));
  });

  suite('in Python', () => {
    const { pool, write } = pythonFolder();
    const host: Host = {
      runModule: (job, limitMs) => runModule(job, limitMs, pool.ask),
      runModules: (jobs, limitMs) => runModules(jobs, limitMs, pool.askEach),
    };

    test('Pydantic’s adapter says what a class is, and an enum its members', async () => {
      // A stand-in for Pydantic, which a machine may lack.
      await write(
        'pydantic.py',
        'class TypeAdapter:\n    def __init__(self, of): self.of = of\n    def json_schema(self):\n        return self.of.SCHEMA.value if hasattr(self.of, "__members__") else {"title": self.of.__name__, "type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}\n',
      );
      await write(
        'app/models.py',
        'import enum\nclass Person: pass\nclass Feelings:\n    class Mood(enum.Enum):\n        GOOD = 1\n        BAD = 2\n        SCHEMA = {"enum": [1, 2, 3], "title": "Mood"}\nnumber = 3\n',
      );
      const load = async (given: object) => {
        const text = JSON.stringify(given);
        return readDefinitions(text, await write('x.parser.json', text)).definitions[0]!;
      };
      const definition = await load(keys);
      equal(await moduleFault(definition, host), undefined);
      const result = await createParser(definition, host).parse(answer);
      ok(result.ok, JSON.stringify(result));
      deepEqual(result.value, { who: { age: 4 }, mood: 2 });
      const faulty = { ...keys, types: { ...keys.types, Person: { module: 'app/models.py', class: 'number' } } };
      match((await moduleFault(await load(faulty), host)) ?? '', /`number` is 3, not a class/);
      const lacking = { ...keys, types: { ...keys.types, Person: { module: 'app/models.py', class: 'Nope' } } };
      match((await moduleFault(await load(lacking), host)) ?? '', /It has no `Nope`/);
    });
  });
});
