import { deepEqual, ok } from 'node:assert/strict';
import { propertyRuns } from '../../../propertyRuns.ts';
import { skipTest } from '../../../skipTest.ts';
import { basesOf, dataTypes } from './bases.ts';
import { answersFor, doors, engine, host } from './doors.ts';
import { kept } from './kept.ts';
import { mutated, write } from './mutate.ts';
import { Random } from './random.ts';
import { thrownBy } from './thrown.ts';

/** Mutated definitions of each type, the first of which have always been the same. */
const perType = Number(process.env.PARSERLENS_MUTANTS ?? propertyRuns(5, 60));
const seed = Number(process.env.PARSERLENS_SEED ?? 1);
/** How often each definition that once made a function throw is asked; the first time all is asked of it. */
const perKept = propertyRuns(1, 12);

/** Asks everything of one definition file; adds what was thrown. Gives how many questions there were. */
async function askAll(text: string, random: Random, number: number, faults: string[]): Promise<number> {
  const fault = (name: string, thrown: string) => faults.push(`${name}: ${text.slice(0, 500)}\n${thrown}`);
  const read = () => engine.readDefinitions(text, 'x.parser.json');
  const unread = await thrownBy(read, false);
  if (unread !== undefined) fault('readDefinitions', unread);
  if (unread !== undefined) return 1;
  const { definitions } = read();
  const [definition] = definitions;
  if (!definition) return 1;
  let parser: ReturnType<typeof engine.createParser> | undefined;
  await thrownBy(() => {
    parser = engine.createParser(definition, host);
  }, true);
  const given = { text, definition, definitions, parser, random, ...answersFor(random) };
  const asked = doors.filter(({ every = 1 }) => number % every === 0);
  for (const { name, raises, ask } of asked) {
    const thrown = await thrownBy(() => ask(given), raises === true);
    if (thrown !== undefined) fault(name, thrown);
  }
  return 1 + asked.length;
}

suite('no function of the façade throws for any definition @slow', () => {
  let cases = 0;

  for (const [index, type] of dataTypes.entries())
    test(`mutants of ${type.type}`, async () => {
      const bases = basesOf(type);
      const faults: string[] = [];
      for (let number = 0; number < perType; number++) {
        const random = new Random(seed * 1_000_003 + index * 7919 + number);
        cases += await askAll(write(mutated(random.pick(bases), random)), random, number, faults);
      }
      deepEqual(faults, []);
    });

  for (const [i, text] of kept.entries())
    test(`definition ${i} that once made it throw: ${text.slice(0, 60)}`, async () => {
      const faults: string[] = [];
      for (let number = 0; number < perKept; number++) cases += await askAll(text, new Random(number), number, faults);
      deepEqual(faults, []);
    });

  test('that was asked often enough', function () {
    if (perType < 60) skipTest(this, 'but in a long run');
    ok(cases >= 100_000, `${cases} cases`);
  });
});
