/**
 * Why a definition does not read a text, as far as it lies in tags and fences: every cause with one sentence, and how likely
 * an edit for it is what was meant.
 *
 * The shares are judged, not fitted: no corpus says what such answers meant. They follow from what an edit may get wrong,
 * given that the definition has read the text after it. A tag in other letters, escaped or emphasised is still there at
 * its place, so that little can be wrong: the text may speak *about* the tag (0.95 to 0.97). So too with a sign that XML
 * would write as an entity (0.95). A code block that is missing or
 * has another language has its content in plain sight, but prose may be taken for it, or another block be meant (0.93). Where
 * the end is missing or is another tag, the answer may have gone on, or ended earlier (0.9). Where a tag is missing altogether,
 * nothing says where the part begins or ends but its neighbours (0.75, so never sure). Shares of several edits are
 * multiplied, as is the confidence of the JSON within.
 */
export const markupCauses = {
  'tag-case': { summary: 'A tag is written in other letter case.', trust: 0.97 },
  'tag-spaces': { summary: 'A tag has blanks in it.', trust: 0.95 },
  'escaped-tag': { summary: 'A tag is escaped, as HTML or with backslashes.', trust: 0.95 },
  'emphasised-tag': { summary: 'A tag stands in Markdown emphasis or in backticks.', trust: 0.95 },
  'wrong-tag': { summary: 'Another tag stands where the end of a part should be.', trust: 0.9 },
  'missing-tag': { summary: 'The tag that begins or ends a part is missing.', trust: 0.75 },
  'bare-markup': { summary: 'XML would write a character of the text as an entity.', trust: 0.95 },
  'no-fence': { summary: 'The answer does not stand in a code block.', trust: 0.93 },
  'wrong-fence': { summary: 'The code block names another language.', trust: 0.93 },
  'unclosed-fence': { summary: 'The code block is not closed.', trust: 0.9 },
} as const satisfies Record<string, { readonly summary: string; readonly trust: number }>;

/** A code of {@link markupCauses}. */
export type MarkupCause = keyof typeof markupCauses;
