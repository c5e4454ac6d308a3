import type { Host } from '../../../../src/engine/core/host.ts';
import type { ModelMessage } from '../../../../src/engine/core/result.ts';
import type { ResponseParser } from '../../../../src/engine/definition/index.ts';
import * as facade from '../../../../src/engine/index.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import type { Random } from './random.ts';

/** The exported functions that were called. */
export const called = new Set<string>();

/** The engine's façade, which notes what is called of it. */
export const engine = new Proxy(facade, {
  get(target, name: string) {
    const value: unknown = target[name as keyof typeof facade];
    if (typeof value === 'function') called.add(name);
    return value;
  },
});

/** A host whose patterns run here: the texts are short. */
export const host: Host = {
  async runPattern({ source, flags, text, groups }) {
    try {
      const spans: number[] = [];
      for (const match of text.slice(0, 60).matchAll(new RegExp(source, `${flags.replace('g', '')}g`)))
        spans.push(match.index, match.index + match[0].length, ...groups.flatMap(() => [-1, -1]));
      return { ok: true, spans: Int32Array.from(spans) };
    } catch (error) {
      return { ok: false, reason: 'failed', message: String(error) };
    }
  },
};

const responses: readonly string[] = [
  ...[
    '',
    'a',
    '```json\n{"a": "a", "b": 1, "c": [1]}\n```',
    '{"a": {"b": null}}',
    '<a>1</a>',
    '<a>1',
    '1, 2',
    '{"a": tru',
  ],
  ...['[THOUGHT]x[/THOUGHT][SPEAK]y', 'THOUGHT: a\n\n```bash\nls\n```', 'Action: a\nAction Input: b', '(a+)+$: x'],
  ...['<thought>a</thought><function>b</function>', "```json\n{'a': 1,}", '- a\n- b', '1. a\n2. b', 'null', '[[1]]'],
  ...['x'.repeat(300), '{"a": 123456789012345678901234567890}', '\ud800', '\u202e<a>', '{"__proto__": {"a": 1}}'],
];
const messages: readonly ModelMessage[] = [
  { content: 'a', tool_calls: [{ id: '1', type: 'function', function: { name: 'a', arguments: '{"a": 1}' } }] },
  { content: null, tool_calls: [] },
  { content: '', function_call: { name: 'a', arguments: '{"a"' } },
] as unknown as readonly ModelMessage[];

/** What is asked of each mutated definition. */
export interface Case {
  readonly text: string;
  readonly definition: Definition;
  readonly definitions: readonly Definition[];
  /** Absent where the class raises. */
  readonly parser: ResponseParser | undefined;
  readonly response: string;
  readonly message: ModelMessage;
  readonly random: Random;
}

/** A question of the façade's. */
export interface Door {
  readonly name: string;
  /** It may throw `EngineError`, as its description says. */
  readonly raises?: true;
  /** It takes longer: only each so many definitions are asked. */
  readonly every?: number;
  ask(given: Case): unknown;
}

/** A response and a message for a case. */
export function answersFor(random: Random): Pick<Case, 'response' | 'message'> {
  return { response: random.pick(responses), message: random.pick(messages) };
}

const own = (name: string, ask: Door['ask'], more: Partial<Door> = {}): Door => ({ name, ask, ...more });
const row = (response: string | ModelMessage) => ({ place: { log: 0, line: 1 }, response, columns: {} });
const raises = { raises: true } as const;

const risk: facade.PatternRisk = { growth: 'exponential', attack: 'a', example: "'a'" };

