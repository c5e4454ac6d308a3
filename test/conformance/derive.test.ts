import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { EngineError, modelTemplates } from '../../src/engine/index.ts';
import { operations } from './adapters/operations.ts';

type Message = Readonly<Record<string, unknown>>;

interface DeriveCase {
  readonly name: string;
  readonly prompt: string;
  readonly answer: string;
  readonly tools?: unknown;
  readonly expected: Message;
  readonly expressible: boolean;
}

interface DeriveModel {
  readonly name: string;
  readonly reasoning_key?: string;
  readonly tokenizer_config: object;
  readonly chat_template: string;
  readonly cases: readonly DeriveCase[];
}

const { models } = JSON.parse(readFileSync(new URL('./derive.json', import.meta.url), 'utf8')) as {
  readonly models: readonly DeriveModel[];
};
/** Words beside calls stand where thoughts do: no template tells them apart. */
const unproved = ['actions'];

/** What counts of a message: no blanks at the ends of texts, nothing that is empty, no ids of calls. */
function counted(message: Message, reasoningKey: string): object {
  const text = (key: string) => String(message[key] ?? '').trim();
  const calls = (message.tool_calls ?? []) as readonly Message[];
  return { content: text('content'), thoughts: text(reasoningKey), calls: calls.map(({ id, ...call }) => call) };
}

suite('response templates derived from chat templates', () => {
  for (const { name, reasoning_key = 'reasoning_content', tokenizer_config, chat_template, cases } of models)
    test(name, () => {
      const { template, proved, kinds } = modelTemplates().derive(
        new Map([
          ['tokenizer_config.json', JSON.stringify(tokenizer_config)],
          ['chat_template.jinja', chat_template],
        ]),
      );
      for (const { name: title, prompt, answer, tools, expected, expressible } of cases) {
        if (!expressible) continue;
        let read: Message;
        try {
          const input = { response_template: template, text: answer, prefix: prompt, tools };
          read = operations.transformers.parseResponse(input) as Message;
        } catch (error) {
          if (!(error instanceof EngineError)) throw error;
          read = { error: error.message };
        }
        assert.deepEqual(counted(read, reasoning_key), counted(expected, reasoning_key), title);
      }
      assert.equal(proved, !unproved.includes(name), JSON.stringify(kinds));
    });
});
