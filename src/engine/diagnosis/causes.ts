import { type ViolationCause, violationCatalogue } from '../core/violation.ts';
import { type Cause, causeCatalogue } from '../repair/index.ts';

/**
 * Why a definition does not read a text, as far as it lies in tags and fences: every cause with one sentence, and how likely
 * an edit for it is what was meant.
 *
 * The shares are judged, not fitted: no corpus says what such answers meant. They follow from what an edit may get wrong,
 * given that the definition has read the text after it. A tag in other letters, escaped or emphasised is still there at
 * its place, so that little can be wrong: the text may speak *about* the tag (0.95 to 0.97). So too with a sign that XML
 * would write as an entity (0.95). A code block that is missing or
 * has another language has its content in plain sight, but prose may be taken for it, or another block be meant (0.93). Where
 * the end is missing, the answer may have gone on (0.9); where it is another tag, that may only be named (0.8). Where a tag is missing altogether,
 * nothing says where the part begins or ends but its neighbours (0.75, so never sure). What lies over a whole text and says
 * nothing (line ends, indentation) is hardly ever meant (0.97). An input that is left out may have been forgotten (0.6), and
 * a key that differs from a missing one by its case alone is that one, one that is misspelled may be another's (0.9), and so with the name of a tag.
 * What ends a part and stands in it is written with an escape that reads as the same text, so that only where the part ends can
 * be wrong (0.95 to 0.97). Behind a turn that a model made up nothing is its answer (0.9).
 * Of several answers nobody knows which counts (0.55 for the first of two). Shares of several causes are multiplied, as is
 * the confidence of the JSON within.
 */
export const markupCauses = {
  'tag-case': { summary: 'A tag is written in other letter case.', trust: 0.97 },
  'tag-spaces': { summary: 'A tag has blanks in it.', trust: 0.95 },
  'escaped-tag': { summary: 'A tag is escaped, as HTML or with backslashes.', trust: 0.95 },
  'emphasised-tag': { summary: 'A tag stands in Markdown emphasis or in backticks.', trust: 0.95 },
  'wrong-tag': { summary: 'Another tag stands where the end of a part should be.', trust: 0.8 },
  'tag-spelling': { summary: 'The name of a tag is misspelt.', trust: 0.9 },
  'missing-tag': { summary: 'The tag that begins or ends a part is missing.', trust: 0.75 },
  'bare-markup': { summary: 'XML would write a character of the text as an entity.', trust: 0.95 },
  'closing-in-value': { summary: 'What ends a part stands in the part itself.', trust: 0.95 },
  'fence-in-value': { summary: 'Three back quotes stand in a value, and end its code block.', trust: 0.97 },
  'no-fence': { summary: 'The answer does not stand in a code block.', trust: 0.93 },
  'wrong-fence': { summary: 'The code block names another language.', trust: 0.93 },
  'unclosed-fence': { summary: 'The code block is not closed.', trust: 0.9 },
  'fence-shape': { summary: 'The fences of the code block do not stand alone in lines of their own.', trust: 0.93 },
  'missing-line-break': { summary: 'A line break is missing behind a tag.', trust: 0.95 },
  'line-ends': { summary: 'Lines end with a carriage return and a line feed.', trust: 0.97 },
  indented: { summary: 'The lines of the answer are indented.', trust: 0.97 },
  'header-spelling': { summary: 'The header of a section is not written as the format has it.', trust: 0.95 },
  'label-spelling': { summary: 'A label is not written as the format has it.', trust: 0.95 },
  'missing-label': { summary: 'A label is missing.', trust: 0.6 },
  'list-marker': { summary: 'An item of a list begins with another mark.', trust: 0.94 },
  'quoted-answer': { summary: 'The answer stands in quotes.', trust: 0.93 },
  'several-answers': { summary: 'Several answers stand one after another.', trust: 0.55 },
  'invented-turn': { summary: 'The model wrote the next turn itself.', trust: 0.9 },
  'key-spelling': { summary: 'A key is written in other letters, or misspelled.', trust: 0.9 },
  'instruction-echo': { summary: 'The format instruction is repeated in the answer.', trust: 0.93 },
} as const satisfies Record<string, { readonly summary: string; readonly trust: number }>;

/** A code of {@link markupCauses}. */
export type MarkupCause = keyof typeof markupCauses;

/** Of what is not markup, and may go. */
const otherTrust: Readonly<Record<string, number>> = {
  'prose-around': 0.95,
  'odd-space': 0.99,
  'code-fence': 0.93,
  'full-width': 0.95,
};

/** How likely edits are what was meant. One cause counts once: who makes a fault makes it again. */
export function trustIn(edits: readonly { readonly cause: string }[]): number {
  const causes = new Set(edits.map(({ cause }) => cause));
  return [...causes]
    .map(cause => otherTrust[cause] ?? markupCauses[cause as MarkupCause].trust)
    .reduce((product, trust) => product * trust, 1);
}

/** Why there is nothing to repair: every cause with one sentence for its documentation. Codes never change their meaning. */
export const answerCauses = {
  'empty-response': 'The response is empty.',
  refusal: 'The model declines to answer.',
  'no-answer': 'Nothing in the response is of the form that is wanted.',
  'malformed-call': 'The provider could not read the call that the model wrote, and gives no answer.',
  'refused-key': 'The provider refused the API key: there is no response.',
} as const satisfies Record<string, string>;

/** A code of {@link answerCauses}. */
export type AnswerCause = keyof typeof answerCauses;

/** Everything that can be why a response does not read. */
export type ResponseCause = Cause | MarkupCause | ViolationCause | AnswerCause;

/** One sentence that says what a cause stands for. */
export function causeSummary(cause: ResponseCause): string {
  if (cause in markupCauses) return markupCauses[cause as keyof typeof markupCauses].summary;
  const others = { ...causeCatalogue, ...answerCauses, ...violationCatalogue };
  return others[cause as keyof typeof others];
}
