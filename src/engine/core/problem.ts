import type { Edit, Span } from './span.ts';

/** A way out of a problem: applying all edits at once removes it. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** Whether it is one way of several, which the user has to choose; else it is the one that is meant. */
  readonly isChoice?: true;
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
  'wrong-shape': {
    severity: 'error',
    summary: 'A key has a value of the wrong type, or the file does not hold a definition.',
  },
  'missing-key': { severity: 'error', summary: 'A key that the type requires is missing.' },
  'conflicting-keys': { severity: 'error', summary: 'Two keys exclude each other.' },
  'unknown-type': { severity: 'error', summary: 'No parser type has this name.' },
  'unknown-key': { severity: 'warning', summary: 'The type has no such key.' },
  'duplicate-key': { severity: 'warning', summary: 'A key appears twice in one object; the last one counts.' },
  'duplicate-name': { severity: 'warning', summary: 'Two tags, tools, commands or samples have the same name.' },
  'empty-file': { severity: 'warning', summary: 'The file holds no definition yet.' },
  'unread-hint': { severity: 'warning', summary: 'The hint is not used, because a schema takes its place.' },
  'odd-history-processor': {
    severity: 'warning',
    summary: 'A history processor of SWE-agent fails, or does other than it seems to.',
  },
  'unread-key': { severity: 'warning', summary: 'A key is not looked at, because another one decides otherwise.' },
  'missing-runtime': {
    severity: 'warning',
    summary: 'Python and JavaScript have two classes of this name, and nothing tells which one is meant.',
  },
  'told-runtime': { severity: 'info', summary: 'The keys of a definition tell whose class it is.' },
  'unapplied-default': {
    severity: 'warning',
    summary: 'A default of zod’s that the framework never fills in.',
  },
  'unread-answer': {
    severity: 'warning',
    summary: 'The instruction asks for answers that the parser does not read.',
  },
  'cannot-read-itself': {
    severity: 'warning',
    summary: 'What the framework writes for a value of the definition’s own it does not read again.',
  },
  'asked-twice': {
    severity: 'info',
    summary: 'The messages ask for the answer in two forms, of which the parser reads one.',
  },
  'reason-after-answer': {
    severity: 'warning',
    summary: 'A member that explains comes after one that decides, and so has no part in it.',
  },
  'wrong-hint': {
    severity: 'warning',
    summary: 'The hint shows the model something other than what the parser reads.',
  },
  'hint-not-json': { severity: 'warning', summary: 'The hint looks like JSON but is not valid JSON.' },
  'empty-tag': { severity: 'warning', summary: 'A tag is empty, so it is found immediately.' },
  'duplicate-tag': {
    severity: 'warning',
    summary: 'Two tags open with the same text, so both get the same content.',
  },
  'same-tags': { severity: 'warning', summary: 'The same text opens and closes a content.' },
  'similar-tags': { severity: 'info', summary: 'Two tags differ only in their ending, or in letter case.' },
  'tag-in-tag': { severity: 'warning', summary: 'A tag is part of another tag, and is found there too.' },
  'tag-in-hint': {
    severity: 'warning',
    summary: 'A hint contains a tag, which is then found in an answer like the hint.',
  },
  'tag-in-instruction': {
    severity: 'warning',
    summary: 'A tag is a word of the instruction; an answer that repeats the word is read from there.',
  },
  'wrong-root-element': {
    severity: 'warning',
    summary: 'The instruction shows a root element that the parser does not look for.',
  },
  'ambiguous-fence': { severity: 'warning', summary: 'The names of other languages start with this one.' },
  'bad-pattern': { severity: 'error', summary: 'Python cannot compile the pattern.' },
  'missing-group': { severity: 'error', summary: 'The pattern lacks a group that the parser reads.' },
  'untranslatable-pattern': {
    severity: 'warning',
    summary: 'Python accepts the pattern, but ParserLens cannot run it.',
  },
  'empty-match': { severity: 'warning', summary: 'The pattern can match the empty string.' },
  'exponential-pattern': { severity: 'warning', summary: 'A short answer can keep the pattern busy for years.' },
  'polynomial-pattern': {
    severity: 'warning',
    summary: 'An answer of ordinary length can keep the pattern busy for too long.',
  },
  'bad-schema': { severity: 'warning', summary: 'Pydantic would not produce or accept this part of the schema.' },
  'unchecked-schema': { severity: 'info', summary: 'Validation ignores this part of the schema.' },
  'refused-example': { severity: 'warning', summary: 'A tool rejects one of its own examples.' },
  'uncallable-tool': { severity: 'warning', summary: 'A tool cannot be called the way it is defined.' },
  'bad-template': { severity: 'warning', summary: 'A template fails, or has placeholders that are not replaced.' },
  'unknown-placeholder': { severity: 'warning', summary: 'A placeholder in the instruction is misspelt.' },
  'silent-instruction': {
    severity: 'warning',
    summary: 'The instruction never mentions something that the parser insists on.',
  },
  'unknown-value-key': { severity: 'warning', summary: 'A filter or a list names a key that the value does not have.' },
  'unasked-key': { severity: 'warning', summary: 'A required key is not among those that the model is asked for.' },
  'unreachable-key': { severity: 'info', summary: 'A key goes to neither content, memory nor metadata.' },
  'listed-twice': { severity: 'info', summary: 'A list names the same key twice.' },
  'impossible-expectation': { severity: 'warning', summary: 'A sample expects something that no response can give.' },
  'odd-value': {
    severity: 'warning',
    summary: 'The class accepts this value, but it probably does not do what was meant.',
  },
  'constructor-error': { severity: 'error', summary: 'The class raises when it is constructed with these arguments.' },
  'held-stream': {
    severity: 'warning',
    summary: 'An answer cannot be streamed: the template looks ahead over any amount of text.',
  },
  'endless-region': {
    severity: 'warning',
    summary: 'A region opens and closes for ever: both its delimiters can match nothing at one place.',
  },
  'empty-close': {
    severity: 'warning',
    summary: 'The end of a region can match nothing, so that text is replaced or lost.',
  },
  'cut-dependent': { severity: 'warning', summary: 'What a template reads depends on where the stream is cut.' },
  'dropped-text': { severity: 'warning', summary: 'Text outside of all regions is dropped.' },
  'replaced-content': { severity: 'warning', summary: 'Later text takes the place of what the same field had before.' },
  'lost-capture': { severity: 'warning', summary: 'A group of a closing pattern never gets a value.' },
  'unfilled-placeholder': { severity: 'warning', summary: 'Nothing provides what a transform names.' },
  'unused-content': { severity: 'warning', summary: 'A transform leaves out what stands between the delimiters.' },
  'guessed-value': {
    severity: 'warning',
    summary: 'Values are read as JSON although the model may write plain texts.',
  },
  'uncast-argument': {
    severity: 'warning',
    summary: 'The type of an argument is not read, or is cast in another way than it seems.',
  },
  'start-anchor': {
    severity: 'warning',
    summary: 'The start anchor does not stand where the chat template begins an answer.',
  },
  'unread-field': {
    severity: 'warning',
    summary: 'The chat template never reads a field that the response template gives.',
  },
  'ungiven-key': { severity: 'warning', summary: 'The chat template reads a key that no field gives.' },
  'end-token': { severity: 'warning', summary: 'What the chat template ends an answer with stays in the message.' },
  'unwritten-open': {
    severity: 'warning',
    summary: 'The history writes calls in another way than the prompt asks for.',
  },
  'rewritten-history': {
    severity: 'warning',
    summary: 'A tool’s result changes what the chat template rendered before it.',
  },
  'no-response-template': {
    severity: 'info',
    summary: 'A model has no response template: nothing reads calls and thoughts out of its answers.',
  },
  'unserved-template': {
    severity: 'info',
    summary: 'A server refuses a response template, or reads by it otherwise than transformers does.',
  },
  'no-generation-marks': { severity: 'info', summary: 'The chat template does not say which text is the assistant’s.' },
  'dropped-message-part': { severity: 'warning', summary: 'The chat template leaves out a part of a message.' },
  'refused-message': {
    severity: 'warning',
    summary: 'The chat template raises an error for an ordinary conversation.',
  },
  'always-defined': {
    severity: 'warning',
    summary: 'A chat template asks whether something is defined that always is.',
  },
  'text-arguments': { severity: 'warning', summary: 'The chat template fails for arguments that are objects.' },
  'dated-prompt': { severity: 'warning', summary: 'The prompt changes with the date.' },
  'missing-file': {
    severity: 'error',
    summary: 'A file that a sample, a definition or a conversation names does not exist.',
  },
  'file-outside': { severity: 'error', summary: 'A sample or a conversation names a file outside of the workspace.' },
  'module-error': { severity: 'error', summary: 'The module of a definition cannot be run, or gives no instruction.' },
  'sample-fails': { severity: 'warning', summary: 'A sample does not give the expected result.' },
  'not-a-conversation': { severity: 'error', summary: 'The file does not hold a list of messages.' },
  'unknown-role': { severity: 'error', summary: 'A message has a role that AgentScope rejects.' },
  'missing-name': { severity: 'info', summary: 'A message has no name; its role is used instead.' },
  'incomplete-block': {
    severity: 'warning',
    summary: 'A block has an unknown type, or lacks a key that formatters read.',
  },
  'bad-base64': { severity: 'warning', summary: 'The data of an image, audio or video is not valid base64.' },
  'agentscope-version': {
    severity: 'error',
    summary: 'The conversation names an unknown release of AgentScope, or uses what came with a later one.',
  },
  'formatter-option': { severity: 'error', summary: 'The formatter does not have this option.' },
  'unknown-formatter': { severity: 'error', summary: 'The conversation names a formatter that does not exist.' },
  'unknown-truncation': { severity: 'error', summary: 'The conversation names a truncation that does not exist.' },
  'unknown-counter': { severity: 'error', summary: 'The conversation names a token counter that does not exist.' },
  'unknown-parser': { severity: 'error', summary: 'The conversation names a parser that does not exist.' },
  'unusable-parser': {
    severity: 'error',
    summary: 'The parser that the conversation names cannot be made, or gives no instruction.',
  },
  'result-without-call': { severity: 'error', summary: 'A tool result answers no call before it.' },
  'call-without-result': { severity: 'error', summary: 'A tool call is never answered.' },
  'unsupported-block': { severity: 'warning', summary: 'The formatter drops blocks of this type.' },
  'wrong-role': { severity: 'error', summary: 'The provider accepts such a block only in messages of another role.' },
  'wrong-order': { severity: 'error', summary: 'The provider rejects messages in this order.' },
  'agentscope2-message': { severity: 'error', summary: 'AgentScope 2 refuses this message.' },
  'ignored-option': { severity: 'warning', summary: 'AgentScope 2 ignores this option without a word.' },
  'dropped-key': { severity: 'warning', summary: 'AgentScope 2 drops this key without a word.' },
  'tool-input': { severity: 'warning', summary: 'The input of a call is no JSON object, or has to be repaired.' },
  'unopened-path': { severity: 'warning', summary: 'AgentScope 2 never opens a local file of this name.' },
  'refused-audio': { severity: 'warning', summary: 'The formatter raises an error for sound of this type.' },
  'torn-call': {
    severity: 'warning',
    summary: 'A call and its result stand in two messages, which compression tears apart.',
  },
  'saved-media': { severity: 'info', summary: 'A medium of a tool result is saved to disk, or printed as text.' },
  'history-tag': { severity: 'warning', summary: 'A text ends the history that it stands in.' },
  'unfinished-state': {
    severity: 'warning',
    summary: 'A call or a result of a finished conversation is not finished.',
  },
  'newest-compressed': { severity: 'warning', summary: 'Compression takes the newest message of the user away.' },
  'other-in-tag': { severity: 'warning', summary: 'Tag 2.0.6 of AgentScope makes another payload of this.' },
  'format-error': {
    severity: 'error',
    summary: 'The formatter raises an error, because of this message or as a whole.',
  },
  'unknown-argument': {
    severity: 'info',
    summary: 'An argument of a parser in a source is known only when the program runs.',
  },
  'constraint-refused': {
    severity: 'warning',
    summary: 'An engine refuses a keyword of the schema: the request fails.',
  },
  'constraint-dropped': {
    severity: 'warning',
    summary: 'An engine drops a keyword of the schema without a word: only the parser checks it.',
  },
  'constraint-narrows': {
    severity: 'info',
    summary: 'An engine never writes some of the values that the schema allows.',
  },
  'unknown-source': { severity: 'error', summary: 'A definition names a parser of a source that is not there.' },
  'too-large': { severity: 'error', summary: 'The file is larger than ParserLens can read.' },
} as const satisfies Record<string, { severity: Problem['severity']; summary: string }>;

/** A stable name of a kind of problem. */
export type ProblemCode = keyof typeof problemCatalogue;

/** A problem with its catalogue severity. */
export function problem(code: ProblemCode, message: string, span: Span, fixes?: readonly Fix[]): Problem {
  return { code, message, severity: problemCatalogue[code].severity, span, ...(fixes?.length && { fixes }) };
}
