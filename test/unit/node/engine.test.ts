import { deepEqual, equal, ok } from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Host, PatternJob, PatternOutcome } from '../../../src/engine/index.ts';
import * as inner from '../../../src/engine/index.ts';
import * as library from '../../../src/node/engine.ts';

const pattern = JSON.stringify({
  type: 'RegexTaggedContentParser',
  tagged_content_pattern: '(?P<name>\\w+)=(?P<content>\\w+)',
});

/** A host that is an object of a class, with state of its own. */
class OwnHost implements Host {
  readonly #jobs: PatternJob[] = [];
  async runPattern(job: PatternJob): Promise<PatternOutcome> {
    this.#jobs.push(job);
    return { error: 'mine' } as unknown as PatternOutcome;
  }
  get count(): number {
    return this.#jobs.length;
  }
}

suite('the library on Node', () => {
  test('takes a host that is an object of a class', async () => {
    const host = new OwnHost();
    const engine: library.Engine = library.createEngine(host);
    const [definition] = engine.readDefinitions(pattern, 'x.parser.json').definitions;
    await engine.createParser(definition!).parse('a=1');
    equal(host.count, 1);
  });

  test('is Node’s where a host leaves something out, undefined or not there', async () => {
    for (const host of [{}, { runPattern: undefined } as unknown as Host]) {
      const engine = library.createEngine(host);
      const [definition] = engine.readDefinitions(pattern, 'x.parser.json').definitions;
      const result = await engine.createParser(definition!).parse('a=1');
      deepEqual(result.ok && result.value, { a: 1 });
    }
  });

  test('who runs modules in another way, or none, runs many of them in that way, too', async () => {
    let calls = 0;
    const engine = library.createEngine({
      async runModule() {
        calls++;
        return undefined;
      },
    });
    const [definition] = engine.readDefinitions(
      '{ "type": "custom", "module": "m.mjs" }',
      '/d/x.parser.json',
    ).definitions;
    const results = await engine.createParser(definition!).parseAll(['a', 'b']);
    deepEqual(
      results.map(result => !result.ok && result.error.class),
      ['ModuleNotTrusted', 'ModuleNotTrusted'],
    );
    equal(calls, 2);
  });

  test('its classes keep their names where names are made short', () => {
    const classes = Object.entries(inner).filter(([name]) => /^[A-Z]/.test(name));
    equal(classes.length > 4, true);
    // A name that is written is a member like any other; one that is the class's own word cannot be listed.
    for (const [name, each] of classes)
      deepEqual(Object.entries(each), [['name', name]], `${name} wants a static name`);
  });

  test('results are printed as the plain data that they are', async () => {
    const text = JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: { a: 'x' }, keys_to_content: 'a' });
    const [definition] = library.readDefinitions(text, 'x.parser.json').definitions;
    const parser = library.createParser(definition!);
    const shown = (value: unknown) => inspect(value, { depth: null, maxStringLength: 20 });
    for (const length of [3, 20_000]) {
      const response = `\`\`\`json\n{"a": "${'x'.repeat(length)}", "b": [1.0]}\n\`\`\``;
      const result = await parser.parse(response);
      ok(result.ok);
      deepEqual(
        [result, library.split(definition!, result)].map(each => shown(each)),
        [result, library.split(definition!, result)].map(each => shown(JSON.parse(JSON.stringify(each)))),
      );
      const reader = library.createReader(definition!);
      const { closed, open, reopened } = reader.push(response.slice(0, -6));
      ok(closed.length === 1 && open);
      const printed = shown(reader.push(']'));
      ok(!/\[Getter|Moment/.test(printed), printed);
      ok(!/\[Getter/.test(shown({ closed, open, reopened })));
    }
  });
});
