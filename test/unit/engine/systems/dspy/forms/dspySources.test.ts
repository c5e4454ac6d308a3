import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { createParser } from '../../../../../../src/engine/definition/index.ts';
import { importDefinitions } from '../../../../../../src/engine/interchange/index.ts';
import { readSource } from '../../../../../../src/engine/sources/index.ts';
import { placeInSource } from '../../../../../../src/engine/sources/reading/sourcePlaces.ts';

type Files = Readonly<Record<string, string>>;

const shared: Files = {
  'models.py': 'import enum\n\nclass Mood(enum.Enum):\n    GOOD = "good"\n    BAD = "bad"\n',
  'signatures.py': `import dspy
from models import Mood

class Base(dspy.Signature):
    question: str = dspy.InputField()
    answer: str = dspy.OutputField()

class QA(Base):
    """Answer it."""
    mood: Mood = dspy.OutputField(desc="how")

class Plain(Base):
    more: int = dspy.OutputField()
`,
  'settings.py': 'import dspy\n\ndef setup():\n    dspy.configure(adapter=dspy.XMLAdapter())\n',
};
const head = 'import os\nimport dspy\nimport signatures as s\nfrom signatures import QA\n';

async function read(text: string, files: Files = shared) {
  const all: Files = { ...files, 'agent.py': head + text };
  const reading = await readSource(all['agent.py']!, '/w/agent.py', {
    roots: ['/w'],
    readFile: async path => {
      const found = all[path.replace('/w/', '')];
      return found === undefined ? undefined : new TextEncoder().encode(found);
    },
  });
  return { ...reading, texts: all };
}

/** The signature of the only parser of a program. */
async function signatureOf(expression: string, files?: Files) {
  const { found } = await read(`ask = dspy.Predict(${expression})\n`, files);
  equal(found.length, 1);
  const { config, unknown } = found[0]!;
  return { signature: toPlain(config.get('signature') ?? null), unknown };
}

const question = { question: 'str' };
const mood = { type: 'Mood', desc: 'how' };

