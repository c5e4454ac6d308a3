/** What the operations take: the keys of a recorded case that concern its input. */
export interface LangchainInput {
  readonly runtime: 'python' | 'js' | 'javascript';
  /** Of JavaScript's packages, where a class is in both: `@langchain/core` unless said. */
  readonly package?: string;
  /** The class. */
  readonly parser: string;
  /** The keys of its constructor. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Arguments of JavaScript's `getFormatInstructions`. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  /** The fields of an `AIMessage`. */
  readonly message?: Readonly<Record<string, unknown>>;
  readonly partial?: boolean;
  readonly chunks?: readonly string[];
  readonly message_chunks?: readonly Readonly<Record<string, unknown>>[];
  /** `fix_prompt`: what `OutputFixingParser` sends to its model. */
  readonly op?: string;
}

/** Whether a class reads messages only: the calls in them. */
export function isMessageParser(parser: string): boolean {
  return parser.includes('Tools') || parser.includes('Functions');
}
