// python/: the Python behaviour that the systems rest on: `json`, `repr`, `str.format`, `re`, Jinja.

export { codePointLength, compareCodePoints, firstCodePoints, utf8Bytes } from './codePoints.ts';
export {
  pyContains,
  pyEquals,
  pyGetItem,
  pyHashKey,
  pyIterate,
  pyJoin,
  pyTruth,
  requireHashable,
} from './containers.ts';
export { CsvReader, csvItems } from './csvItems.ts';
export { dedent } from './dedent.ts';
export { fnmatch } from './fnmatch.ts';
export { bindArguments, type Context } from './jinja/arguments.ts';
export { globalNamed, testNamed, testNames } from './jinja/builtins.ts';
export { filterNamed, filterNames } from './jinja/filters.ts';
export { formatText } from './jinja/formatValues.ts';
export { Interpreter, type Segment } from './jinja/interpreter.ts';
export { JinjaError } from './jinja/jinjaError.ts';
export { integerOf, numericOf, parseFloatText, parseInteger } from './jinja/jinjaNumbers.ts';
export { binary, compare, compareBy, equals, keyOf, unary } from './jinja/jinjaOperators.ts';
export { checkLoopControls, checkNames, renderJinja, renderSegments, sizeOf } from './jinja/jinjaTemplate.ts';
export { jsonFilter, jsonParameters } from './jinja/jsonFilters.ts';
export { getAttribute, getItem, slice } from './jinja/lookUp.ts';
export type { Arguments, Expression, Parameter, Statement } from './jinja/node.ts';
export { roundNumber } from './jinja/roundNumber.ts';
export { type ParseOptions, parseTemplate } from './jinja/templateParser.ts';
export {
  fromPython,
  isDict,
  isList,
  iterate,
  type JinjaObject,
  type JinjaValue,
  type Keywords,
  lengthOf,
  PyFunction,
  PyObject,
  PySequence,
  PyTuple,
  repr,
  sliceRange,
  str,
  textOf,
  truth,
  Undefined,
} from './jinja/value.ts';
export { jiterFault } from './jiterFault.ts';
export { escapeSurrogates, jsonDumps, toDefinitionText, toJsonText } from './jsonDumps.ts';
export { type JsonLoadsError, jsonLoads } from './jsonLoads.ts';
export { jsonEquals, toJsonValue } from './jsonValue.ts';
export { literalContainer, literalEval } from './literalEval.ts';
export { LiteralReader, NoLiteral } from './literalReader.ts';
export { guessExtension, guessMimeType, splitExtension } from './mimeTypes.ts';
export { floatOfText, intOfFloat, intOfText } from './numberOfText.ts';
export { findMatches, pythonPattern } from './pythonPattern.ts';
export type { Flags, Node, Pattern, RepeatNode, Sequence, SetItem } from './re/ast.ts';
export { parsePattern } from './re/parsePattern.ts';
export { PatternWidths } from './re/patternWidth.ts';
export { type TranslatedPattern, translatePattern } from './re/translatePattern.ts';
export { CodeText } from './regex/codeText.ts';
export { matchSamples } from './regex/matchSamples.ts';
export { Regex, type RegexProgress, regexOf } from './regex/regex.ts';
export { dotAllFlags } from './regex/regexFlags.ts';
export type { RegexMatch } from './regex/regexScan.ts';
export {
  asksForEnd,
  asksForSearchStart,
  beginningOf,
  canBeEmpty,
  literalRuns,
  lookApart,
  looksFarAhead,
} from './regex/regexShape.ts';
export { bytesRepr, escapeCharacter, floatRepr, pyRepr, pyStr, timezoneRepr, unprintable } from './repr.ts';
export { shlexQuote } from './shlexQuote.ts';
export { parseFormat, strFormat } from './strFormat.ts';
export { type LocalTime, readLocalTime, strftime } from './strftime.ts';
export { strptime } from './strptime.ts';
export { urlParse } from './urlParse.ts';
export { firstWord, isWhite, pyStrip, pyStripOf, skipWhite, splitLines, stripSpan, whiteClass } from './whitespace.ts';
