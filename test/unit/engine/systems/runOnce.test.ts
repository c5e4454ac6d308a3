import { deepEqual } from 'node:assert/strict';
import { runOnce, startTask } from '../../../../src/engine/conversation/index.ts';
import type { ModelMessage } from '../../../../src/engine/core/result.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';

type Answers = readonly (string | ModelMessage | undefined)[];

/** The requests of a run, `role first-word` for each message; then the first words of what is told, and what became of each answer. */
async function run(keys: object, answers: Answers, retries = answers.length - 1) {
  const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
  const start = await startTask(definition!, 'Who?', nodeHost);
  const first = (text: unknown) => /^\S*/.exec(String(text))![0];
  const [asked, told, read]: [string[][], string[][], unknown[]] = [[], [], []];
  const ask = async ({ messages }: typeof start.conversation, retry: number, texts: readonly string[]) => {
    asked.push(messages.map(({ name, role, content }) => `${role} ${name === role ? first(content) : name}`));
    told.push(texts.map(first));
    const response = answers[retry];
    return response === undefined ? {} : { response };
  };
  for await (const { retry, result } of runOnce(start, ask, retries)) read[retry] = result?.ok;
  return { asked, told, read };
}

const dict = { type: 'MarkdownJsonDictParser', content_hint: { vote: 'a name' } };
const contact = { title: 'Contact', type: 'object', properties: { name: { type: 'string' } } };
const vote = '```json\n{"vote": "Ann"}\n```';

suite('a run: what is asked again', () => {
  test('AgentScope adds every answer and its error, before the instruction', async () => {
    const [head, error] = ['user Who?', 'system JsonParsingError:'];
    deepEqual(await run(dict, ['one', { content: 'two' }, vote, vote]), {
      asked: [
        [head, 'system Respond'],
        [head, 'assistant one', error, 'system Respond'],
        [head, 'assistant one', error, 'assistant two', error, 'system Respond'],
      ],
      told: [[], ['JsonParsingError:'], ['JsonParsingError:', 'JsonParsingError:']],
      read: [false, false, true],
    });
  });

  test('SWE-agent adds the latest answer and its error, behind the task', async () => {
    const head = ['system bash:', 'user Who?'];
    deepEqual(await run({ type: 'thought_action' }, ['one', 'two', 'x\n```\nls\n```']), {
      asked: [head, [...head, 'assistant one', 'user Your'], [...head, 'assistant two', 'user Your']],
      told: [[], ['Your'], ['Your']],
      read: [false, false, true],
    });
  });

  test('mini-SWE-agent adds errors alone', async () => {
    const templates = { system_template: 's', instance_template: 'i', format_error_template: 'E {{error}}' };
    const keys = { type: 'mini_swe_agent', mode: 'actions_text', ...templates };
    const { asked, told } = await run(keys, ['one', 'two', 'three']);
    deepEqual(asked.at(-1), ['system s', 'user i', 'user E', 'user E']);
    deepEqual(told, [[], ['E'], ['E', 'E']]);
  });

  test('LangChain sends one prompt of the latest answer, without the conversation', async () => {
    const { asked, told } = await run({ type: 'DatetimeOutputParser' }, ['one', 'two', 'three']);
    deepEqual(asked, [['system Your', 'user Who?'], ['user Instructions:'], ['user Instructions:']]);
    deepEqual(told, [[], ['Instructions:'], ['Instructions:']]);
  });

  test('an agent whose model called nothing is asked again with nothing said, and nothing is told', async () => {
    const keys = { type: 'ToolStrategy', schema: { class_name: 'Contact', content_schema: contact } };
    const { asked, told, read } = await run(keys, ['Ida', 'Ida']);
    deepEqual(
      asked.map(messages => messages.length),
      [1, 2],
    );
    deepEqual(
      [told, read],
      [
        [[], []],
        [true, true],
      ],
    );
  });

  test('the run ends with its retries, with an answer that failed to come, and where nobody asks again', async () => {
    deepEqual((await run(dict, ['one', 'two', 'three'], 1)).read, [false, false]);
    deepEqual((await run(dict, ['one'], 0)).asked.length, 1);
    deepEqual((await run(dict, ['one', undefined, vote])).read, [false, undefined]);
    deepEqual((await run(dict, [vote, 'two'])).read, [true]);
    deepEqual((await run({ type: 'ChatAdapter', signature: 'question -> answer' }, ['a', 'b'])).read, [false]);
  });
});
