/** What a tool of the server gave, as a scripted client sees it. */
export interface ToolAnswer {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a client reads what it is sent
  readonly answer: any;
  readonly text: string;
}

/** Files of a folder, by their paths. */
export type Files = Readonly<Record<string, string>>;

/** Calls a tool. */
export type Call = (name: string, args: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;

/** Something that an assistant is asked to do in a folder. */
export interface AssistTask {
  readonly name: string;
  /** As a user would say it. */
  readonly asked: string;
  readonly files: Files;
  /** Solves it by calls alone: what the assistant would write. */
  solve(call: Call, files: Files): Promise<Files>;
  /** An answer that looks right and is not. */
  readonly wrong: Files;
  /** Whether the folder's files are as they were asked for; why not, in words. Runs the engine. */
  check(files: Files): Promise<string | undefined>;
}
