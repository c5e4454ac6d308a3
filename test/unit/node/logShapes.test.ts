import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { EvaluationFile } from '../../../src/engine/index.ts';
import { runCli } from '../cli/runCli.ts';

const fence = '```';
const count = 8;
/** One of four is an error. */
const answer = (i: number) =>
  i % 4 === 0 ? `${fence}json\n{'a': 'x${i}'\n` : `${fence}json\n{"a": "hi ${i}"}\n${fence}`;
const all = <T>(of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const user = (content: unknown) => ({ role: 'user', content });
const says = (content: unknown) => ({ role: 'assistant', content });
const lines = (of: (i: number) => unknown) => all(i => `${JSON.stringify(of(i))}\n`).join('');
const document = (value: unknown) => JSON.stringify(value, null, 2);
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const text = (name: string) => ({
  name,
  type: 'BYTE_ARRAY' as const,
  converted_type: 'UTF8' as const,
  repetition_type: 'OPTIONAL' as const,
});
/** A table of Hugging Face's with a column of messages. */
const dialogs = (column: string, [role, content]: readonly [string, string], of: (i: number) => readonly object[]) =>
  Buffer.from(
    parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: 2 },
        text('prompt_id'),
        { name: column, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'OPTIONAL', num_children: 2 },
        ...[text(role), text(content)],
      ],
      columnData: [
        { name: 'prompt_id', data: all(i => `p${i}`) },
        { name: column, data: all(of) },
      ],
    } as never),
  );
const table = (columns: Readonly<Record<string, readonly string[]>>) =>
  Buffer.from(
    parquetWriteBuffer({
      columnData: Object.entries(columns).map(([name, data]) => ({ name, data: [...data], type: 'STRING' as const })),
    }),
  );
const chat = (i: number) => ({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, message: says(answer(i)), finish_reason: 'stop' }],
});

