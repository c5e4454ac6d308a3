import type { AssistTask } from './assistTask.ts';
import { edited, samplesPass } from './checks.ts';

const file = 'vote.parser.json';
const fence = (json: string) => `\`\`\`json\n${json}\n\`\`\``;
const definition = (samples: readonly object[], change: object = {}) =>
  JSON.stringify(
    {
      type: 'MarkdownJsonDictParser',
      content_hint: { vote: 'a name', tone: 'a word' },
      keys_to_content: 'vote',
      ...change,
      samples,
    },
    undefined,
    2,
  );

/** A sample whose response is broken: repaired as the first candidate says. */
const broken = (name: string, json: string): AssistTask => {
  const sample = { name: 's', text: fence(json), expect: { content: 'Ann' } };
  return {
    name: `a response with ${name}`,
    asked: 'A sample fails because its response is broken. Repair the response with the smallest edit.',
    files: { [file]: definition([sample]) },
    async solve(call) {
      const { answer } = await call('diagnose_response', { definition: file, response: sample.text, limit: 1 });
      const text = edited(sample.text, answer.candidates[0].edits);
      return { [file]: definition([{ ...sample, text }]) };
    },
    wrong: { [file]: definition([{ ...sample, text: fence('{"vote": "Bob"}') }]) },
    check: files => samplesPass(files, file, 1),
  };
};

/** Samples that fail. */
export const failingSamples: readonly AssistTask[] = [
  broken('a missing comma', '{"vote": "Ann" "tone": "quiet"}'),
  broken('single quotes', "{'vote': 'Ann'}"),
  broken('a missing brace', '{"vote": "Ann"'),
  {
    name: 'an expectation that is wrong',
    asked: 'The sample expects the wrong thing. Correct the expectation, not the response.',
    files: {
      [file]: definition([{ name: 's', text: fence('{"vote": "Ann"}'), expect: { content: { vote: 'Ann' } } }]),
    },
    async solve(call) {
      const text = fence('{"vote": "Ann"}');
      const { answer } = await call('parse_response', { definition: file, response: text });
      return { [file]: definition([{ name: 's', text, expect: { content: answer.content } }]) };
    },
    wrong: { [file]: definition([{ name: 's', text: fence('{"vote": "Ann"}') }], { keys_to_content: undefined }) },
    check: async files =>
      (await samplesPass(files, file, 1)) ??
      (/"content": "Ann"/.test(files[file]!) ? undefined : 'the expectation is gone'),
  },
  {
    name: 'a sample that expects an error by its class',
    asked: 'This answer must be refused. Say so in the sample.',
    files: { [file]: definition([{ name: 's', text: 'I vote Ann.', expect: { content: 'Ann' } }]) },
    async solve(call) {
      const { answer } = await call('parse_response', { definition: file, response: 'I vote Ann.' });
      return { [file]: definition([{ name: 's', text: 'I vote Ann.', expect: { error: answer.error.class } }]) };
    },
    wrong: { [file]: definition([{ name: 's', text: 'I vote Ann.', expect: { error: 'ValueError' } }]) },
    check: files => samplesPass(files, file, 1),
  },
];
