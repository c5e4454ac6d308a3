import { deepEqual, equal, match } from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { runCli } from './runCli.ts';

const tags = JSON.stringify({
  type: 'MultiTaggedContentParser',
  tagged_contents: [{ name: 'say', tag_begin: '[S]', content_hint: 'what', tag_end: '[/S]' }],
  keys_to_content: 'say',
});

async function cli(args: readonly string[], input: string) {
  const { code, out: stdout, err: stderr } = await runCli(tmpdir(), args, input);
  return { code, stdout, stderr };
}

suite('parserlens convert', () => {
  test('prints the converted file, and before that what differs, in tokens too', async () => {
    const { code, stdout, stderr } = await cli(['convert', '-', '--to', 'ChatAdapter'], tags);
    equal(code, 0);
    equal(JSON.parse(stdout).type, 'ChatAdapter');
    match(stderr, /differs: .*what goes where is for your program\./);
    match(stderr, /Sent because of the definition: \d+ tokens before, \d+ after \(o200k_base\)\./);
  });

  test('as JSON, with another counter', async () => {
    const args = ['convert', '-', '--to', 'ChatAdapter', '--json', '--tokens', 'CharTokenCounter'];
    const { text, losses, tokens } = JSON.parse((await cli(args, tags)).stdout);
    equal(JSON.parse(text).type, 'ChatAdapter');
    deepEqual(losses.at(-1).key, 'keys_to_content');
    equal(tokens.counter, 'CharTokenCounter');
    equal(tokens.sent.after > tokens.sent.before, true);
  });

  test('without a type it lists what there is, and why something is not possible', async () => {
    const broken = JSON.stringify({ ...JSON.parse(tags), tagged_contents: [] });
    const { code, stdout } = await cli(['convert', '-'], broken);
    equal(code, 0);
    match(stdout, /ChatAdapter\n {2}not possible: There are no tags\./);
    const { conversions } = JSON.parse((await cli(['convert', '-', '--json'], tags)).stdout);
    deepEqual(
      conversions.map(({ type }: { type: string }) => type),
      ['MarkdownJsonDictParser', 'ChatAdapter'],
    );
    equal(conversions[1].tokens.counter, 'o200k_base');
    match((await cli(['convert', '-'], '{"type": "identity"}')).stdout, /there is no type that it can become/);
  });

  test('what is not there is told', async () => {
    const unknown = await cli(['convert', '-', '--to', 'ChatAdaptor'], tags);
    deepEqual([unknown.code, /Did you mean `ChatAdapter`/.test(unknown.stderr)], [2, true]);
    const none = await cli(['convert', '-', '--to', 'XMLAdapter'], tags);
    deepEqual([none.code, /no conversion to XMLAdapter/.test(none.stderr)], [1, true]);
    equal((await cli(['convert', '-', '--to', 'ToolStrategy', '--runtime', 'ruby'], tags)).code, 2);
  });
});
