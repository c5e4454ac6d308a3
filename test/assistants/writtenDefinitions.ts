import type { AssistTask } from './assistTask.ts';
import { definitionIn, reads } from './checks.ts';

const file = 'new.parser.json';
const fence = (json: string) => `\`\`\`json\n${json}\n\`\`\``;

/** A definition that is drafted from examples and has to read others of the form. */
const draft = (
  name: string,
  type: string,
  examples: readonly string[],
  others: readonly (readonly [string, unknown])[],
  wrong: string,
): AssistTask => ({
  name,
  asked: `Write a parser for answers like these: ${examples.join(' / ')}`,
  files: {},
  async solve(call) {
    const { answer } = await call('find_parser', { responses: examples });
    if (!answer.candidates.some((each: { type: string; read: number }) => each.type === type && each.read > 0))
      throw new Error(`${type} is not among ${JSON.stringify(answer.candidates)}`);
    const { answer: drafted } = await call('find_parser', { responses: examples, draft: type });
    const { answer: checked } = await call('check_definitions', { text: drafted.text, file_name: file });
    if (!checked.ok) throw new Error(JSON.stringify(checked));
    return { [file]: drafted.text };
  },
  wrong: { [file]: wrong },
  check: files => reads(files, file, others),
});

const source = JSON.stringify({
  type: 'MarkdownJsonDictParser',
  content_hint: { vote: 'a name' },
  keys_to_content: 'vote',
  required_keys: ['vote'],
});

/** Formats to be written from examples, and definitions that move to another framework. */
export const writtenDefinitions: readonly AssistTask[] = [
  draft(
    'a dictionary in a fence',
    'MarkdownJsonDictParser',
    [fence('{"vote": "Ann", "tone": "quiet"}')],
    [[fence('{"vote": "Bob", "tone": "loud"}'), { vote: 'Bob', tone: 'loud' }]],
    '{ "type": "MarkdownCodeBlockParser", "language_name": "json" }',
  ),
  draft(
    'several tagged parts',
    'MultiTaggedContentParser',
    ['[[thought]]quiet[[/thought]]\n[[vote]]Ann[[/vote]]'],
    [['[[thought]]x[[/thought]]\n[[vote]]Bob[[/vote]]', { thought: 'x', vote: 'Bob' }]],
    '{ "type": "MultiTaggedContentParser", "tagged_contents": [{ "name": "thought", "tag_begin": "[[thought]]", "tag_end": "[[/thought]]", "content_hint": "x" }] }',
  ),
  draft(
    'code in a fence',
    'MarkdownCodeBlockParser',
    ['```python\nprint(1)\n```'],
    [['```python\nx = 2\n```', '\nx = 2\n']],
    '{ "type": "MarkdownCodeBlockParser", "language_name": "bash" }',
  ),
  {
    name: 'a definition as Python of its framework',
    asked: 'Write vote.py with this parser for AgentScope.',
    files: { 'vote.parser.json': source },
    async solve(call) {
      const { answer } = await call('convert_definition', { definition: 'vote.parser.json', to: 'agentscope' });
      const { answer: back } = await call('convert_definition', { text: answer.text });
      if (!/MarkdownJsonDictParser/.test(back.text)) throw new Error(back.text);
      return { 'vote.py': answer.text };
    },
    wrong: {
      'vote.py':
        'from agentscope.parsers import MarkdownJsonDictParser\nparser = MarkdownJsonDictParser(content_hint={"vote": "a name"})\n',
    },
    check: async files =>
      /keys_to_content="vote"/.test(files['vote.py'] ?? '') ? undefined : 'keys_to_content is lost',
  },
  {
    name: 'Python of a framework as a definition',
    asked: 'Make a definition of old.py.',
    files: {
      'old.py':
        'from agentscope.parsers import MarkdownJsonDictParser\n\nparser = MarkdownJsonDictParser(\n    content_hint={"vote": "a name"},\n    required_keys=["vote"],\n    keys_to_content="vote",\n)\n',
    },
    async solve(call, files) {
      const { answer } = await call('convert_definition', { text: files['old.py'], from: 'agentscope' });
      const { answer: checked } = await call('check_definitions', { text: answer.text, file_name: file });
      if (!checked.ok) throw new Error(JSON.stringify(checked));
      return { [file]: answer.text };
    },
    wrong: { [file]: '{ "type": "MarkdownJsonDictParser", "content_hint": { "vote": "a name" } }' },
    async check(files) {
      const definition = definitionIn(files, file);
      if (typeof definition === 'string') return definition;
      return reads(files, file, [
        [fence('{"vote": "Ann"}'), { vote: 'Ann' }],
        [fence('{"tone": "x"}'), undefined],
      ]);
    },
  },
];
