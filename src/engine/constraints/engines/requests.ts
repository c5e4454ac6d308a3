import type { JsonSchema } from '../../json/jsonSchema.ts';
import { holdsByName, literalKeywords } from '../../json/schema/schemaKeywords.ts';
import { asSchema } from '../../json/schema/subschema.ts';

type Body = Readonly<Record<string, unknown>>;

/** How each engine is sent a schema: the part of the request's body, as documented. */
export const schemaRequests = {
  vllm: (schema: JsonSchema): Body => ({ structured_outputs: { json: schema } }),
  sglang: (schema: JsonSchema): Body => ({
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
  }),
  llamaCpp: (schema: JsonSchema): Body => ({ response_format: { type: 'json_schema', json_schema: { schema } } }),
  ollama: (schema: JsonSchema): Body => ({ format: schema }),
  openAi: (schema: JsonSchema): Body => ({
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
  }),
  anthropic: (schema: JsonSchema): Body => ({ output_config: { format: { type: 'json_schema', schema } } }),
  gemini: (schema: JsonSchema): Body => ({
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: withOrder(schema) },
  }),
};

/** The schema with `propertyOrdering`, Gemini's field for the order of members. Instances such as `default` stay. */
function withOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOrder);
  const schema = asSchema(value);
  if (!schema) return value;
  const parts = Object.entries(schema).map(([key, part]): [string, unknown] => {
    if (literalKeywords.includes(key)) return [key, part];
    const members = holdsByName(key) ? asSchema(part) : undefined;
    return [key, members ? mapValues(members) : withOrder(part)];
  });
  const names = Object.keys(asSchema(schema.properties) ?? {});
  const order = names.length > 1 && !('propertyOrdering' in schema) ? [['propertyOrdering', names] as const] : [];
  return Object.fromEntries([...parts, ...order]);
}

function mapValues(members: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(members).map(([name, part]) => [name, withOrder(part)]));
}

/** How a grammar is sent: the part of the request's body, `null` for a library, by the form; the best form stands first. */
export type GrammarRequests = Readonly<Record<string, (text: string) => Body | null>>;

const none = () => null;

function customTool(syntax: string): (definition: string) => Body {
  return definition => ({
    tools: [{ type: 'custom', name: 'answer', format: { type: 'grammar', syntax, definition } }],
  });
}

function structuralTag(text: string): Body {
  return { response_format: { type: 'structural_tag', format: JSON.parse(text) as unknown } };
}

/** How each engine is sent a grammar, as documented; providers that take none are not there. */
export const grammarRequests = {
  xgrammar: { ebnf: none, 'structural-tag': none, regex: none },
  llguidance: { lark: none, regex: none },
  llamaCpp: { gbnf: (grammar: string) => ({ grammar }) },
  vllm: {
    ebnf: (grammar: string) => ({ structured_outputs: { grammar } }),
    'structural-tag': structuralTag,
    regex: (regex: string) => ({ structured_outputs: { regex } }),
    lark: (grammar: string) => ({ structured_outputs: { grammar } }),
  },
  sglang: {
    ebnf: (ebnf: string) => ({ ebnf }),
    'structural-tag': structuralTag,
    regex: (regex: string) => ({ regex }),
  },
  openAi: { lark: customTool('lark'), regex: customTool('regex') },
} satisfies Readonly<Record<string, GrammarRequests>>;
