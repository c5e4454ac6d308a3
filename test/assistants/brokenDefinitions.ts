import type { AssistTask } from './assistTask.ts';
import { edited, reads, samplesPass } from './checks.ts';

const file = 'vote.parser.json';
const response = '```json\n{"thought": "quiet", "vote": "Ann"}\n```';
const sample = (expect: object) => ({ name: 's', text: response, expect });

/** A definition of a dictionary in a fence, changed. */
const dict = (change: object, expect: object = { content: 'Ann' }) =>
  JSON.stringify(
    {
      type: 'MarkdownJsonDictParser',
      content_hint: { thought: 'what you think', vote: "the player's name" },
      required_keys: ['vote'],
      keys_to_content: 'vote',
      ...change,
      samples: [sample(expect)],
    },
    undefined,
    2,
  );

/** Takes the first fix of the first problem that has one, as `check_definitions` gives it. */
const takeFix: AssistTask['solve'] = async (call, files) => {
  let text = files[file]!;
  for (let round = 0; round < 3; round++) {
    const { answer } = await call('check_definitions', { text, file_name: file });
    const fix = answer.files[0].problems?.find((problem: { fixes?: unknown[] }) => problem.fixes?.length)?.fixes[0];
    if (!fix) break;
    text = edited(text, fix.edits);
  }
  return { [file]: text };
};

/** Writes what `change` makes of the text, after reading what is wrong. */
const afterCheck =
  (change: (text: string) => string): AssistTask['solve'] =>
  async (call, files) => {
    const { answer } = await call('check_definitions', { path: file });
    if (answer.ok) throw new Error('nothing is wrong');
    const text = change(files[file]!);
    const { answer: after } = await call('check_definitions', { text, file_name: file });
    if (!after.ok) throw new Error(JSON.stringify(after));
    return { [file]: text };
  };

const passes: AssistTask['check'] = files => samplesPass(files, file, 1);
const unread = '{ "type": "MarkdownJsonDictParser", "content_hint": {}, "samples": [] }';

/** Definitions that do not work. */
export const brokenDefinitions: readonly AssistTask[] = [
  {
    name: 'misspelt key of the value',
    asked: 'check says that something is wrong with keys_to_content. Fix it.',
    files: { [file]: dict({ keys_to_content: 'votte' }, { value: { thought: 'quiet', vote: 'Ann' } }) },
    solve: takeFix,
    wrong: { [file]: dict({ keys_to_content: 'votte' }).replace('"keys_to_content": "votte",\n', '') },
    check: async files =>
      (await passes(files)) ?? (files[file]!.includes('"keys_to_content": "vote"') ? undefined : 'no key'),
  },
  {
    name: 'misspelt key of the definition',
    asked: 'My content hint is ignored.',
    files: { [file]: dict({}).replace('"required_keys"', '"require_keys"') },
    solve: takeFix,
    wrong: { [file]: dict({}).replace('  "required_keys": [\n    "vote"\n  ],\n', '') },
    check: async files => (await passes(files)) ?? reads(files, file, [['```json\n{"thought": "x"}\n```', undefined]]),
  },
  {
    name: 'text that is not JSON',
    asked: 'The file does not load.',
    files: { [file]: dict({}).replace('"required_keys": [', '"required_keys" [') },
    solve: afterCheck(text => text.replace('"required_keys" [', '"required_keys": [')),
    wrong: { [file]: unread },
    check: passes,
  },
  {
    name: 'a required key that the hint does not mention',
    asked: 'The model never writes `role`, and every answer fails.',
    files: { [file]: dict({ required_keys: ['vote', 'role'] }) },
    solve: afterCheck(text => text.replace(',\n    "role"', '')),
    wrong: { [file]: dict({ required_keys: [] }) },
    check: async files => (await passes(files)) ?? reads(files, file, [['```json\n{"thought": "x"}\n```', undefined]]),
  },
  {
    name: 'the wrong type for the answers',
    asked: 'The answers are JSON objects, but the value is a string.',
    files: { [file]: dict({}).replace('MarkdownJsonDictParser', 'MarkdownCodeBlockParser') },
    solve: async (call, files) => {
      const { answer } = await call('find_parser', { responses: [response] });
      const found = answer.candidates.find(({ type }: { type: string }) => type === 'MarkdownJsonDictParser');
      const text = files[file]!.replace('MarkdownCodeBlockParser', found.type);
      const { answer: after } = await call('check_definitions', { text, file_name: file });
      if (!after.ok) throw new Error(JSON.stringify(after));
      return { [file]: text };
    },
    wrong: { [file]: dict({}).replace('MarkdownJsonDictParser', 'MarkdownJsonObjectParser') },
    check: passes,
  },
  {
    name: 'a pattern that does not compile',
    asked: 'The parser is refused.',
    files: {
      [file]: JSON.stringify({
        type: 'RegexTaggedContentParser',
        tagged_content_pattern: '<(?P<name>[^>]+)>(?P<content>.*?)</(?P=name>',
        samples: [{ name: 's', text: '<vote>Ann</vote>', expect: { value: { vote: 'Ann' } } }],
      }),
    },
    solve: afterCheck(text => text.replace('(?P=name>', '(?P=name)>')),
    wrong: {
      [file]:
        '{ "type": "RegexTaggedContentParser", "tagged_content_pattern": "(?P<name>a)(?P<content>b)", "samples": [] }',
    },
    check: passes,
  },
];
