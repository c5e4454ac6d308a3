import { deepEqual } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { propertyRuns } from '../../../propertyRuns.ts';
import { engine } from './doors.ts';
import { mutated, oddTexts, oddValue, type Tree, toTree, write } from './mutate.ts';
import { Random } from './random.ts';
import { thrownBy } from './thrown.ts';

const rounds = Number(process.env.PARSERLENS_MUTANTS ?? propertyRuns(40, 300));
const seed = Number(process.env.PARSERLENS_SEED ?? 1);
const examples = join(import.meta.dirname, '../../../../examples');
const textsOf = (folder: string, ending: RegExp) =>
  readdirSync(folder)
    .filter(name => ending.test(name))
    .map(name => readFileSync(join(folder, name), 'utf8'));
const definitions = textsOf(examples, /\.parser\.json$/);
/** The JSON of texts, and of their lines. */
const treesOf = (texts: readonly string[]) =>
  texts
    .flatMap(text => [text.replace(/^\s*\/\/.*$/gm, ''), ...text.split('\n')])
    .flatMap((text): Tree[] => {
      try {
        const value: unknown = JSON.parse(text);
        return typeof value === 'object' && value !== null ? [toTree(value)] : [];
      } catch {
        return [];
      }
    });
const conversations = treesOf(textsOf(examples, /\.messages\.jsonl?$/));
const records = treesOf(textsOf(join(examples, 'logs'), /\.jsonl?$/)).slice(0, 300);
/** Every form of the examples' definitions. */
const sources = definitions.flatMap(text =>
  engine.readDefinitions(text, 'x').definitions.flatMap(definition =>
    engine.exportFormats.flatMap(({ id }) => {
      const answer = engine.exportDefinitions([definition], id);
      return answer.ok ? [answer.text] : [];
    }),
  ),
);

const pieces: readonly string[] = [
  ...[
    '(',
    '[',
    '{',
    '<a>',
    '</a>',
    '"',
    "'",
    '"""',
    '`',
    '${',
    '/*',
    '//',
    '#',
    '\\',
    ' ',
    '\n',
    '\t',
    '\u2028',
    '    ',
  ],
  ...[
    'class A(',
    'def f(',
    'name=',
    '*',
    '**',
    ':',
    ',',
    '=>',
    'z.object(',
    'lambda: ',
    '- ',
    '? ',
    '&a ',
    '*a',
    '!!x ',
  ],
  ...['|\n', '@', 'f"{', 'if a:\n ', 'else', 'not ', '...', ';', '=', 'const a = ', 'import ', 'from x import ('],
];

/** A text with parts of it left out, doubled, or put elsewhere, and with others in between. */
function mangled(source: string, random: Random): string {
  let text = source;
  for (let i = 1 + random.below(4); i > 0; i--) {
    const from = random.below(text.length + 1);
    const to = Math.min(text.length, from + random.below(40));
    const other = random.below(text.length + 1);
    const put = [
      '',
      random.pick(pieces),
      random.pick(oddTexts),
      random.pick(pieces).repeat(random.pick([2, 50, 3000])),
      text.slice(other, other + random.below(200)),
    ][random.below(5)]!;
    text = text.slice(0, from) + put + text.slice(random.below(2) ? to : from);
  }
  return random.below(8) ? text : text.slice(random.below(text.length));
}

const dataOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

type Ask = (name: string, ask: () => unknown, mayRaise?: boolean) => Promise<void>;

async function askOfSource(ask: Ask, random: Random): Promise<void> {
  const text = mangled(random.pick(sources), random);
  for (const format of [undefined, ...engine.importFormats.map(({ id }) => id)])
    await ask(`importDefinitions ${format}`, () => engine.importedText(engine.importDefinitions(text, format, 'x.py')));
  await ask('readDefinitions', () => engine.readDefinitions(text, 'x'));
  await ask('findParsers', () => engine.findParsers([text.slice(0, 2000)], []));
  const type = random.pick(engine.parserTypes);
  await ask('draftDefinition', () => engine.draftDefinition([text.slice(0, 2000)], type));
  await ask('diagnose', () => engine.diagnose(text.slice(0, 2000)));
  await ask('csv', () => [engine.csvFields(text, ','), engine.csvRecord(text, ',', ['a'])]);
  const ending = random.pick(['json', 'jsonl', 'csv', 'txt']);
  await ask('guessFraming', () => engine.cutterFor(engine.guessFraming(text, `x.${ending}`, true)));
  await ask('jsonStringAround', () => engine.jsonStringAround(text, { start: 1, end: 3 }));
  await ask('oneLine', () => [engine.oneLine(text), engine.visible(text)]);
}