/** Logs as people have them; the field that is shown, where it is not the reader's own. */
const logs: Readonly<Record<string, readonly [content: string | Buffer, field?: string]>> = {
  'hf-messages.parquet': [dialogs('messages', ['role', 'content'], i => [user('q'), says(answer(i))]), 'messages[-1]'],
  'hf-sharegpt.parquet': [
    dialogs('conversations', ['from', 'value'], i => [
      { from: 'human', value: 'q' },
      { from: 'gpt', value: answer(i) },
      { from: 'human', value: 'thanks' },
    ]),
  ],
  'messages-as-text.parquet': [
    table({ messages: all(i => JSON.stringify([user('q'), says(answer(i))])), source: all(() => 'x') }),
  ],
  'user-last.jsonl': [lines(i => ({ messages: [user('q'), says(answer(i)), user('thanks')] }))],
  'preferences.jsonl': [
    lines(i => ({ prompt: 'q', chosen: [user('q'), says(answer(i))], rejected: [user('q'), says('no')] })),
  ],
  'trl.jsonl': [lines(i => ({ prompt: [user('q')], completion: [says(answer(i))] }))],
  'sharegpt.json': [
    document(
      all(i => ({
        conversations: [
          { from: 'human', value: 'q' },
          { from: 'gpt', value: answer(i) },
        ],
      })),
    ),
  ],
  'fine-tuning.jsonl': [lines(i => ({ messages: [user('q'), { ...says(answer(i)), weight: 1 }] }))],
  'gemini-contents.jsonl': [
    lines(i => ({
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts: [{ text: 'hm', thought: true }, { text: answer(i) }] },
      ],
    })),
  ],
  'pipeline-chat.jsonl': [lines(i => [{ generated_text: [user('q'), says(answer(i))] }]), '[0].generated_text'],
  'pipeline.jsonl': [lines(i => [{ generated_text: answer(i) }])],
  'opentelemetry.jsonl': [
    lines(i => ({
      name: 'chat m',
      attributes: {
        'gen_ai.request.model': 'm',
        'gen_ai.output.messages': JSON.stringify([
          {
            role: 'assistant',
            parts: [
              { type: 'reasoning', content: 'hm' },
              { type: 'text', content: answer(i) },
            ],
          },
        ]),
      },
    })),
    'attributes["gen_ai.output.messages"]',
  ],
  'openai-batch.jsonl': [
    lines(i => ({ id: 'b', custom_id: `c${i}`, response: { status_code: 200, body: chat(i) }, error: null })),
  ],
  'vllm-completions.jsonl': [
    lines(i => ({ object: 'text_completion', model: 'm', choices: [{ text: answer(i), finish_reason: 'stop' }] })),
  ],
  'vllm-outputs.jsonl': [lines(i => ({ request_id: `${i}`, prompt: 'q', outputs: [{ index: 0, text: answer(i) }] }))],
  'litellm.jsonl': [lines(i => ({ call_type: 'acompletion', messages: [user('q')], response: chat(i) }))],
  'mlflow.jsonl': [lines(i => ({ request_id: `t${i}`, request: '{"q":1}', response: JSON.stringify(chat(i)) }))],
  'langsmith.jsonl': [
    lines(i => ({ id: `r${i}`, run_type: 'llm', outputs: { generations: [[{ text: answer(i) }]] }, extra: {} })),
  ],
  'langsmith-examples.jsonl': [lines(i => ({ inputs: { question: 'q' }, outputs: { output: answer(i) } }))],
  'langfuse.jsonl': [lines(i => ({ id: `o${i}`, type: 'GENERATION', traceId: 't', output: says(answer(i)) }))],
  'wandb.table.json': [document({ columns: ['prompt', 'response', 'ms'], data: all(i => ['q', answer(i), i]) })],
  'weave.json': [document(all(i => ({ op_name: 'create', inputs: { model: 'm' }, output: chat(i) })))],
  'anthropic-batch.jsonl': [
    lines(i => ({
      custom_id: `c${i}`,
      result: { type: 'succeeded', message: { type: 'message', content: [{ type: 'text', text: answer(i) }] } },
    })),
  ],
  'bedrock-converse.jsonl': [
    lines(i => ({ output: { message: says([{ text: answer(i) }]) }, stopReason: 'end_turn' })),
  ],
  'vertex-batch.jsonl': [
    lines(i => ({ request: {}, response: { candidates: [{ content: { parts: [{ text: answer(i) }] } }] } })),
  ],
  'ollama.jsonl': [lines(i => ({ model: 'm', message: says(answer(i)), done: true, done_reason: 'stop' }))],
  'lm-eval.jsonl': [
    lines(i => ({
      doc_id: i,
      doc: { question: 'q', answer: 'The answer of the data set, at some length.' },
      target: 'a',
      arguments: [['q', {}]],
      resps: [[answer(i)]],
      filtered_resps: [answer(i)],
    })),
  ],
  'promptfoo.json': [
    document({
      results: { version: 3, results: all(i => ({ prompt: { raw: 'q' }, response: { output: answer(i) } })) },
    }),
  ],
  'lmsys.jsonl': [lines(i => ({ conversation_id: `c${i}`, model: 'm', conversation: [user('q'), says(answer(i))] }))],
  'mt-bench.jsonl': [lines(i => ({ question_id: i, choices: [{ index: 0, turns: [answer(i)] }] }))],
  'tau-bench.json': [document(all(i => ({ task_id: i, traj: [user('q'), says(answer(i)), user('###STOP###')] })))],
  'alpaca.json': [document(all(i => ({ instruction: 'do it', input: '', output: answer(i) })))],
  'nested.jsonl': [
    lines(i => ({ trace: { id: i, raw: { choices: [{ message: { content: answer(i) } }] } } })),
    'trace.raw.choices[0].message.content',
  ],
  'bom.csv': [`\ufeffid;response\r\n${all(i => `${i};${cell(answer(i))}\r\n`).join('')}`],
  'helicone.csv': [`id,response_body\n${all(i => `${i},${cell(JSON.stringify(chat(i)))}\n`).join('')}`],
  'excel.tsv': [Buffer.from(`\ufeffid\tresponse\r\n${all(i => `${i}\t${cell(answer(i))}\r\n`).join('')}`, 'utf16le')],
  'pandas-split.json': [document({ columns: ['response'], index: all(i => i), data: all(i => [answer(i)]) })],
  'packed.json.gz': [gzipSync(document(all(i => ({ response: answer(i) }))))],
};

