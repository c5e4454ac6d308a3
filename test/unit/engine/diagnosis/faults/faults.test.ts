import { deepEqual, ok } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { applyEdits } from '../../../../../src/engine/core/applyEdits.ts';
import {
  createParser,
  exampleResponse,
  type ResponseParser,
  readDefinitions,
} from '../../../../../src/engine/definition/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';
import { answers, type GoodAnswer } from './answers.ts';
import { faults } from './faults.ts';
import { host } from './host.ts';
import { refusals } from './refusals.ts';

/** What is known of a response: who reads it, and what the first candidate makes of it. */
type Outcome = 'reads' | 'accepts otherwise' | 'repaired' | 'doubtful' | 'lossy' | 'none';

/** The value without what prose may be in, and quotes, which some faults take away; blanks count as one. */
function essence(value: unknown, prose: readonly string[]): unknown {
  if (typeof value === 'string') return value.replaceAll('"', '').trim().replace(/\s+/g, ' ');
  if (Array.isArray(value)) return value.map(item => essence(item, prose));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => !prose.includes(key));
  return Object.fromEntries(members.map(([key, item]) => [key, essence(item, prose)]));
}

/** Of types that `answers.ts` does not have, the answer that the registry has: of them nothing is said about what is mended. */
const unlisted: readonly GoodAnswer[] = parserTypes
  .filter(({ type }) => type !== 'custom' && !answers.some(({ keys }) => keys.type === type))
  .map(({ type, template, answer = '' }) => {
    const [definition] = readDefinitions(template, 'x.parser.json').definitions;
    const keys = JSON.parse(template.replace(/^\s*\/\/.*$/gm, '')) as GoodAnswer['keys'];
    return { name: type, keys, text: exampleResponse(definition!) ?? answer };
  });
const all = [...answers, ...unlisted];

const parsers = new Map(
  all.map(answer => {
    const [definition] = readDefinitions(JSON.stringify(answer.keys), 'x.parser.json').definitions;
    return [
      answer,
      { parser: createParser(definition!, host), prose: definition!.parserType.responses?.prose ?? [] },
    ] as const;
  }),
);

/** The instruction; empty where the system raises. */
function instructionOf(parser: ResponseParser): string {
  try {
    return parser.formatInstruction();
  } catch {
    return '';
  }
}

/** The outcome of every fault of an answer, by the fault's name. */
async function outcomesOf(answer: GoodAnswer): Promise<ReadonlyMap<string, Outcome>> {
  const { parser, prose } = parsers.get(answer)!;
  const good = await parser.parse(answer.text);
  ok(good.ok, `${answer.name} is a good answer`);
  const isRight = (value: unknown) => isDeepStrictEqual(essence(value, prose), essence(good.value, prose));
  const instruction = instructionOf(parser);
  const outcomes = new Map<string, Outcome>();
  for (const { name, make } of faults) {
    const text = make(answer.text, instruction);
    if (text === undefined || text === answer.text) continue;
    const { candidates } = await parser.diagnose(text);
    const [best] = candidates;
    if (best?.edits.length === 0) outcomes.set(name, isRight(best.value) ? 'reads' : 'accepts otherwise');
    else if (!best) outcomes.set(name, 'none');
    else {
      const said = `${answer.name}, ${name}: ${JSON.stringify(text)} gives ${JSON.stringify(best)}`;
      for (const { edits, value, confidence } of candidates) {
        const result = await parser.parse(applyEdits(text, edits));
        ok(result.ok, said);
        deepEqual(result.value, value, said);
        // Of what is cut off, the rest is right.
        ok(confidence < 0.9 || isRight(value) || name.includes('cut'), `sure of a wrong value: ${said}`);
      }
      if (name.includes('cut')) ok(best.lossy, `not told as cut off: ${said}`);
      outcomes.set(name, name.includes('cut') ? 'lossy' : isRight(best.value) ? 'repaired' : 'doubtful');
    }
  }
  return outcomes;
}

suite('the faults that models make, for every parser type', () => {
  test('there is an answer for every type, runtime and mode', () => {
    const given = new Set(all.map(({ keys }) => `${keys.type} ${keys.runtime ?? keys.mode ?? ''}`.trim()));
    const wanted = parserTypes
      .filter(({ type }) => type !== 'custom')
      .flatMap(({ type, framework: { runtimes = {} } = {} }) =>
        Object.keys(runtimes).length > 1 ? Object.keys(runtimes).map(runtime => `${type} ${runtime}`) : [type],
      );
    deepEqual(
      wanted.filter(name => ![...given].some(each => each === name || each.startsWith(`${name} `))),
      [],
    );
  });

  for (const answer of all)
    test(answer.name, async () => {
      const outcomes = await outcomesOf(answer);
      const left = [...outcomes].filter(([, outcome]) => outcome === 'none' || outcome === 'doubtful');
      if (unlisted.includes(answer)) return;
      const wanted = refusals.filter(refusal => refusal.answers.includes(answer.name));
      deepEqual(left.map(([name]) => name).sort(), wanted.map(({ fault }) => fault).sort());
    });
});