/** All that a definition can be given to. */
export const doors: readonly Door[] = [
  own('outlineDefinitions', ({ text }) => engine.outlineDefinitions(text, 'x.parser.json')),
  own('definitionNames', ({ text }) => engine.definitionNames(text)),
  own('exampleResponse', ({ definition }) => engine.exampleResponse(definition)),
  own('definitionKeys', ({ definition }) => engine.definitionKeys(definition)),
  own('completeKeys', ({ text, definitions, random }) =>
    engine.completeKeys(text, definitions, random.below(text.length)),
  ),
  own('closeTyping', ({ text, random }) => engine.closeTyping(text, random.below(text.length))),
  own('renameKey', ({ definition }) => engine.renameKey(definition, 'a', 'b')),
  own('renameInSamples', ({ text, definition }) =>
    engine.renameInSamples(text, definition, { name: 'a', newName: 'b' }, host),
  ),
  own('patternsOf', ({ definitions }) => engine.patternsOf(definitions).map(each => engine.riskProblem(each, risk))),
  own('checkDefinitions', ({ definitions }) => engine.checkDefinitions(definitions, host)),
  own('moduleOf', ({ definition }) => [engine.moduleOf(definition), engine.filesStoodOn(definition)]),
  own('runtimesOf', ({ definition }) => [engine.runtimesOf(definition), engine.runtimeOf(definition)]),
  own('split', ({ definition }) => engine.split(definition, { a: 1 })),
  own('recordStream', ({ definition, response }) => engine.recordStream(definition, response)),
  own('streamedValue', ({ definition, response }) => engine.streamedValue(definition, response)),
  own('evaluatedParser', ({ definition }) => engine.evaluatedParser(definition, 'x')),
  own('addSample', ({ text, definition }) => engine.addSample(text, definition, { name: 'a', text: 'a' })),
  own('samples', ({ text, definition, response }) =>
    Promise.all(
      definition.samples.slice(0, 2).map(async sample => {
        engine.updateExpectation(text, definition, sample, { value: 1 });
        engine.wholeExpectation(sample.expect ?? {});
        await engine.createSampleJudge(definition, host).judge(sample, response);
        return engine.judgeSample(definition, sample, response, host);
      }),
    ),
  ),
  own(
    'robustnessOfSample',
    ({ definition, response }) => {
      const [sample] = definition.samples;
      return sample && engine.robustnessOfSample(definition, sample, response, {}, host);
    },
    { every: 4 },
  ),
  own('createParser', ({ definition }) => engine.createParser(definition, host), raises),
  own('prepare', ({ parser }) => parser?.prepare()),
  own('formatInstruction', ({ parser }) => parser?.formatInstruction(), raises),
  own('instructionPieces', ({ parser }) => parser?.instructionPieces(), raises),
  own('instructionMessages', ({ parser }) => parser?.instructionMessages('do'), raises),
  own('tools', ({ parser }) => parser?.tools(), raises),
  own('views', ({ parser }) => parser?.views(), raises),
  own('parse', ({ parser, response }) => parser?.parse(response)),
  own('parse a message', ({ parser, message }) => parser?.parse(message)),
  own('split of a result', async ({ definition, parser, response }) => {
    const result = await parser?.parse(response);
    if (!result) return;
    engine.split(definition, result);
    engine.actualOf(definition, result);
    if (result.ok) for (const field of result.fields) engine.pyStr(engine.exactOf(field));
  }),
  own('diagnose', ({ parser, response }) => parser?.diagnose(response)),
  own('diagnose a message', ({ parser, message }) => parser?.diagnose(message)),
  own(
    'createReader',
    async ({ definition, response }) => {
      const reader = engine.createReader(definition, host);
      reader.push(response.slice(0, 3));
      reader.push(response.slice(3));
      await reader.end();
    },
    raises,
  ),
  own('createJudge', ({ definition, response }) => engine.createJudge(definition, {}, host)(row(response)), raises),
  own(
    'evaluate',
    async ({ definition, response, message }) => {
      const evaluation = engine.evaluate(definition, [{ response }, { response: message }], {}, host);
      for await (const { verdict } of evaluation) engine.oneLine(verdict);
      evaluation.summary();
    },
    raises,
  ),
  own(
    'startTask',
    async ({ definition }) => {
      await engine.startTask(definition, 'do', host);
    },
    raises,
  ),
  ...facade.exportFormats.flatMap(format => [
    own(`refusalOf ${format.id}`, ({ definition }) => engine.refusalOf(definition, format)),
    own(`exportDefinitions ${format.id}`, ({ definitions }) => engine.exportDefinitions(definitions, format.id)),
  ]),
  own('convertType', ({ text, definition }) => engine.convertType(text, definition, new Map(), host), { every: 3 }),
  own('compareRuntimes', ({ definition, response }) => engine.compareRuntimes(definition, response, host), {
    every: 3,
  }),
  own('robustnessOf', ({ definition, response }) => engine.robustnessOf(definition, response, {}, host), { every: 6 }),
  own(
    'findParsers',
    ({ definitions, response }) => engine.findParsers([response], definitions, host, [definitions[0]!.parserType]),
    { every: 3 },
  ),
  ...facade.importFormats.map(format =>
    own(`importDefinitions ${format.id}`, ({ text }) => engine.importDefinitions(text, format.id, 'x'), { every: 6 }),
  ),
];
