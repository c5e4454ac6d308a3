// @ts-check
// npm's @boundaryml/baml, from the folder that PEERS names. It reads into a type; this one allows any JSON value. It has no
// confidence, so it is sure of all that it gives.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseWith } from './parseWith.mjs';

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

export function repair(/** @type {string} */ text) {
  try {
    const value = runtime.parseLlmResponse('Read', text, false, context, null, null, {});
    return { candidates: [{ value, confidence: 1, lossy: false }] };
  } catch {
    return { candidates: [] };
  }
}
export const parse = parseWith(repair);
