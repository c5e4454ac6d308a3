// @ts-check
// npm's @boundaryml/baml, from the folder that PEERS names, as a program: a line of JSON each way. It reads into a type; this one
// allows any JSON value.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

process.env.BAML_LOG = 'off';
const { BamlRuntime } = createRequire(join(String(process.env.PEERS), 'x.js'))('@boundaryml/baml');
const source = `type AnyJson = int | float | bool | string | null | AnyJson[] | map<string, AnyJson>

client<llm> Nobody {
  provider openai
  options {
    model "none"
    api_key "none"
  }
}

function Read() -> AnyJson {
  client Nobody
  prompt #"none"#
}
`;
const runtime = BamlRuntime.fromFiles('.', { 'main.baml': source }, {});
const context = runtime.createContextManager();

for await (const line of createInterface({ input: process.stdin })) {
  let answer = {};
  try {
    answer = { value: runtime.parseLlmResponse('Read', JSON.parse(line), false, context, null, null, {}) };
  } catch {}
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
