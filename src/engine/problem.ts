import type { Edit, Span } from './span.ts';

/** A way out of a problem that is certain to be right: applying all edits at once removes it. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** Something wrong with a user's file, at its place. `code` is one of {@link problemCatalogue}; codes never change their meaning. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly span: Span;
  readonly fixes?: readonly Fix[];
  /** The page that states the rule, where the rule is somebody else's. */
  readonly documentation?: string;
}

/** Every problem code with its default severity and one sentence for its documentation. */
export const problemCatalogue = {
  'syntax-error': { severity: 'error', summary: 'The file is not JSON with comments.' },
  'wrong-shape': { severity: 'error', summary: 'A key has a value of the wrong type, or the file is no definition.' },
  'missing-key': { severity: 'error', summary: 'A key that the type requires is missing.' },
  'conflicting-keys': { severity: 'error', summary: 'Two keys stand together that exclude each other.' },
  'unknown-type': { severity: 'error', summary: 'No parser type has this name.' },
  'unknown-key': { severity: 'warning', summary: 'The type has no such key.' },
  'duplicate-key': { severity: 'warning', summary: 'A key stands twice in one object; the last one counts.' },
  'duplicate-name': { severity: 'warning', summary: 'Two definitions, tags or samples have the same name.' },
  'odd-value': { severity: 'warning', summary: 'The class accepts this value, but it hardly does what was meant.' },
  'constructor-error': { severity: 'error', summary: 'The class raises when it is constructed with these arguments.' },
  'module-error': { severity: 'error', summary: 'The module of a definition cannot be run, or gives no instruction.' },
  'not-a-conversation': { severity: 'error', summary: 'The file holds no list of messages.' },
  'unknown-role': { severity: 'error', summary: 'A message has a role that AgentScope refuses.' },
  'missing-name': { severity: 'info', summary: 'A message has no name; its role is taken instead.' },
  'incomplete-block': {
    severity: 'warning',
    summary: 'A block is of no known type, or lacks a key that formatters read.',
  },
  'bad-base64': { severity: 'warning', summary: 'The data of a medium is no base64.' },
  'unknown-formatter': { severity: 'error', summary: 'The conversation names a formatter that does not exist.' },
  'unknown-truncation': { severity: 'error', summary: 'The conversation names a truncation that does not exist.' },
  'unknown-counter': { severity: 'error', summary: 'The conversation names a token counter that does not exist.' },
  'result-without-call': { severity: 'warning', summary: 'A tool result answers no call before it.' },
  'call-without-result': { severity: 'warning', summary: 'A tool call is never answered.' },
  'unsupported-block': { severity: 'warning', summary: 'The formatter drops blocks of this type.' },
  'wrong-role': { severity: 'warning', summary: 'The provider takes such a block in messages of another role only.' },
  'wrong-order': { severity: 'warning', summary: 'The provider rejects messages in this order.' },
  'format-error': { severity: 'error', summary: 'The formatter raises, because of this message or as a whole.' },
  'too-large': { severity: 'error', summary: 'The file is larger than ParserLens reads.' },
} as const satisfies Record<string, { severity: Problem['severity']; summary: string }>;

/** A stable name of a kind of problem. */
export type ProblemCode = keyof typeof problemCatalogue;