async function askOfDefinitions(ask: Ask, random: Random): Promise<void> {
  const text = mangled(random.pick(definitions), random);
  await ask('readDefinitions', () => engine.readDefinitions(text, 'x'));
  await ask('outlineDefinitions', () => engine.outlineDefinitions(text, 'x'));
  await ask('definitionNames', () => engine.definitionNames(text));
  await ask('closeTyping', () => engine.closeTyping(text, random.below(text.length + 1)));
}

async function askOfConversation(ask: Ask, random: Random): Promise<void> {
  const whole = write(mutated(random.pick(conversations), random));
  const text = random.below(4) ? whole : mangled(whole, random);
  await ask('readConversation', () => engine.readConversation(text, 'x.messages.json'));
  await ask('setConversationOptions', () => engine.setConversationOptions(text, { formatter: 'OpenAIChatFormatter' }));
  const { conversation } = engine.readConversation(text, 'x.messages.json');
  if (!conversation) return;
  const formatter = random.pick(engine.formatters).name;
  await ask('checkConversation', () => engine.checkConversation(conversation));
  await ask('resolveConversation', () => engine.resolveConversation(conversation), true);
  await ask('formatConversation', () => engine.formatConversation(conversation));
  await ask(`formatConversation ${formatter}`, () =>
    engine.formatConversation(conversation, { formatter, maxTokens: 50, tokenCounter: 'CharTokenCounter' }),
  );
  await ask('conversationProblems', async () =>
    engine.conversationProblems(conversation, await engine.formatConversation(conversation), {}),
  );
  await ask('instructConversation', () => engine.instructConversation(conversation), true);
  await ask('startConversation', () => engine.startConversation(conversation), true);
  await ask('readAnswer', () => engine.readAnswer(conversation, random.below(5)), true);
  await ask('appendAnswer', () => engine.appendAnswer(text, 'x.messages.json', { name: 'a', role: 'assistant' }, 'x'));
  await ask('parserReferenceSpans', () => engine.parserReferenceSpans(conversation));
  await ask('renameParserReference', () => engine.renameParserReference(conversation, 'x'));
  for (const message of conversation.messages.slice(0, 3))
    await ask('answerSpan', () => [engine.answerSpan(text, message), engine.isAnswer(message)]);
}

async function askOfRecord(ask: Ask, random: Random): Promise<void> {
  const text = random.below(2) ? write(oddValue(random)) : write(mutated(random.pick(records), random));
  const record = dataOf(text);
  const place = { log: 0, line: 1 };
  await ask('guessLog', () => engine.guessLog([record]));
  for (const { name: reader } of engine.logReaders)
    await ask(`createRowReader ${reader}`, () => engine.createRowReader({ reader })(record, place));
  await ask('rowResponse', () => engine.rowResponse(record));
  await ask('responseText', () => engine.responseText(record as never));
  await ask('textFields', () => engine.textFields(record));
  await ask('fromPlain', () => engine.toJsonText(engine.fromPlain(record)), true);
  await ask('readRow', () => engine.readRow(text));
  await ask('parseFieldPath', () => engine.parseFieldPath(text), true);
  await ask('createTokenCounter', () => engine.createTokenCounter(record as string), true);
  const evaluation = write(mutated(kept, random));
  await ask('readEvaluation', () => engine.readEvaluation(evaluation));
}

const kept = toTree({
  kind: 'parserlens-evaluation',
  version: 1,
  parser: { file: 'a', name: 'b', type: 'c', definition: {} },
  logs: [{ path: 'a', size: 1, sha256: 'x' }],
  totals: { ok: 1, suspicious: 0, error: 0, skipped: 0 },
  rate: 1,
  interval: [0, 1],
  groups: [],
  causes: [],
});

suite('no function of the façade throws for any text @slow', () => {
  const askers = { askOfSource, askOfDefinitions, askOfConversation, askOfRecord };
  for (const [index, [title, asker]] of Object.entries(askers).entries())
    test(title, async () => {
      const faults: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const number = seed * 1_000_003 + index * 7919 + round;
        await asker(async (name, question, mayRaise = false) => {
          const thrown = await thrownBy(question, mayRaise);
          if (thrown !== undefined) faults.push(`${name}, number ${number}: ${thrown}`);
        }, new Random(number));
      }
      deepEqual(faults, []);
    });

  const deep = [
    '(',
    '[',
    '{',
    'f(',
    'a[',
    '-',
    'not ',
    'lambda: ',
    'x.',
    '(a,',
    '{1:',
    'if x:\n',
    "f'{",
    'class A:\n ',
    '<a>',
    '/*',
    '*',
    '\u2028',
  ];
  for (const open of deep)
    test(`imports ${JSON.stringify(open)} ten thousand times`, async () => {
      for (const head of ['', 'from pydantic import BaseModel\nclass A(BaseModel):\n    a = '])
        for (const format of head ? ['python'] : ['typescript', undefined])
          deepEqual(
            await thrownBy(() => engine.importDefinitions(head + open.repeat(10_000), format, 'x'), false),
            undefined,
          );
    });
});
