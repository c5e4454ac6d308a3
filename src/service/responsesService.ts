import {
  actualOf,
  addSample,
  addSourceDefinition,
  answersIn,
  type Edit,
  type EngineError,
  type Host,
  type MovedSamples,
  modelTemplates,
  moveSamples,
  type ParseResult,
  pyStr,
  type SampleOwner,
  type Span,
  type Splits,
  split,
  toJsonText,
  wholeExpectation,
} from '../engine/index.ts';
import { detailModel, detailText } from '../views/errorModel.ts';
import { maxParts, type ResponseModel, responseModel } from '../views/responseModel.ts';
import { type Selected, type Surroundings, selectedText } from '../views/selectedText.ts';
import { type Destination, destinations } from '../views/splitModel.ts';
import type { ValuePath } from '../views/valueModel.ts';
import { type ItemsPage, ValueTree } from '../views/valueTree.ts';
import { choiceOf, type SuspicionNames } from './choiceOf.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';
import { type FeedbackMember, feedbackMembers, feedbackText, feedbackWays } from './feedbackText.ts';
import { type TokensApi, tokensService } from './tokensService.ts';

/** A response to be parsed. Its result is kept under `session` until the next one, or until it is dropped. */
export interface ParseRequest {
  readonly session: string;
  readonly definition: DefinitionRef;
  readonly text: string;
  /** Present when the response lies within one line of a larger text. */
  readonly surroundings?: Surroundings;
  readonly suspicions?: SuspicionNames;
}

/** What can be read of a result: a value, the whole message of the error, or the feedback to the model. */
export type TextPath = ValuePath | readonly ['error'] | readonly ['feedback'];

/** A value's text. `cut`: the text is longer than the request allows, and this is its first part, as plain text. */
export interface ValueText {
  readonly text: string;
  readonly language: 'json' | 'plaintext';
  readonly cut: boolean;
}

/** The tokens of what each destination gets and of each part; `undefined` where there is nothing to count or too much to count unasked. */
export interface ResultCounts {
  readonly value?: number;
  readonly splits: Partial<Readonly<Record<Destination, number>>>;
  readonly parts: readonly (number | undefined)[];
  /** Of the feedback to the model, in the definition's own way of asking again. */
  readonly feedback?: number;
  readonly exact: boolean;
  readonly basis: string;
}

/** Reads a file, by its address, that VS Code opens no document for. Rejects with a message for the user. */
export type ReadLargeFile = (address: string) => Promise<string>;

/** Parses responses and keeps their results; everything it returns is of bounded size. A session that it does not know gives `undefined`. */
export interface ResponsesApi extends TokensApi {
  /** Parses a response. Rejects only when the definition is not in its file. */
  parse(request: ParseRequest): Promise<ResponseModel>;
  /** The answers that a text holds, where it holds several; empty: it is one, or the definition reads none. */
  answers(definition: DefinitionRef, text: string): Promise<readonly Span[]>;
  /** The same for a file's text, which stays with the engine. */
  parseFile(
    session: string,
    address: string,
    definition: DefinitionRef,
    suspicions?: SuspicionNames,
  ): Promise<ResponseModel>;
  /** Up to `limit` UTF-16 units of the text at a path: a string as it is (`text`), everything else as indented JSON with every digit kept. */
  valueText(session: string, path: TextPath, form: 'text' | 'json', limit: number): Promise<ValueText | undefined>;
  /** The items of a dict or list, page by page. */
  items(session: string, path: ValuePath, offset: number): Promise<ItemsPage | undefined>;
  /** The tokens of all that the result view shows, on the text that the framework would put in its message. */
  counts(session: string, counter: string): Promise<ResultCounts | undefined>;
  /** The tokens of one value, `undefined` where it is too long to be counted unasked, on the text that the framework would put in its message. */
  valueTokens(
    session: string,
    path: TextPath,
    counter: string,
  ): Promise<{ count: number; exact: boolean; basis: string } | undefined>;
  /** The tokens of each way in which the framework asks again, in the order of the text at `['feedback']`, see `feedbackText`; of those that are short enough to be counted unasked. */
  feedbackTokens(
    session: string,
    counter: string,
  ): Promise<
    | { readonly ways: readonly { offset: number; count: number }[]; readonly exact: boolean; readonly basis: string }
    | undefined
  >;
  /** Where the feedback, at `['feedback']`, speaks of which member of the response. */
  feedbackMembers(session: string): Promise<readonly FeedbackMember[]>;
  /** The names of a definition's samples. */
  sampleNames(definition: DefinitionRef): Promise<readonly string[]>;
  /**
   * The edits of the definition's file that add a response as a sample; `file` stands for the response's text, and
   * `expectation` says whether its present result is expected. None where `samples` is not a list.
   */
  sampleEdits(
    session: string,
    definition: DefinitionRef,
    sample: { name: string; file?: string; expectation: boolean },
  ): Promise<readonly Edit[] | undefined>;
  /** The edits of the definition's file that add a sample without an answer. None where `samples` is not a list. */
  emptySampleEdits(definition: DefinitionRef): Promise<readonly Edit[]>;
  /** The text of a definition that names the files of a model, for its samples. `hasChatFile`: its chat template is a file of its own. */
  modelSamplesText(definition: DefinitionRef, hasChatFile: boolean): Promise<string>;
  /** A definition file with one more definition, which is what a source says; see `addSourceDefinition`. */
  sourceSamplesText(text: string | undefined, name: string, source: string): Promise<string | undefined>;
  /** The texts of two definition files after the samples of a definition of one went to one of the other, see `moveSamples`. */
  movedSamples(from: SampleOwner, to: SampleOwner): Promise<MovedSamples | undefined>;
  /** The whole text that was parsed, unescaped where it was selected in a JSON string. */
  responseText(session: string): Promise<string | undefined>;
  /** Forgets a session. */
  drop(session: string): Promise<void>;
}

