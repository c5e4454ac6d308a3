import { VerdictTable } from '../../engine/index.ts';
import {
  type ArgumentKind,
  aConversation,
  aDefinition,
  aNumber,
  anEvaluation,
  anObject,
  anything,
  aParserType,
  aReading,
  aResponse,
  aRow,
  aSample,
  aSequence,
  aText,
  aVerdict,
  either,
  listOf,
  maybe,
  packedRows,
  someParts,
} from './argumentKinds.ts';

const host = maybe(anObject);
const options = maybe(anObject);
const definitions = listOf(aDefinition, 'definitions, as readDefinitions gives them');
const texts = listOf(aText, 'strings');
const types = maybe(listOf(aParserType, 'types of parserTypes'));
const table: ArgumentKind = { words: 'a VerdictTable', fits: value => value instanceof VerdictTable };

/** What a parser's own functions take. */
export const parserArguments = {
  parse: { response: aResponse },
  parseAll: { responses: listOf(aResponse, 'strings or messages as providers return them') },
  diagnose: { response: aResponse, options },
  suspicions: { response: aResponse, result: anObject, finish: maybe(aText), on: maybe(texts) },
  instructionMessages: { task: maybe(aText) },
} as const;

/** What a judge of rows takes: of one, and of many. */
export const judgeArguments = {
  judge: { row: aRow },
  all: { rows: listOf(aRow, 'rows of a log'), block: options },
} as const;

/** What the functions of a table take. */
export const tableArguments = {
  add: { row: aVerdict },
  append: { packed: packedRows, from: maybe(aNumber), to: maybe(aNumber) },
  row: { index: aNumber },
  mark: { indexes: aSequence, cause: anObject },
} as const;

/** What the functions of a reader of a stream take. */
export const readerArguments = { push: { chunk: aText } } as const;
/** What the functions of a counter of tokens take. */
export const counterArguments = { countText: { text: aText }, tokenSpans: { text: aText } } as const;

/** What the first door has of the engine, with the arguments that each function takes, in order. What is not a function takes none. */
export const publicFace = {
  readDefinitions: { text: aText, fileName: aText, types },
  readSource: { text: aText, fileName: aText, host },
  checkDefinitions: { definitions, host },
  applyEdits: { text: aText, edits: listOf(anObject, 'edits'), within: options },
  definitionSchema: { types },
  parserTypes: {},
  problemCatalogue: {},
  createParser: { definition: aDefinition, host },
  exampleResponse: { definition: aDefinition },
  createReader: { definition: aDefinition, host },
  split: { definition: aDefinition, result: anything },
  diagnose: { text: aText, options },
  causeCatalogue: {},
  violationCatalogue: {},
  judgeSample: { definition: aDefinition, sample: aSample, responseText: aText, host },
  addSample: { text: aText, definition: aDefinition, sample: anObject },
  updateExpectation: { text: aText, definition: aDefinition, sample: aSample, actual: anObject },
  robustnessOf: { definition: aDefinition, response: aText, options, host },
  robustnessTotals: { outcomes: listOf(anObject, 'outcomes of robustnessOf') },
  mutationOperators: {},
  findParsers: { responses: texts, definitions, host, types },
  draftDefinition: { responses: texts, type: aParserType, host },
  evaluate: { definition: aDefinition, rows: aSequence, options, host },
  createJudge: { definition: aDefinition, options, host },
  createRowReader: { reading: aReading },
  VerdictTable: {},
  summarize: { table, groupBy: maybe(texts) },
  compareVerdicts: { before: aSequence, now: aSequence },
  suspicionCatalogue: {},
  evaluatedParser: { definition: aDefinition, file: aText },
  evaluationOf: { parts: someParts },
  readEvaluation: { text: aText },
  writeEvaluation: { file: anEvaluation },
  readRow: { text: aText },
  writeRow: { row: anObject, measures: options },
  convertType: { text: aText, definition: aDefinition, files: options, host },
  exportDefinitions: { definitions, formatId: aText, formats: options },
  exportFormats: {},
  importDefinitions: {
    text: aText,
    formatId: maybe(aText),
    fileName: aText,
    span: options,
    formats: options,
  },
  importFormats: {},
  constrain: { of: anObject, options: anObject },
  createTokenCounter: { spec: either(aText, anObject), host, folder: maybe(aText) },
  tokenCounterTypes: {},
  readConversation: { text: aText, fileName: aText },
  checkConversation: { conversation: aConversation, options },
  conversationSchema: {},
  instructConversation: { conversation: aConversation, sources: options, host },
  formatConversation: { conversation: aConversation, options, host },
  formatters: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ArgumentKind>>>>;

/** A name that the first door has of the engine. */
export type PublicName = keyof typeof publicFace;
