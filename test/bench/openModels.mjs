// Open models: microseconds for an answer of 1 KB, and milliseconds for a prompt of 1,000 messages and for an answer of 1 MB that comes in single characters; and for a response template that is derived.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quick } from './quick.mjs';

const { transformers } = createRequire(import.meta.url)('../../out/adapters.js');

const response_template = {
  defaults: { role: 'assistant' },
  start_anchor: '<bot>',
  fields: {
    thinking: { open: '<think>', close: '</think>' },
    tool_calls: {
      open: '<tool_call>',
      close: '</tool_call>',
      repeats: true,
      content: 'json',
      transform: { type: 'function', function: '{content}' },
    },
    content: { close: '<|end|>' },
  },
};
const chat_template =
  "{% for m in messages %}<|{{ m.role }}|>\n{% if m.role == 'assistant' and m.tool_calls %}{% for c in m.tool_calls %}{{ c.function | tojson }}{% endfor %}{% else %}{{ m.content | trim }}{% endif %}<|end|>\n{% endfor %}";
const call = '<tool_call>{"name": "search", "arguments": {"query": "words of some length", "limit": 10}}</tool_call>\n';
const text = `<think>${'I think about it for a while. '.repeat(15)}</think>${call.repeat(3)}${'An answer. '.repeat(15)}<|end|>`;

function time(work, runs) {
  work();
  const start = performance.now();
  for (let i = 0; i < runs; i++) work();
  return (performance.now() - start) / runs;
}

console.log(
  `answer of ${text.length} characters: ${(time(() => transformers.parseResponse({ response_template, text, prefix: '<bot>' }), 500) * 1000).toFixed(0)} µs`,
);
const messages = Array.from({ length: 1000 }, (_, i) => ({
  role: i % 2 ? 'assistant' : 'user',
  content: ` message ${i} `,
}));
console.log(
  `prompt of 1,000 messages: ${time(() => transformers.renderChatTemplate({ chat_template, messages }), 10).toFixed(0)} ms`,
);
const chunks = [...'<think>', ...'word '.repeat(quick(200_000, 2000)), ...'</think>done<|end|>'];
console.log(
  `1 MB in single characters: ${time(() => transformers.stream({ response_template, prefix: '', chunks }), 1).toFixed(0)} ms`,
);

// Every model of the recorded cases; DERIVE names a further chat template.
const { models } = JSON.parse(readFileSync(new URL('../conformance/derive.json', import.meta.url), 'utf8'));
const further = process.env.DERIVE ? [{ chat_template: readFileSync(process.env.DERIVE, 'utf8') }] : [];
const cli = createRequire(import.meta.url).resolve('../../dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'parserlens-derive-'));
const file = join(folder, 'chat_template.jinja');
const times = [...models.slice(0, quick(models.length, 2)), ...further].map(({ chat_template }) => {
  writeFileSync(file, chat_template);
  const start = performance.now();
  // It exits with 1 where the template is not proved.
  spawnSync(process.execPath, [cli, 'derive', file, '--json']);
  return performance.now() - start;
});
rmSync(folder, { recursive: true });
const longest = Math.max(...times);
console.log(`deriving a response template: at most ${longest.toFixed(0)} ms, the start of Node included (limit 2000)`);
if (longest > 2000) process.exitCode = 1;

// With a Python that has transformers 5.13 or later, named by PYTHON, the same answer there.
const python = process.env.PYTHON;
if (python) {
  const program = `import json,sys,time
from transformers.utils.chat_parsing import parse_response
d=json.load(sys.stdin)
f=lambda: parse_response(d["text"], d["template"], prefix="<bot>")
f()
t=time.perf_counter()
for _ in range(500): f()
print(f"the same in CPython: {(time.perf_counter()-t)/500*1e6:.0f} µs")`;
  const input = JSON.stringify({ text, template: response_template });
  process.stdout.write(execFileSync(python, ['-c', program], { input, encoding: 'utf8' }));
}
