import type { LanguageModelAnswer } from '../../providers/languageModel.ts';
import type { AnswerUsage, ModelPrice, ModelUsage } from '../../providers/usageTally.ts';
import type { StreamMoment } from '../../views/streamLens.ts';

/** A definition and the question to the model. */
export interface DefinitionSourceOfRun {
  readonly kind: 'definition';
  readonly text: string;
  readonly fileName: string;
  readonly name: string;
  readonly task: string;
}

/** A conversation that names its parser. */
export interface ConversationSourceOfRun {
  readonly kind: 'conversation';
  readonly text: string;
  readonly fileName: string;
  /** The text of the definition file that it names. */
  readonly definitionText: string;
}

/** The settings of a question. Paths of media start at `cwd`, of which `folder` is the host's address. */
export type RunSource = (DefinitionSourceOfRun | ConversationSourceOfRun) & {
  readonly cwd: string;
  readonly folder: string;
};

/** One of VS Code's language models; ids are a vendor's own. */
export interface EditorModel {
  readonly kind: 'editor';
  readonly vendor: string;
  readonly id: string;
  readonly name: string;
}

/** Who answers: a model at an address (`URL#NAME`), or one of VS Code's. */
export type RunModel = { readonly kind: 'address'; readonly address: string } | EditorModel;

/** A request as it is sent, but for the key. */
export interface RunRequest {
  /** The host that would be connected to; absent for a model of VS Code's. */
  readonly host?: string;
  /** Scheme and host, that a key belongs to; absent for a model of VS Code's. */
  readonly origin?: string;
  readonly url?: string;
  /** The host is this machine. */
  readonly isLocal?: true;
  /** Indented JSON. */
  readonly body: string;
  /** How many messages of the system go as the user's, because the model knows no system. */
  readonly systemAsUser: number;
  readonly warnings: readonly string[];
}

/** How often, with what, and where answers are kept. */
export interface RunOptions {
  readonly runs: number;
  readonly retries: number;
  readonly concurrency: number;
  /** Keys by the origins that they belong to. */
  readonly keys: Readonly<Record<string, string>>;
  /** The log's address; lines are added at its end. */
  readonly log: string;
  /** Milliseconds without a byte after which a request is given up. */
  readonly timeout: number;
  /** Our own counter, for conversations that name none; absent: OpenAI's for the model. */
  readonly counter?: string;
  readonly prices?: Readonly<Record<string, ModelPrice>>;
}

/** An answer as the extension shows it. */
export interface RunRow {
  readonly id: string;
  readonly model: string;
  readonly retry: number;
  /** Absent: the connection failed, `error` says how. */
  readonly isRead?: boolean;
  /** The framework's class of error, or why there is no answer. */
  readonly error?: string;
  /** The error's message, where the answer is not read. */
  readonly message?: string;
  /** The answer's text, or its message as JSON. */
  readonly answer?: string;
  /** The answer ended at the limit of tokens: the provider's word for that. */
  readonly cut?: string;
  /** The provider does not take the key. */
  readonly isKeyRefused?: true;
  /** Tokens as the provider reports them, and by our own counter. */
  readonly usage: AnswerUsage;
  readonly ms: number;
}

/** How runs went. */
export interface RunReport {
  readonly runs: number;
  readonly failed: number;
  readonly first: { readonly read: number; readonly answered: number };
  readonly last: { readonly read: number; readonly answered: number };
  /** Why the last run that failed has no answer. */
  readonly failure?: string;
  /** Answers that ended at the limit of tokens. */
  readonly cut: number;
  /** By model, where tokens were reported. */
  readonly usage: readonly ModelUsage[];
  /** Answers and failures, those of retries included. */
  readonly rows: number;
  /** The user ended them. */
  readonly cancelled: boolean;
}

/** Asks models; runs in a thread. */
export interface RunsApi {
  /** The tasks of a definition's samples, by the samples' names. */
  tasksOf(
    text: string,
    fileName: string,
    name: string,
  ): Promise<readonly { readonly sample: string; readonly task: string }[]>;
  /** The parser that a conversation names: its file, as written, and its name; `undefined` where it names none. */
  parserNamedIn(text: string, fileName: string): Promise<{ readonly file: string; readonly name?: string } | undefined>;
  /** Why an address of a model cannot be used; `undefined`: it can. */
  addressProblem(address: string): Promise<string | undefined>;
  /** The first request, with which nothing is sent. Rejects with the system's error. */
  requestFor(source: RunSource, model: RunModel): Promise<RunRequest>;
  /** Makes runs under an id of the caller's; texts and rows go to {@link RunsHost}. */
  run(id: string, source: RunSource, models: readonly RunModel[], options: RunOptions): Promise<RunReport>;
  /** Ends the requests under way; what came stays. */
  cancelRuns(id: string): Promise<void>;
  pauseRuns(id: string, paused: boolean): Promise<void>;
  /** More of the answer to a question of {@link RunsHost.askLanguageModel}. */
  languageModelText(question: string, text: string): Promise<void>;
}

/** An answer that is being received. */
export interface ReceivedAnswer {
  /** The model and the number of the run. */
  readonly name: string;
  /** What came last, on one line. */
  readonly text: string;
}

/** What the thread tells the extension host while it runs, and asks of it. */
export interface RunsHost {
  /** More of an answer's text; `restart`: what came before of this answer counts no more. */
  runText(id: string, text: string, restart: boolean): Promise<void>;
  /** How far the answer is whose text {@link RunsHost} gets. */
  runMoment(id: string, moment: StreamMoment): Promise<void>;
  runRow(id: string, row: RunRow): Promise<void>;
  /** The answers that are being received, of many runs. */
  runReceiving(id: string, answers: readonly ReceivedAnswer[]): Promise<void>;
  /** Asks a model of VS Code's, under an id of the thread's for the question. */
  askLanguageModel(
    id: string,
    question: string,
    model: EditorModel,
    messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[],
  ): Promise<LanguageModelAnswer>;
}
