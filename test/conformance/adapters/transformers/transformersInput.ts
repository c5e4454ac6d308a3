/** What the operations take: the keys of a recorded case that concern its input. */
export interface TransformersInput {
  /** The version of transformers: `5.17.0` reads as 5.17 does, absent and others as 5.18. */
  readonly version?: unknown;
  readonly response_template?: unknown;
  /** `content_parser`: its name, arguments and text. */
  readonly content?: unknown;
  readonly content_args?: unknown;
  /** The answer; by the tokenizer's method also a list of answers. */
  readonly text?: unknown;
  /** The prompt; `null`: not given. */
  readonly prefix?: unknown;
  readonly tools?: unknown;
  /** `tokenizer`: the tokenizer's method, which takes lists. */
  readonly via?: unknown;
  readonly chunks?: readonly string[];
  /** Calls that are made after the end. */
  readonly after?: readonly string[];
  /** A template, several by their names, or none. */
  readonly chat_template?: unknown;
  /** The argument of `apply_chat_template`: a name, or a template. */
  readonly template?: unknown;
  readonly messages?: unknown;
  readonly documents?: unknown;
  readonly add_generation_prompt?: unknown;
  readonly continue_final_message?: unknown;
  readonly special_tokens?: unknown;
  readonly kwargs?: unknown;
  /** What `strftime_now` sees. */
  readonly now?: unknown;
  readonly return_assistant_tokens_mask?: unknown;
  /** `round_trip`: the answer is read with the tools. */
  readonly coerce?: unknown;
}