suite('DSPy’s modules in sources', () => {
  test('signatures, types and the adapter come from other files; a name stays when lines move', async () => {
    const { found, definitions } = await read(
      'import settings\n\nclass RAG(dspy.Module):\n    def __init__(self):\n        self.respond = dspy.ChainOfThought(QA)\n',
    );
    const [made] = found;
    deepEqual([made?.name, made?.type, made?.unknown], ['RAG.respond', 'XMLAdapter', []]);
    deepEqual(toPlain(made!.config), {
      type: 'XMLAdapter',
      signature: { instructions: 'Answer it.', inputs: question, outputs: { answer: 'str', mood } },
      types: { Mood: { enum: ['good', 'bad'], title: 'Mood', type: 'string' } },
      chain_of_thought: true,
    });
    match(createParser(definitions[0]!).formatInstruction(), /3\. `mood` \(Mood\): how/);
  });

  test('a part of a signature leads to its class, in the file that has it', async () => {
    const reading = await read('ask = dspy.Predict(QA)\n');
    const at = reading.text.indexOf('Answer it.');
    const place = placeInSource(reading, at);
    ok(place);
    equal(place.file, '/w/signatures.py');
    match(reading.texts['signatures.py']!.slice(place.span.start, place.span.end), /^class QA/);
  });

  const derived: readonly (readonly [expression: string, signature: unknown])[] = [
    [
      'QA.with_instructions("Be " + "brief.")',
      { instructions: 'Be brief.', inputs: question, outputs: { answer: 'str', mood } },
    ],
    [
      's.QA.append_instructions("In verse.")',
      { instructions: 'Answer it.\n\nIn verse.', inputs: question, outputs: { answer: 'str', mood } },
    ],
    [
      'QA.append("sure", dspy.OutputField(ge=0), type_=float).prepend("ctx", dspy.InputField(), list[str]).delete("mood")',
      {
        instructions: 'Answer it.',
        inputs: { ctx: 'list[str]', question: 'str' },
        outputs: { answer: 'str', sure: { type: 'float', constraints: 'greater than or equal to: 0' } },
      },
    ],
    [
      'QA.insert(1, "why", dspy.OutputField(desc="because")).with_updated_fields("answer", int, desc="one number")',
      {
        instructions: 'Answer it.',
        inputs: question,
        outputs: {
          answer: { type: 'int', desc: 'one number' },
          why: { type: 'str', desc: 'because' },
          mood,
        },
      },
    ],
    // The words of DSPy are those for the signature that it was first.
    [
      'dspy.Signature("a: str | None -> b").append("c", dspy.OutputField())',
      {
        instructions: 'Given the fields `a`, produce the fields `b`.',
        inputs: { a: 'Union[str, NoneType]' },
        outputs: { b: 'str', c: 'str' },
      },
    ],
    [
      's.Plain',
      {
        instructions: 'Given the fields `question`, produce the fields `answer`.',
        inputs: question,
        outputs: { answer: 'str', more: 'int' },
      },
    ],
    // What is there already gives way to it, in its old place.
    [
      'QA.append("answer", dspy.OutputField(), bool)',
      { instructions: 'Answer it.', inputs: question, outputs: { answer: 'bool', mood } },
    ],
  ];
  for (const [expression, signature] of derived)
    test(`${expression} is what DSPy makes of it`, async () => {
      deepEqual(await signatureOf(expression), { signature, unknown: [] });
    });

  const unknown: readonly (readonly [program: string, argument: string, reason: RegExp])[] = [
    ['x = dspy.Predict(QA.with_instructions(os.environ["P"]))', 'signature', /os\.environ/],
    ['x = dspy.Predict(os.environ["P"])', 'signature', /signature of this `Predict` cannot be read/],
    ['def f(sig):\n    return dspy.Predict(sig)', 'signature', /This is a parameter/],
    ['from nowhere import X\nx = dspy.Predict(X)', 'signature', /cannot be read/],
    ['x = dspy.Predict(QA.append("a", FIELD))', 'signature', /`a` is not made by `InputField` or `OutputField`/],
    ['x = dspy.Predict(QA.with_updated_fields("nope", desc="x"))', 'signature', /KeyError: 'nope'/],
    ['x = dspy.Predict(QA.insert(9, "a", dspy.OutputField()))', 'signature', /Invalid index/],
    ['x = dspy.Predict("a -> b: Nope")', 'signature', /`Nope` is not a type/],
    ['dspy.configure(adapter=make())\nx = dspy.Predict("a -> b")', 'adapter', /not an adapter that is known/],
    [
      'dspy.configure(adapter=dspy.JSONAdapter())\ndspy.configure(adapter=dspy.XMLAdapter())\nx = dspy.Predict("a -> b")',
      'type',
      /several adapters/,
    ],
  ];
  for (const [program, argument, reason] of unknown)
    test(`${program.split('\n').at(-1)} is known in part, with the reason`, async () => {
      const { found, problems } = await read(`${program}\n`);
      const [made] = found;
      equal(made?.unknown[0]?.argument, argument);
      match(made!.unknown.map(each => each.reason).join('\n'), reason);
      equal(made?.config.has('signature'), argument !== 'signature');
      ok(problems.every(({ code }) => code === 'missing-key'));
    });

  test('arguments that say nothing of the format leave it known', async () => {
    const { found } = await read('x = dspy.Predict(QA, temperature=0.1)\n');
    deepEqual(
      found.map(({ name, unknown }) => [name, unknown]),
      [['x', []]],
    );
  });

  test('of ReAct what reads its answer off is known; what other modules ask beside their signature is named', async () => {
    const { found, definitions } = await read(
      'class A(dspy.Module):\n    def __init__(self):\n        self.agent = dspy.ReAct(QA, tools=[print])\np = dspy.ProgramOfThought("a -> b")\n',
    );
    const words = (maker: string) => [
      ['signature', `\`${maker}\` asks its model in words of its own beside its signature.`],
    ];
    deepEqual(
      found.map(({ name, unknown }) => [name, unknown.map(({ argument, reason }) => [argument, reason])]),
      [
        ['A.agent.react', words('ReAct')],
        ['A.agent.extract', []],
        ['p', words('ProgramOfThought')],
      ],
    );
    const extract = definitions.find(({ name }) => name === 'A.agent.extract')!;
    const { signature, chain_of_thought: isReasoned } = toPlain(found[1]!.config) as Readonly<Record<string, unknown>>;
    deepEqual(
      [signature, isReasoned],
      [
        {
          instructions: 'Answer it.',
          inputs: { question: 'str', trajectory: 'str' },
          outputs: { answer: 'str', mood },
        },
        true,
      ],
    );
    match(createParser(extract).formatInstruction(), /2\. `trajectory` \(str\):[\s\S]*1\. `reasoning` \(str\):/);
  });

  const classes = `from dataclasses import dataclass
from typing import Optional, TypeAlias, TypedDict
from pydantic import BaseModel
@dataclass
class Person:
    name: str
class Pet(TypedDict):
    kind: str
class Home(BaseModel):
    owner: Person
People: TypeAlias = list[Person]
Maybe = Optional[Pet]
`;

  test('dataclasses, typed dicts and aliases are types of fields; an adapter that writes them in its own way leaves them unknown', async () => {
    const ask = (type: string, adapter = '') =>
      read(
        `${classes}${adapter}class S(dspy.Signature):\n    q: str = dspy.InputField()\n    a: ${type} = dspy.OutputField()\nx = dspy.Predict(S)\n`,
      );
    for (const [type, written, names] of [
      ['Person', 'Person', ['Person']],
      ['People', 'list[Person]', ['Person']],
      ['Maybe', 'Optional[Pet]', ['Pet']],
      ['Home', 'Home', ['Home']],
    ] as const) {
      const [made] = (await ask(type)).found;
      deepEqual(made!.unknown, [], type);
      const { signature, types } = toPlain(made!.config) as unknown as {
        readonly signature: { readonly outputs: { readonly a: string } };
        readonly types: object;
      };
      deepEqual([signature.outputs.a, Object.keys(types)], [written, names]);
      const [baml] = (await ask(type, 'dspy.configure(adapter=dspy.BAMLAdapter())\n')).found;
      deepEqual([baml!.type, baml!.unknown[0]?.argument], ['BAMLAdapter', 'signature'], type);
      match(baml!.unknown[0]!.reason, /writes a (?:dataclass|typed dict) in another way than a model/);
    }
    // A model alone is written as it is.
    const plain = 'class Plain(BaseModel):\n    a: int\ndspy.configure(adapter=dspy.BAMLAdapter())\n';
    deepEqual((await ask('Plain', plain)).found[0]!.unknown, []);
    deepEqual((await ask('str', 'dspy.configure(adapter=dspy.XMLAdapter())\n')).found[0]!.unknown, []);
  });

  test('a signature that no module takes is a definition itself', async () => {
    const { found } = await read('class Own(QA):\n    """Mine."""\n');
    deepEqual(
      found.map(({ name, type }) => [name, type]),
      [['Own', 'ChatAdapter']],
    );
  });

  test('chains without end, and signatures of themselves, end', async () => {
    const chain = Array.from({ length: 400 }, (_, i) => `Q${i + 1} = Q${i}.append("f${i}", dspy.OutputField())\n`);
    const { found } = await read(
      `Q0 = QA\n${chain.join('')}x = dspy.Predict(Q400)\nR = R.delete("a")\ny = dspy.Predict(R)\n`,
    );
    equal(found.length, 2);
    ok(found.every(({ unknown: all }) => all.length > 0));
  });

  test('an import of one text takes what it can read of it, and says what it cannot', () => {
    const text = `import dspy\nx = dspy.Predict(dspy.Signature("a -> b").append("c", dspy.OutputField(), int))\ny = dspy.Predict(z)\n`;
    const { definitions, problems } = importDefinitions(text, 'python', 'x.py');
    equal(definitions.length, 1);
    deepEqual(
      problems.map(({ message }) => message),
      ['The signature of this `Predict` cannot be read here.'],
    );
  });
});