/** How much text is counted before the user asks for it, in UTF-16 units. */
const maxCounted = 2_000_000;

interface Session {
  readonly text: string;
  readonly result: ParseResult;
  readonly splits: Splits | undefined;
  readonly tree: ValueTree | undefined;
}

/** The engine's side of the API; runs in a worker. */
export function responsesService(host: Host, cache: DefinitionCache, readLargeFile: ReadLargeFile): ResponsesApi {
  const sessions = new Map<string, Session>();
  const tokens = tokensService(host);

  async function parse(
    session: string,
    selected: Selected,
    ref: DefinitionRef,
    names: SuspicionNames = {},
  ): Promise<ResponseModel> {
    const { definition, parser } = cache.made(ref);
    const { off, on } = choiceOf(names);
    const result =
      'error' in parser
        ? constructorFailed(parser.error, selected.text)
        : await parser.parse(selected.text, { suspicions: true, on });
    const splits = result.ok ? split(definition, result) : undefined;
    sessions.set(session, {
      text: selected.text,
      result,
      splits,
      tree: result.ok ? new ValueTree(result, splits) : undefined,
    });
    const model = responseModel({ definition, result, splits, ...selected });
    const fallback = result.ok ? undefined : await cache.fallback(definition);
    const suspicions = model.suspicions.filter(({ code }) => !(off as readonly string[]).includes(code));
    return { ...model, suspicions, unescaped: selected.unescaped, ...(fallback && { fallback }) };
  }

  function messageText(session: Session, path: TextPath): string | undefined {
    if (isTextPath(path)) return errorText(session.result, path[0]);
    const value = session.tree?.at(path);
    return value === undefined || value === null ? undefined : pyStr(value);
  }

  return {
    ...tokens,
    async answers(ref, text) {
      const { parser } = cache.made(ref);
      return 'error' in parser ? [] : answersIn(text, parser);
    },
    parse: ({ session, definition, text, surroundings, suspicions }) =>
      parse(session, selectedText(text, surroundings), definition, suspicions),
    parseFile: async (session, address, definition, suspicions) =>
      parse(session, selectedText(await readLargeFile(address)), definition, suspicions),
    async valueText(id, path, form, limit) {
      const session = sessions.get(id);
      if (!session) return undefined;
      if (isTextPath(path)) return valueText(errorText(session.result, path[0]), 'plaintext', limit);
      const value = session.tree?.at(path);
      if (value === undefined) return undefined;
      return typeof value === 'string' && form === 'text'
        ? valueText(value, 'plaintext', limit)
        : valueText(toJsonText(value), 'json', limit);
    },
    items: async (id, path, offset) => sessions.get(id)?.tree?.page(path, offset),
    async counts(id, counter) {
      const session = sessions.get(id);
      if (!session) return undefined;
      const partCount = session.result.ok ? Math.min(session.result.fields.length, maxParts) : 0;
      const texts = new Map<string, string>();
      let budget = maxCounted;
      const add = (name: string, textOf: () => string | undefined) => {
        const text = budget > 0 ? textOf() : undefined;
        if (text === undefined) return;
        budget -= text.length;
        if (budget >= 0) texts.set(name, text);
      };
      add('told', () => feedbackWays(session.result)[0]?.text);
      add('value', () => messageText(session, ['value']));
      for (const destination of destinations) add(destination, () => messageText(session, [destination]));
      const parts = Array.from({ length: partCount }, (_, index) => `part ${index}`);
      for (const [index, part] of parts.entries()) add(part, () => messageText(session, ['parts', index]));
      const { counts, exact, basis } = await tokens.countTokens([...texts.values()], counter);
      const countOf = new Map([...texts.keys()].map((name, index) => [name, counts[index]]));
      const feedback = countOf.get('told');
      const value = countOf.get('value');
      return {
        ...(feedback !== undefined && { feedback }),
        ...(value !== undefined && { value }),
        splits: Object.fromEntries(
          destinations.flatMap(name => (countOf.has(name) ? [[name, countOf.get(name)]] : [])),
        ),
        parts: parts.map(part => countOf.get(part)),
        exact,
        basis,
      };
    },
    async valueTokens(id, path, counter) {
      const session = sessions.get(id);
      const text = session && messageText(session, path);
      if (text === undefined || text.length > maxCounted) return undefined;
      const { counts, exact, basis } = await tokens.countTokens([text], counter);
      return { count: counts[0] ?? 0, exact, basis };
    },
    async feedbackTokens(id, counter) {
      const session = sessions.get(id);
      const ways = (session ? feedbackWays(session.result) : []).filter(({ text }) => text.length <= maxCounted);
      if (ways.length === 0) return undefined;
      const { counts, exact, basis } = await tokens.countTokens(
        ways.map(({ text }) => text),
        counter,
      );
      return { ways: ways.map(({ offset }, index) => ({ offset, count: counts[index] ?? 0 })), exact, basis };
    },
    feedbackMembers: async id => (sessions.has(id) ? feedbackMembers(sessions.get(id)!.result) : []),
    sampleNames: async ref => cache.made(ref).definition.samples.map(({ name }) => name),
    responseText: async id => sessions.get(id)?.text,
    async sampleEdits(id, ref, { name, file, expectation }) {
      const session = sessions.get(id);
      if (!session) return undefined;
      const definition = cache.made(ref).definition;
      const response = file === undefined ? { text: session.text } : { file };
      const expect = expectation ? { expect: wholeExpectation(actualOf(definition, session.result)) } : {};
      return addSample(ref.text, definition, { name, ...response, ...expect });
    },
    async emptySampleEdits(ref) {
      const { definition } = cache.made(ref);
      return addSample(ref.text, definition, { name: `sample ${definition.samples.length + 1}`, text: '' });
    },
    async modelSamplesText(ref, hasChatFile) {
      const { definition } = cache.made(ref);
      return `${toJsonText(modelTemplates().namingKeys(definition.source.config, hasChatFile))}\n`;
    },
    sourceSamplesText: async (text, name, source) => addSourceDefinition(text, name, source),
    movedSamples: async (from, to) => moveSamples(from, to),
    async drop(session) {
      sessions.delete(session);
    },
  };
}

function constructorFailed(error: EngineError, response: string): ParseResult {
  return { ok: false, error: { class: error.class, message: error.message }, response, warnings: [] };
}

function isTextPath(path: TextPath): path is readonly ['error'] | readonly ['feedback'] {
  return path[0] === 'error' || path[0] === 'feedback';
}

function errorText(result: ParseResult, which: 'error' | 'feedback'): string | undefined {
  if (which === 'feedback') return feedbackText(result);
  if (result.ok) return undefined;
  const { class: name, message, details = [], stack } = result.error;
  const lines = [`${name}: ${message}`, ...details.map(detail => detailText(detailModel(detail)))];
  return [...lines, ...(stack === undefined ? [] : [stack])].join('\n');
}

function valueText(text: string | undefined, language: ValueText['language'], limit: number): ValueText | undefined {
  if (text === undefined) return undefined;
  return text.length <= limit
    ? { text, language, cut: false }
    : { text: text.slice(0, limit), language: 'plaintext', cut: true };
}
