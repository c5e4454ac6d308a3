type Body = Readonly<Record<string, unknown>>;

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
