/** Why a definition does not read a text, as far as it lies in tags and fences: every cause with one sentence, and how likely an edit for it is what was meant. */
export const markupCauses = {
  'tag-case': { summary: 'A tag is written in other letter case.', trust: 0.97 },
  'escaped-tag': { summary: 'A tag is escaped, as HTML or with backslashes.', trust: 0.95 },
  'emphasised-tag': { summary: 'A tag stands in Markdown emphasis or in backticks.', trust: 0.95 },
  'wrong-tag': { summary: 'Another tag stands where the end of a part should be.', trust: 0.9 },
  'missing-tag': { summary: 'The tag that begins or ends a part is missing.', trust: 0.75 },
  'no-fence': { summary: 'The answer does not stand in a code block.', trust: 0.93 },
  'wrong-fence': { summary: 'The code block names another language.', trust: 0.93 },
  'unclosed-fence': { summary: 'The code block is not closed.', trust: 0.9 },
} as const satisfies Record<string, { readonly summary: string; readonly trust: number }>;

/** A code of {@link markupCauses}. */
export type MarkupCause = keyof typeof markupCauses;
