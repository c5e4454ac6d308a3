import { deepEqual, equal, ok } from 'node:assert/strict';
import { isPyDict, type PyDict, toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { createParser, readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { exportDefinitions, importDefinitions, importedText } from '../../../../../../src/engine/interchange/index.ts';
import type { Definition } from '../../../../../../src/engine/parsers/definition.ts';
import { toJsonText } from '../../../../../../src/engine/python/index.ts';
import { parserTypes } from '../../../../../../src/engine/systems/registry.ts';
import { recordedOperations } from '../../../../../conformance/recordedOperations.ts';

const adapters = parserTypes.filter(({ system }) => system === 'DSPy');
const head = 'import enum\nimport dspy\nimport pydantic\nfrom typing import Literal, Optional\n';

function imported(text: string) {
  const result = importDefinitions(text, 'python', 'program.py');
  return { ...result, read: readDefinitions(importedText(result), 'program.parser.json').definitions };
}

function only(text: string): Definition {
  const { read } = imported(text);
  equal(read.length, 1, text);
  return read[0]!;
}

/** A definition without its samples, which Python has no place for. */
function withoutSamples({ source }: Definition): PyDict {
  return new Map([...source.config].filter(([key]) => key !== 'samples'));
}

suite('DSPy in Python', () => {
  suite('a signature’s class asks what DSPy was recorded to ask with it', () => {
    const cases = recordedOperations('dspy.json').map(item => toPlain(item) as unknown as Recorded);
    for (const item of cases.filter(({ op, demos }) => op === 'format' && demos?.length === 0))
      test(item.id, () => {
        const { name, source } = item.signature;
        const configured = `dspy.configure(adapter=dspy.${item.adapter}())\n`;
        const definition = only(`${head}${source}${configured}ask = dspy.Predict(${name})\n`);
        const [system] = createParser(definition).instructionMessages();
        equal(system?.text, item.expect.value?.[0]?.content);
      });
  });

  for (const { type, template } of adapters)
    test(`${type}: what is written is read again`, () => {
      const signature = {
        instructions: 'Do it.\n\nAs "said", \\ and so on.',
        inputs: { q: 'str', more: { type: 'list[Person] | None', desc: 'who', default: null } },
        outputs: {
          mood: 'Optional[Mood]',
          stars: { type: 'float', constraints: 'greater than or equal to: 0, less than: 5.5' },
          kind: 'Literal[\'list[Person]\', "b"]',
          when: 'datetime.date',
        },
      };
      const types = {
        Mood: { enum: ['good', 'bad'], title: 'Mood', type: 'string', 'x-enum-varnames': ['Fine', 'BAD'] },
        Person: {
          properties: { name: { title: 'Name', type: 'string' }, mood: { $ref: '#/$defs/Mood' } },
          required: ['name', 'mood'],
          title: 'Person',
          type: 'object',
          $defs: { Mood: { enum: ['good', 'bad'], title: 'Mood', type: 'string' } },
        },
      };
      const full = {
        type,
        description: 'Says it',
        signature: { ...signature, outputs: { ...signature.outputs, when: 'date' } },
        types,
        chain_of_thought: true,
        demos: [{ q: 'why', mood: 'good' }],
      };
      const texts = [template, JSON.stringify(full), JSON.stringify({ type, signature: 'a, b: list[str] -> c: int' })];
      for (const text of texts) {
        const [definition] = readDefinitions(text, 'thing.parser.json').definitions;
        const answer = exportDefinitions([definition!], 'dspy');
        ok(answer.ok);
        deepEqual(answer.losses, [], answer.text);
        const again = only(answer.text);
        deepEqual(sorted(again.source.config), sorted(definition!.source.config), answer.text);
      }
    });

  test('an adapter that does not fall back is written and read as such', () => {
    const file = JSON.stringify({
      parsers: {
        one: { type: 'ChatAdapter', signature: 'a -> b' },
        two: { type: 'ChatAdapter', signature: 'a -> c', use_json_adapter_fallback: false },
      },
    });
    const { definitions } = readDefinitions(file, 'x.parser.json');
    const answer = exportDefinitions(definitions, 'dspy');
    ok(answer.ok);
    ok(answer.text.includes('with dspy.context(adapter=dspy.ChatAdapter(use_json_adapter_fallback=False)):'));
    const { read } = imported(answer.text);
    deepEqual(
      read.map(({ source }) => source.config.get('use_json_adapter_fallback')),
      [undefined, false],
    );
    const set = 'adapter = dspy.XMLAdapter(use_json_adapter_fallback=False)\ndspy.configure(adapter=adapter)\n';
    equal(only(`${head}${set}x = dspy.Predict("a -> b")\n`).source.config.get('use_json_adapter_fallback'), false);
  });

  test('several adapters of one file are each read with its own', () => {
    const file = Object.fromEntries(adapters.map(({ type, template }) => [type.toLowerCase(), JSON.parse(template)]));
    const { definitions } = readDefinitions(JSON.stringify({ parsers: file }), 'all.parser.json');
    const answer = exportDefinitions(definitions, 'dspy');
    ok(answer.ok);
    const { read } = imported(answer.text);
    deepEqual(read.map(withoutSamples).map(toJsonText), definitions.map(withoutSamples).map(toJsonText));
    // Where the adapter is not the program’s own, the call must stand within it as well.
    deepEqual(
      answer.losses.map(({ definition }) => definition),
      definitions.slice(1).map(({ name }) => name),
    );
  });

  const programs: readonly (readonly [what: string, text: string, expected: unknown])[] = [
    [
      'the string of a signature',
      'self.qa = dspy.ChainOfThought("question -> answer: int")',
      { qa: { type: 'ChatAdapter', signature: 'question -> answer: int', chain_of_thought: true } },
    ],
    [
      'a string with instructions, whose bars are unions',
      'qa = dspy.Predict(dspy.Signature("a: str | None -> b", "Be brief."))',
      {
        qa: {
          type: 'ChatAdapter',
          signature: {
            instructions: 'Be brief.',
            inputs: { a: 'Union[str, NoneType]' },
            outputs: { b: 'str' },
          },
        },
      },
    ],
    [
      'a dict of fields',
      'Qa = dspy.Signature({"a": dspy.InputField(), "b": (int, dspy.OutputField(description="how many"))}, "Count.")',
      {
        Qa: {
          type: 'ChatAdapter',
          signature: {
            instructions: 'Count.',
            inputs: { a: 'str' },
            outputs: { b: { type: 'int', desc: 'how many' } },
          },
        },
      },
    ],
    [
      'classes that derive from each other, and names for types',
      'import typing as t\nKind = Literal["a"]\nclass Base(dspy.Signature):\n    """Do it."""\n    a: str = dspy.InputField()\nclass Qa(Base):\n    b: "t.List[Kind]" = dspy.OutputField()\n',
      {
        Qa: {
          type: 'ChatAdapter',
          signature: { instructions: 'Do it.', inputs: { a: 'str' }, outputs: { b: 'List[Literal["a"]]' } },
        },
      },
    ],
    [
      'types behind the names of modules',
      'import typing as t\nclass Qa(dspy.Signature):\n    a: t.Annotated[int, t.x] = dspy.InputField()\n    b: t.List[str] = dspy.InputField()\n    c: t.Literal["t.a"] = dspy.OutputField()\n    d: t.Any = dspy.OutputField()\n',
      {
        Qa: {
          type: 'ChatAdapter',
          signature: {
            inputs: { a: 'Annotated[int, t.x]', b: 'List[str]' },
            outputs: { c: 'Literal["t.a"]', d: 'Any' },
          },
        },
      },
    ],
    [
      'an adapter that a name stands for, set for a while',
      'from dspy.adapters.baml_adapter import BAMLAdapter\nmine = BAMLAdapter()\nwith dspy.context(adapter=mine):\n    qa = dspy.Predict("a -> b")\nother = dspy.Predict("c -> d")\ndspy.settings.configure(adapter=dspy.XMLAdapter())',
      {
        qa: { type: 'BAMLAdapter', signature: 'a -> b' },
        other: { type: 'XMLAdapter', signature: 'c -> d' },
      },
    ],
    [
      'an adapter within another one',
      'with dspy.context(adapter=dspy.XMLAdapter()):\n    with dspy.context(adapter=dspy.JSONAdapter()):\n        qa = dspy.Predict("a -> b")',
      { qa: { type: 'JSONAdapter', signature: 'a -> b' } },
    ],
    [
      'demos in the next statement',
      'qa = dspy.Predict("a -> b")\nqa.demos = [dspy.Example(a="x", b="y").with_inputs("a"), {"a": "z"}]',
      {
        qa: { type: 'ChatAdapter', signature: 'a -> b', demos: [{ a: 'x', b: 'y' }, { a: 'z' }] },
      },
    ],
    ['another library’s Signature', 'import inspect\nclass S(inspect.Signature):\n    a: str = 1\n', {}],
  ];
  for (const [what, text, expected] of programs)
    test(what, () => {
      const { definitions, problems } = imported(head + text);
      deepEqual(Object.fromEntries(definitions.map(({ name, config }) => [name, toPlain(config)])), expected);
      deepEqual(
        problems.filter(() => definitions.length > 0),
        [],
      );
    });

  const told: readonly (readonly [code: string, place: string, message: RegExp])[] = [
    ['qa = dspy.Predict("a: dspy.Image -> b")', '"a: dspy.Image -> b"', /taken for `Any`/],
    ['class S(dspy.Signature):\n    a: str = 1\n    b: str = dspy.OutputField()', '1', /DSPy refuses/],
    ['class S(dspy.Signature):\n    b: str = dspy.OutputField(prefix="B:")', '"B:"', /`prefix` of a field/],
    ['qa = dspy.Predict("a -> b", temperature=1)', '1', /`temperature` is not taken over/],
    [
      'qa = dspy.ReAct("a -> b", tools=[])',
      'dspy.ReAct("a -> b", tools=[])',
      /in words of its own beside its signature/,
    ],
    ['qa = dspy.Predict("a - b")', '"a - b"', /exactly one '->'/],
    ['dspy.configure(adapter=Mine())\nqa = dspy.Predict("a -> b")', 'Mine()', /not an adapter/],
  ];
  for (const [code, place, message] of told)
    test(`what is not taken over is told: ${code.slice(0, 50)}`, () => {
      const text = head + code;
      const { problems } = imported(text);
      equal(problems.length, 1, JSON.stringify(problems));
      equal(text.slice(problems[0]!.span.start, problems[0]!.span.end), place);
      ok(message.test(problems[0]!.message), problems[0]!.message);
    });

  test('which of several adapters is asked is left open', () => {
    const { definitions } = imported(
      `${head}dspy.configure(adapter=dspy.XMLAdapter())\ndspy.configure(adapter=dspy.JSONAdapter())\nqa = dspy.Predict("a -> b")`,
    );
    deepEqual(definitions[0]?.open?.values, ['XMLAdapter', 'JSONAdapter']);
  });

  test('a field that Python has no name for is a refusal', () => {
    const read = readDefinitions(
      '{"type": "ChatAdapter", "signature": "model_extra -> b"}',
      'x.parser.json',
    ).definitions;
    const answer = exportDefinitions(read, 'dspy');
    ok(!answer.ok && /`model_extra`/.test(answer.refusals[0]!.message));
  });
});

interface Recorded {
  readonly id: string;
  readonly op: string;
  readonly adapter: string;
  readonly demos?: readonly unknown[];
  readonly signature: { readonly name: string; readonly source: string };
  readonly expect: { readonly value?: readonly { readonly content: string }[] };
}

/** A value as JSON whose keys are in order. */
function sorted(value: PyDict): unknown {
  const ordered = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(ordered);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(
      Object.entries(each)
        .map(([key, item]) => [key, ordered(item)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  };
  return isPyDict(value) ? ordered(toPlain(value)) : value;
}
