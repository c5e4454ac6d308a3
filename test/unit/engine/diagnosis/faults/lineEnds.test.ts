import { deepEqual, ok } from 'node:assert/strict';
import { applyEdits } from '../../../../../src/engine/core/applyEdits.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import type { ResponseDiagnosis } from '../../../../../src/engine/diagnosis/index.ts';
import { answers, type GoodAnswer } from './answers.ts';
import { faults } from './faults.ts';
import { host } from './host.ts';

type Candidate = ResponseDiagnosis['candidates'][number];

/** What is wrong and what is done about it, whatever ends the lines. */
function said({ edits, lossy }: Candidate) {
  const own = edits.filter(({ cause }) => cause !== 'line-ends');
  return { lossy, edits: own.map(({ cause, text }) => [cause, text]) };
}

const withFeeds = (value: unknown) => JSON.stringify(value)?.replaceAll(/\\r\\n|\\r/g, '\\n');

async function checkAnswer({ name: answer, keys, text: good }: GoodAnswer, end: string): Promise<void> {
  const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
  const parser = createParser(definition!, host);
  for (const { name, make } of faults) {
    const text = make(good, '');
    if (text === undefined || text === good || /\r/.test(text) || !text.includes('\n')) continue;
    const wanted = await parser.diagnose(text, { limit: 1 });
    const ended = text.replaceAll('\n', end);
    const [found] = (await parser.diagnose(ended, { limit: 1 })).candidates;
    const [best] = wanted.candidates;
    const where = `${answer}, ${name}: ${JSON.stringify(ended)} gives ${JSON.stringify(found)}`;
    // What reads with such line ends has no edit.
    if (found?.edits.length === 0) continue;
    deepEqual(found && said(found), best && said(best), where);
    if (!found || !best) continue;
    const edited = applyEdits(ended, found.edits);
    const result = await parser.parse(edited);
    ok(result.ok, where);
    deepEqual(result.value, found.value, where);
    deepEqual(withFeeds(found.value), withFeeds(best.value), where);
    const ends = found.edits.filter(({ cause }) => cause === 'line-ends');
    if (ends.length === 0) continue;
    // Without them it does not read, or not alike.
    const others = found.edits.filter(({ cause }) => cause !== 'line-ends');
    const without = await parser.parse(applyEdits(ended, others));
    ok(!without.ok || withFeeds(without.value) !== withFeeds(best.value), `edits of line ends for nothing: ${where}`);
    ok(found.causes[0] !== 'line-ends' || others.length === 0, `line ends come first: ${where}`);
  }
}

suite('the faults that models make, in files with other line ends', () => {
  const ends = [
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const;
  const isLong = process.env.PARSERLENS_LONG !== undefined;
  // What ends a line is looked at in one place for both: each answer has its turn with one of them, and with both in a long run.
  for (const [i, answer] of answers.entries())
    for (const [what, end] of isLong ? ends : [ends[i % 2]!])
      test(`${what}: ${answer.name}`, () => checkAnswer(answer, end));
});
