import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import type { Piece } from '../../../../../src/engine/parsers/parser.ts';
import { createReader } from '../../../../../src/engine/streams/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';

type Keys = Readonly<Record<string, unknown>>;

/** The definition of some keys, and the file that it is in. */
function defined(keys: Keys) {
  const file = JSON.stringify(keys);
  const { definitions, problems } = readDefinitions(file, 'x.parser.json');
  return { file, definition: definitions[0]!, problems };
}

const parserOf = (keys: Keys) => createParser(defined(keys).definition);

/** What a definition reads: the value, or the error's class and its first line. */
async function read(keys: Keys, response: string): Promise<unknown> {
  const result = await parserOf(keys).parse(response);
  return result.ok ? result.value : `${result.error.class}: ${result.error.message.split('\n')[0]}`;
}

const score = 'review -> mood: Literal["good", "bad"], stars: int, note: Optional[str]';
const mood = { Mood: { enum: [1, 2], title: 'Mood', type: 'integer', 'x-enum-varnames': ['GOOD', 'BAD'] } };

suite('DSPy’s adapters as parser types', () => {
  test('a completion of many tags ends in an error of the framework', async () => {
    const answer = '<a>x</a><n>1</n>'.repeat(30_000);
    for (const type of ['JSONAdapter', 'BAMLAdapter'])
      equal(
        await read({ type, signature: 'q -> a: str, n: int' }, answer),
        'RecursionError: maximum recursion depth exceeded',
      );
  });

  test('the signature’s words lead to their place in the definition', () => {
    const keys = { type: 'ChatAdapter', signature: 'review -> stars: int' };
    const { file, definition } = defined(keys);
    const shown = createParser(definition)
      .instructionPieces()
      .filter((piece): piece is Piece & { origin: { start: number; end: number } } => piece.origin !== undefined)
      .map(({ text, origin }) => `${text}|${file.slice(origin.start, origin.end)}`);
    ok(shown.includes('stars|stars'));
    ok(shown.includes('int|int'));
    ok(shown.includes('{review}|review'));
    ok(shown.includes('        # note: the value you produce must be a single int value|int'));
  });

  test('an object’s instructions and descriptions do as well', () => {
    const outputs = { stars: { type: 'int', desc: '0 to 5' } };
    const { file, definition } = defined({
      type: 'JSONAdapter',
      signature: { instructions: 'Rate it.', inputs: { review: 'str' }, outputs },
    });
    const shown = createParser(definition)
      .instructionPieces()
      .flatMap(({ text, origin }) => (origin ? [`${text}|${file.slice(origin.start, origin.end)}`] : []));
    for (const each of ['Rate it.|"Rate it."', '0 to 5|"0 to 5"', 'stars|"stars"']) ok(shown.includes(each), each);
  });

  for (const { type } of parserTypes.filter(({ system }) => system === 'DSPy'))
    test(`${type}: a demo’s inputs lead to their values, its answer to the demo`, () => {
      const { file, definition } = defined({ type, signature: 'a -> b: int', demos: [null, { a: 'why', b: 1 }] });
      const [demo] = createParser(definition).views().slice(2);
      const shown = demo!
        .pieces()
        .flatMap(({ text, origin }) => (origin ? [[text, file.slice(origin.start, origin.end)]] : []));
      ok(
        shown.some(([text, place]) => text === 'why' && place === '"why"'),
        JSON.stringify(shown),
      );
      equal(shown.at(-1)?.[1], '{"a":"why","b":1}');
    });

  test('demos are messages between the system’s and the request, incomplete ones first; a task is the first input', () => {
    const demos = [{ review: 'Nice', stars: 4 }, { review: 'Well' }, { stars: 1, review: null }];
    const parser = parserOf({ type: 'JSONAdapter', signature: 'review -> stars: int', demos });
    const messages = parser.instructionMessages('A task.');
    deepEqual(messages.map(({ role, text }) => `${role}: ${text.split('\n').slice(0, 2).join(' ')}`).slice(1), [
      'user: This is an example of the task, though some input or output fields are not supplied. ',
      'assistant: {   "stars": 1',
      'user: [[ ## review ## ]] Nice',
      'assistant: {   "stars": 4',
      'user: [[ ## review ## ]] A task.',
    ]);
    deepEqual(
      parser.views().map(({ name }) => name),
      ['System Message', 'Request', 'Demo 1', 'Demo 2'],
    );
  });

  test('a chain of thought asks for the reasoning first, and does not change the default instructions', async () => {
    const keys = { type: 'ChatAdapter', signature: 'review -> stars: int', chain_of_thought: true };
    const text = parserOf(keys).formatInstruction();
    match(text, /1\. `reasoning` \(str\): \n2\. `stars` \(int\):/);
    match(text, /Given the fields `review`, produce the fields `stars`\./);
    deepEqual(await read(keys, '[[ ## reasoning ## ]]\nWell.\n\n[[ ## stars ## ]]\n4'), {
      reasoning: 'Well.',
      stars: 4,
    });
  });

  test('reasoning that the signature has already keeps its type and comes first', () => {
    const text = (signature: string) =>
      parserOf({ type: 'ChatAdapter', signature, chain_of_thought: true }).formatInstruction();
    match(text('a -> b: int, reasoning: list[str]'), /1\. `reasoning` \(list\[str\]\): \n2\. `b` \(int\):/);
    match(text('a, reasoning -> b'), /1\. `a` \(str\):\nYour output fields are:\n1\. `reasoning` \(str\): \n2\. `b`/);
  });

  test('types print, and have the schema, that Python’s own have', () => {
    const types = { Mood: { enum: ['good'], title: 'Mood', type: 'string' } };
    const schemas: readonly (readonly [type: string, printed: string, schema: string])[] = [
      ['tuple[int, ...]', 'tuple[int, Ellipsis]', '{"type": "array", "items": {"type": "integer"}}'],
      [
        'Tuple[int]',
        'tuple[int]',
        '{"type": "array", "maxItems": 1, "minItems": 1, "prefixItems": [{"type": "integer"}]}',
      ],
      [
        'dict[Literal["a", "b"], int]',
        "dict[Literal['a', 'b'], int]",
        '{"type": "object", "additionalProperties": {"type": "integer"}, "propertyNames": {"enum": ["a", "b"]}}',
      ],
      [
        'dict[Mood, Any]',
        'dict[Mood, Any]',
        '{"type": "object", "$defs": {"Mood": {"type": "string", "enum": ["good"], "title": "Mood"}}, "additionalProperties": true, "propertyNames": {"$ref": "#/$defs/Mood"}}',
      ],
      ['dict[int, str]', 'dict[int, str]', '{"type": "object", "additionalProperties": {"type": "string"}}'],
      [
        'Decimal',
        'Decimal',
        '{"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^(?!^[-+.]*$)[+-]?0*\\\\d*\\\\.?\\\\d*$"}]}',
      ],
    ];
    for (const [type, printed, schema] of schemas) {
      const keys = { type: 'ChatAdapter', signature: { inputs: { a: 'str' }, outputs: { b: type } }, types };
      const text = parserOf(keys).formatInstruction();
      ok(text.includes(`1. \`b\` (${printed}):`), text);
      ok(schema === '' || text.includes(`must adhere to the JSON schema: ${schema}\n`), text);
    }
  });

  test('what Python or DSPy refuses of a signature is a problem at its place', () => {
    const faults: readonly (readonly [unknown, string, string])[] = [
      ['review', "ValueError: Invalid signature format: 'review', must contain exactly one '->'.", '"review"'],
      ['a -> b: Nope', 'ValueError: Unknown name: Nope', '"a -> b: Nope"'],
      [
        'a -> a',
        "ValueError: Input and output fields must have distinct names, but found duplicates: 'a'.",
        '"a -> a"',
      ],
      ['a -> class', 'SyntaxError: invalid syntax: `class` cannot be the name of a field', '"a -> class"'],
      [
        'a -> _b',
        "NameError: Fields must not use names with leading underscores; e.g., use 'b' instead of '_b'.",
        '"a -> _b"',
      ],
      [{ inputs: { a: 'str' }, outputs: { b: 'list[' } }, 'SyntaxError: `list[` is not a type', '"list["'],
    ];
    for (const [signature, message, place] of faults) {
      const { file, problems } = defined({ type: 'ChatAdapter', signature });
      const [problem] = problems;
      deepEqual(
        [problem?.code, problem?.message, problem && file.slice(problem.span.start, problem.span.end)],
        ['constructor-error', message, place],
      );
    }
  });

  test('fields have their places, and violations theirs within', async () => {
    const text = 'Sure.\n[[ ## mood ## ]] good\n\n[[ ## stars ## ]]\n4\n\n[[ ## completed ## ]]';
    const result = await parserOf({ type: 'ChatAdapter', signature: score }).parse(text);
    ok(result.ok);
    deepEqual(
      result.fields.map(({ key, inner, span }) => [
        key,
        text.slice(inner.start, inner.end),
        text.slice(span.start, span.start + 12),
      ]),
      [
        ['mood', 'good', '[[ ## mood #'],
        ['stars', '4', '[[ ## stars '],
      ],
    );
    deepEqual(result.extra, { filled: ['note'] });
    const json = '{"mood": "good", "stars": 4.5, "note": null}';
    const refused = await parserOf({ type: 'JSONAdapter', signature: score }).parse(json);
    ok(!refused.ok);
    equal(refused.error.class, 'ValidationError');
    deepEqual(
      refused.error.violations?.map(({ cause, span }) => [cause, json.slice(span.start, span.end)]),
      [['wrong-type', '4.5']],
    );
    const xml = '<mood>good</mood><stars> 4 </stars><note>R&D</note>';
    const broken = await parserOf({ type: 'XMLAdapter', signature: score }).parse(xml);
    ok(!broken.ok && broken.error.span);
    equal(xml.slice(broken.error.span.start - 2, broken.error.span.end), '&D<');
  });

  test('enums are read by value and by name, those of numbers by name alone', async () => {
    const keys = (type: string) => ({ type, signature: 'x -> mood: Mood', types: mood });
    deepEqual(await read(keys('JSONAdapter'), '{"mood": 2}'), { mood: 2 });
    deepEqual(await read(keys('ChatAdapter'), '[[ ## mood ## ]]\nBAD'), { mood: 2 });
    equal(
      await read(keys('ChatAdapter'), '[[ ## mood ## ]]\n2'),
      'AdapterParseError: Failed to parse field mood with value 2 from the LM response. Error message: 2 is not a valid name or value for the enum Mood',
    );
    match(parserOf(keys('BAMLAdapter')).formatInstruction(), /should be of type: Mood/);
  });

  test('a header in another spelling has an exact edit', async () => {
    const parser = parserOf({ type: 'ChatAdapter', signature: 'review -> mood, star_count: int' });
    for (const header of [
      '[[##star_count##]]',
      '**[[ ## star_count ## ]]**',
      '## star_count',
      '[[ ## STAR_COUNT ## ]]',
      '**Star Count**:',
    ]) {
      const { candidates, causes } = await parser.diagnose(`[[ ## mood ## ]]\ngood\n\n${header}\n4`);
      deepEqual(
        [causes.map(({ code }) => code), candidates[0]?.value],
        [['header-spelling'], { mood: 'good', star_count: 4 }],
        header,
      );
    }
    // A word that is a field's name is not its header.
    const { candidates } = await parser.diagnose('[[ ## mood ## ]]\ngood\n\nstar_count is 4');
    deepEqual(candidates, []);
  });

  test('one that became a part of an accepted value is suspected there', async () => {
    const parser = parserOf({ type: 'ChatAdapter', signature: 'review -> why, note: Optional[str]' });
    const text = '[[ ## why ## ]]\nliked it\n\n## note\nnone';
    const result = await parser.parse(text, { suspicions: true });
    ok(result.ok);
    deepEqual(
      result.suspicions?.map(({ code, span }) => [code, span && text.slice(span.start, span.end)]),
      [['field-in-field', '## note']],
    );
    const good = await parser.parse(text.replace('## note', '[[ ## note ## ]]'), { suspicions: true });
    ok(good.ok);
    deepEqual(good.suspicions ?? [], []);
  });

  test('a section is told when the next header has come, and is final', () => {
    const reader = createReader(defined({ type: 'ChatAdapter', signature: score }).definition);
    const told = [
      '[[ ## mood ## ]]\ngo',
      'od\n\n[[ ## stars #',
      '# ]]\n4\n[[ ## mood ## ]]\nbad\n',
      '[[ ## completed ## ]]',
    ].map(chunk => {
      const { closed, open } = reader.push(chunk);
      return [...closed.map(({ key, value, final }) => `${key}=${value}${final ? '!' : ''}`), open?.key ?? ''].join(
        ' ',
      );
    });
    deepEqual(told, ['mood', 'mood', 'mood=good! stars=4! ', 'mood=good! stars=4! ']);
  });

  test('an object is told as it comes, and taken back where the completion goes on behind it', () => {
    const reader = createReader(defined({ type: 'JSONAdapter', signature: 'x -> a, b: int' }).definition);
    const told = ['{"a": "x", "b"', ': 1}', ' \n', 'and', ' {"a": "y"}'].map(chunk =>
      reader.push(chunk).closed.map(({ key, value }) => `${key}=${value}`),
    );
    deepEqual(told, [['a=x'], ['a=x', 'b=1'], ['a=x', 'b=1'], [], []]);
  });

  test('sections draft a signature with the types that the answers show', () => {
    const draft = parserTypes.find(({ type }) => type === 'ChatAdapter')!.responses!.draft!;
    const made = draft(['[[ ## a ## ]]\n1\n\n[[ ## b ## ]]\ntrue', '[[ ## a ## ]]\n2.5\n\n[[ ## completed ## ]]']);
    const { definition } = defined({ type: 'ChatAdapter', signature: 'x -> y' });
    ok(definition && made);
    deepEqual(
      [...((made.get('signature') as ReadonlyMap<string, ReadonlyMap<string, string>>).get('outputs') ?? [])],
      [
        ['a', 'float'],
        ['b', 'Optional[bool]'],
      ],
    );
    equal(draft(['{"a": 1}']), undefined);
  });

  const dropping: Readonly<Record<string, readonly [kept: string, more: string, dropped: readonly string[]]>> = {
    ChatAdapter: [
      '[[ ## stars ## ]]\n5\n\n[[ ## completed ## ]]',
      'Well.\n[[ ## stars ## ]]\n5\n[[ ## why ## ]]\nIt is.\n[[ ## stars ## ]]\n4\n[[ ## completed ## ]]',
      ['why: [[ ## why ## ]]\nIt is.\n', 'stars: [[ ## stars ## ]]\n4\n'],
    ],
    JSONAdapter: ['{"stars": 5}', 'So: {"why": "a", "stars": 5, "b": 1}', ['why: "a"', 'b: 1']],
    XMLAdapter: ['<stars>5</stars>', '<why>a</why><stars>5</stars><b/>', ['why: <why>a</why>', 'b: <b/>']],
    BAMLAdapter: ['{"stars": 5}', '{"stars": 5, "why": [1]}', ['why: [1]']],
  };
  for (const { type } of parserTypes.filter(({ system }) => system === 'DSPy'))
    test(`${type}: what no field takes is told at its place, and nothing else`, async () => {
      const [kept, more, dropped] = dropping[type]!;
      const parser = parserOf({ type, signature: 'review -> stars: int' });
      const told = async (response: string) => {
        const result = await parser.parse(response, { suspicions: true });
        ok(result.ok);
        deepEqual(result.value, { stars: 5 });
        return (result.suspicions ?? [])
          .filter(({ code }) => code === 'members-dropped')
          .map(
            ({ message, span }) => `${message.slice(0, -1).split(': ')[1]}: ${response.slice(span?.start, span?.end)}`,
          );
      };
      deepEqual(await told(kept), []);
      deepEqual(await told(more), dropped);
    });

  for (const { type } of parserTypes.filter(({ system }) => system === 'DSPy'))
    test(`${type}: where DSPy asks JSONAdapter after an error, a warning says what that sends`, async () => {
      const keys = { type, signature: 'review -> stars: int' };
      const result = await parserOf(keys).parse('Well.');
      ok(!result.ok);
      const request = parserOf({ ...keys, type: 'JSONAdapter' }).instructionMessages();
      // The request without its inputs: the input's header and its name in braces.
      const inputs = '[[ ## review ## ]]\n{review}\n\n'.length;
      const size = request.map(({ text }) => text).join('').length - inputs;
      const expected = `a second request, of ${size.toLocaleString('en-US')} characters`;
      const isSilent = type === 'JSONAdapter' || type === 'BAMLAdapter';
      equal(result.warnings.length, isSilent ? 0 : 1);
      const off = await parserOf({ ...keys, use_json_adapter_fallback: false }).parse('Well.');
      equal(off.warnings.length, 0);
      ok(isSilent || result.warnings[0]?.includes(expected), `${result.warnings[0]} ${size}`);
    });

  test('long and odd answers cost no more than their length', async () => {
    const many = '[[ ## zz ## ]]\n'.repeat(100_000);
    match(String(await read({ type: 'ChatAdapter', signature: score }, many)), /^AdapterParseError/);
    match(String(await read({ type: 'JSONAdapter', signature: score }, '{"a": 1} '.repeat(20_000))), /Error/);
    match(
      String(
        await read(
          { type: 'XMLAdapter', signature: 'x -> y: list[str]' },
          '<y>'.repeat(50_000) + '</y>'.repeat(50_000),
        ),
      ),
      /Error/,
    );
    const names = Array.from({ length: 1000 }, (_, i) => `f${i}: int`).join(', ');
    ok(
      parserOf({ type: 'BAMLAdapter', signature: `x -> ${names}` })
        .formatInstruction()
        .includes('`f999`'),
    );
  });

  test('a recursive model is BAMLAdapter’s own error, with a reference at its root or not', () => {
    const node = {
      properties: { v: { type: 'string' }, next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] } },
      required: ['v', 'next'],
      title: 'Node',
      type: 'object',
    };
    const $defs = { Node: node };
    for (const Node of [
      { $defs, ...node },
      { $defs, $ref: '#/$defs/Node' },
    ]) {
      const keys = (type: string) => ({ type, signature: 'x -> node: Node', types: { Node } });
      let message = '';
      try {
        parserOf(keys('BAMLAdapter')).formatInstruction();
      } catch (error) {
        message = (error as Error).message;
      }
      equal(message, 'BAMLAdapter cannot handle recursive pydantic models, please use a different adapter.');
      match(parserOf(keys('XMLAdapter')).formatInstruction(), /<node><v>\.\.\.<\/v><next>/);
      match(parserOf(keys('ChatAdapter')).formatInstruction(), /1\. `node` \(Node\):/);
    }
  });
});