suite('logs as people have them', () => {
  let folder = '';
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  };
  const evaluate = (log: string) => runCli(folder, `evaluate ${log} --parser p.parser.json --threads 0 --json`);
  const json = async (log: string): Promise<EvaluationFile> => {
    const { code, out, err } = await evaluate(log);
    assert.equal(code, 0, `${log}: ${err}`);
    return JSON.parse(out);
  };

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await write('p.parser.json', JSON.stringify({ type: 'MarkdownJsonDictParser', required_keys: ['a'] }));
  });
  suiteTeardown(() => rm(folder, { recursive: true }));

  for (const [name, [content, field]] of Object.entries(logs))
    test(name, async () => {
      await write(name, content);
      const { totals, causes, logs: read } = await json(name);
      assert.deepEqual(
        totals,
        { rows: count, skipped: 0, untried: 0, ok: 6, suspicious: 0, error: 2 },
        JSON.stringify(read),
      );
      assert.deepEqual(
        causes.map(({ code }) => code),
        ['cut-off'],
      );
      if (field !== undefined) assert.equal(read[0]!.field, field);
    });

  test('records of OpenAI’s evals: what is no sample has no response', async () => {
    const samples = lines(i => ({ run_id: 'r', type: 'sampling', data: { prompt: 'q', sampled: [answer(i)] } }));
    const spec = JSON.stringify({ spec: { completion_fns: ['a-model'], eval_name: 'x' } });
    await write('evals.jsonl', `${spec}\n${samples.repeat(3)}{"final_report": {"accuracy": 1}}\n`);
    const { totals, logs: read } = await json('evals.jsonl');
    assert.equal(read[0]!.field, 'data.sampled[0]');
    assert.deepEqual(totals, { rows: 26, skipped: 2, untried: 0, ok: 18, suspicious: 0, error: 6 });
  });

  test('a folder of shards or runs: what stands beside the logs is no response; without logs texts are', async () => {
    for (const i of [0, 1, 2])
      await write(`set/data/train-0000${i}-of-00003.parquet`, table({ input: all(() => 'q'), output: all(answer) }));
    await write('set/README.md', '---\nlicense: mit\n---\n');
    await write('set/LICENSE', 'MIT');
    await write('set/dataset_infos.json', '{"default": {}}');
    const set = await json('set');
    assert.deepEqual(set.totals, { rows: 24, skipped: 0, untried: 0, ok: 18, suspicious: 0, error: 6 });
    const step = (i: number) => ({ action: 'ls', observation: 'o', response: answer(i), thought: 't' });
    for (const run of ['a', 'b']) {
      await write(`runs/${run}/${run}.traj`, document({ environment: 'e', trajectory: all(step), history: [] }));
      await write(`runs/${run}/${run}.debug.log`, 'log\n');
      await write(`runs/${run}/${run}.config.yaml`, 'a: 1\n');
      await write(`runs/${run}/${run}.pred`, '{"model_patch": "diff"}');
    }
    assert.deepEqual((await json('runs')).totals, {
      rows: 16,
      skipped: 0,
      untried: 0,
      ok: 12,
      suspicious: 0,
      error: 4,
    });
    await write('texts/README.md', answer(1));
    await write('texts/b.log', answer(2));
    assert.deepEqual((await json('texts')).totals, { rows: 2, skipped: 0, untried: 0, ok: 2, suspicious: 0, error: 0 });
  });

  test('Arrow says what to write instead, as a file and as a stream', async () => {
    for (const start of [Buffer.from('ARROW1\0\0'), Buffer.from([255, 255, 255, 255, 16, 0, 0, 0])]) {
      await write('data-00000-of-00001.arrow', Buffer.concat([start, Buffer.alloc(100)]));
      const { code, err } = await evaluate('data-00000-of-00001.arrow');
      assert.deepEqual([code, err.trimEnd().split('\n').length], [2, 1], err);
      assert.match(err, /The log is Arrow, which is not read: write it as Parquet/);
    }
  });
});
