// Truncation: a long conversation cut to 8,000 tokens, against formatting and counting everything anew in every round.
import { createRequire } from 'node:module';
import { quick } from './quick.mjs';

const { createTokenCounter, formatConversation, readConversation } = createRequire(import.meta.url)(
  '../../dist/engine.js',
);

const words = 'the quick brown fox jumps over the lazy dog and then asks somebody for the nearest library'.split(' ');

/** A conversation of three parties with a tool call in every tenth message. The same every time. */
function conversation(length, formatter, counter) {
  const messages = [{ name: 'system', role: 'system', content: 'You are the keeper of minutes.' }];
  for (let i = 1; i < length; i++) {
    const text = Array.from({ length: 12 + (i % 9) }, (_, k) => words[(i * 7 + k * 5) % words.length]).join(' ');
    if (i % 10 === 0) {
      messages.push({
        name: 'Bot',
        role: 'assistant',
        content: [{ type: 'tool_use', id: `${i}`, name: 'find', input: { text } }],
      });
      const output = [{ type: 'text', text }];
      messages.push({
        name: 'system',
        role: 'system',
        content: [{ type: 'tool_result', id: `${i}`, name: 'find', output }],
      });
    } else messages.push({ name: ['Ann', 'Bob', 'Cid'][i % 3], role: 'user', content: text });
  }
  const file = { formatter, token_counter: counter, max_tokens: 8000, messages };
  return readConversation(JSON.stringify(file), 'bench.messages.json').conversation;
}

async function seconds(given, options) {
  const start = performance.now();
  const result = await formatConversation(given, options);
  if (!result.ok) throw new Error(result.error.message);
  return { time: (performance.now() - start) / 1000, result };
}

const gpt = { type: 'OpenAITokenCounter', model_name: 'gpt-4o' };
const qwen = { type: 'HuggingFaceTokenCounter', pretrained_model_name_or_path: 'Qwen/Qwen2.5-VL-3B-Instruct' };
for (const [formatter, counter] of [
  ['OpenAIChatFormatter', gpt],
  ['OpenAIMultiAgentFormatter', gpt],
  ['DashScopeMultiAgentFormatter', qwen],
]) {
  await seconds(conversation(50, formatter, counter), {});
  const short = conversation(quick(2000, 60), formatter, counter);
  const fast = await seconds(short, {});
  const plain = createTokenCounter(counter);
  const straight = await seconds(short, { tokenCounter: { count: payload => plain.count(payload) } });
  if (straight.result.tokens !== fast.result.tokens || straight.result.payload.length !== fast.result.payload.length)
    throw new Error(`${formatter}: the results differ`);
  const long = await seconds(conversation(quick(10_000, 200), formatter, counter), {});
  console.log(
    `${formatter.padEnd(30)} 2,000 messages ${fast.time.toFixed(2)} s, counted anew ${straight.time.toFixed(2)} s: ` +
      `${(straight.time / fast.time).toFixed(0)} times faster   10,000 messages ${long.time.toFixed(2)} s`,
  );
}
