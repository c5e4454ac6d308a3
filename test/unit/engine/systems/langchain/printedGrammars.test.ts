import { equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { constrain } from '../../../../../src/engine/constraints/index.ts';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';

const engines = { lark: 'llguidance', gbnf: 'llama.cpp', ebnf: 'vllm', regex: 'vllm' } as const;
const w = { type: 'string', enum: ['x', 'y'] };
const closed = { type: 'object', additionalProperties: false };
const schemas: Readonly<Record<string, object>> = {
  plain: {
    ...closed,
    properties: { a: { $ref: '#/$defs/w' }, b: { $ref: '#/$defs/w' } },
    required: ['a'],
    $defs: { w },
  },
  nested: {
    ...closed,
    properties: { a: { $ref: '#/$defs/w' }, n: { $ref: '#/$defs/t' } },
    required: ['a', 'n'],
    $defs: {
      w,
      t: { ...closed, properties: { kids: { type: 'array', items: { $ref: '#/$defs/t' } } }, required: ['kids'] },
    },
  },
  kinds: {
    ...closed,
    properties: {
      s: { type: 'string' },
      i: { type: 'integer', minimum: 1, maximum: 12 },
      n: { type: 'number' },
      b: { type: 'boolean' },
      z: { type: 'null' },
      l: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 3 },
      c: { const: 'a"b' },
      p: { type: 'string', pattern: '^[a-c]{2}$' },
    },
    required: ['s', 'i', 'l', 'c', 'p'],
  },
};

/** `# schema form` and the grammar, or why there is none. */
const printed = readFileSync(new URL('printedGrammars.txt', import.meta.url), 'utf8');

suite('grammars as they are printed', () => {
  for (const [, name = '', form = '', text = ''] of printed.matchAll(
    /^# (\w+) (\w+)\n([\s\S]*?)\n(?=\n#|$(?![\s\S]))/gm,
  ))
    test(`${name} as ${form}`, async () => {
      const keys = { type: 'JsonOutputParser', content_schema: schemas[name] };
      const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
      const kind = form as keyof typeof engines;
      const made = await constrain(definition!, { form: kind, engine: engines[kind] }, nodeHost).catch(
        (error: unknown) => error,
      );
      equal(
        made instanceof EngineError ? `${made.class}: ${made.message}` : (made as { text: string }).text.trim(),
        text,
      );
    });
});
