/**
 * Why a text is not strict JSON: every cause with one sentence for its documentation. Codes never change their meaning.
 * Most are the `cause` of an edit; the last group describes what stands around the value, or why no value can be had.
 */
export const causeCatalogue = {
  'missing-comma': 'Two members or items stand side by side without a comma.',
  'extra-comma': 'A comma stands where no member or item follows or precedes it.',
  'trailing-comma': 'A comma stands before the closing bracket.',
  'missing-colon': 'A key and its value stand side by side without a colon.',
  'wrong-separator': 'Another sign stands in place of a comma or a colon.',
  'missing-brace': 'A bracket is missing: one was never closed, or never opened.',
  'extra-brace': 'A bracket is doubled, or closes nothing.',
  'wrong-brace': 'A bracket is closed by one of the other kind.',
  'single-quotes': 'Strings or keys stand in single quotes, as Python writes them.',
  'smart-quotes': 'Strings or keys stand in typographic quotes.',
  'backtick-quotes': 'A string stands in backticks, as in JavaScript.',
  'triple-quotes': 'A string stands in three quotes, as in Python.',
  'escaped-quotes': 'The quotes around strings are escaped, as in JSON within a string.',
  'html-entities': 'Quotes are written as HTML writes them, as `&quot;`.',
  'extra-quote': 'A quote is doubled.',
  'unclosed-string': 'A string has no closing quote.',
  'unopened-string': 'A string has no opening quote.',
  'unescaped-quote': 'A quote inside a string is not escaped.',
  'raw-newline': 'A line break, a tab or another control character stands in a string as it is.',
  'invalid-escape': 'A backslash in a string begins an escape that JSON does not have.',
  'unquoted-key': 'A key has no quotes.',
  'bare-word': 'A value that is neither a number nor a literal has no quotes.',
  'python-literal': 'A literal is spelled as Python, JavaScript or YAML spell it.',
  'number-format': 'A number is written in a form that JSON does not have.',
  tuple: 'A list stands in parentheses, as a tuple of Python.',
  'constructor-call': 'A value stands in a call, as the MongoDB shell prints dates and ids.',
  concatenation: 'A string is put together from several with a plus, as in code.',
  comment: 'There is a comment.',
  ellipsis: 'Three dots stand for something that was left out.',
  'missing-value': 'A key has no value.',
  'several-values': 'Several values stand one after another.',
  'full-width': 'A sign of the structure is full-width, as East Asian keyboards write it.',
  'odd-space': 'A space stands between the parts that JSON does not count as one.',
  'stray-text': 'Text that belongs to no value stands between the parts.',
  'cut-off': 'The text ends too early, and something is missing.',
  'prose-around': 'Prose stands before or after the value.',
  'code-fence': 'The value stands in a Markdown code block.',
  'draft-before': 'A first attempt that was broken off stands before the value.',
} as const satisfies Record<string, string>;

/** A code of {@link causeCatalogue}. */
export type Cause = keyof typeof causeCatalogue;

/** All causes, in the catalogue's order; their places are the bits of `Reading.seen`. */
export const causes = Object.keys(causeCatalogue) as readonly Cause[];
