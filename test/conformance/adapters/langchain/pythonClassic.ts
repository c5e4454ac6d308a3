import { ModelValue } from '../../../../src/engine/core/modelValue.ts';
import { fromPlain, type PyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import type { Reading } from '../../../../src/engine/parsers/parser.ts';
import {
  checkCombined,
  combinedInstruction,
  combinedParts,
  updateEntries,
} from '../../../../src/engine/systems/langchain/python/classic/combinedAnswer.ts';
import {
  readConversationalChat,
  readFencedStep,
  readJsonStep,
  readStructuredStep,
} from '../../../../src/engine/systems/langchain/python/classic/jsonSteps.ts';
import { pythonAgentInstruction } from '../../../../src/engine/systems/langchain/python/classic/pythonAgentInstructions.ts';
import {
  keyField,
  keyPattern,
  regexDictPattern,
  regexValue,
} from '../../../../src/engine/systems/langchain/python/classic/regexAnswer.ts';
import {
  type ResponseSchema,
  responseSchemasInstruction,
} from '../../../../src/engine/systems/langchain/python/classic/responseSchemas.ts';
import {
  readConversationalStep,
  readMrklStep,
  readReActLine,
  readReActStep,
  readSelfAsk,
  readXmlStep,
} from '../../../../src/engine/systems/langchain/python/classic/textSteps.ts';
import { groupPattern, groupsHere } from '../../../../src/engine/systems/langchain/python/groupPattern.ts';
import { parseAndCheck } from '../../../../src/engine/systems/langchain/python/pythonJsonParser.ts';
import { booleanOf, booleanPattern } from '../../../../src/engine/systems/langchain/types/booleanOutputParser.ts';
import {
  datetimeInstruction,
  readDatetime,
  usualFormat,
} from '../../../../src/engine/systems/langchain/types/datetimeOutputParser.ts';
import {
  enumClass,
  enumInstruction,
  readEnum,
} from '../../../../src/engine/systems/langchain/types/enumOutputParser.ts';
import { readYaml, yamlInstruction } from '../../../../src/engine/systems/langchain/types/yamlOutputParser.ts';
import type { LangchainInput } from './langchainInput.ts';
import { key, notImplemented, requiredModel } from './pythonConfig.ts';

/** What all of Python's classes do, for those that hold others. */
interface AllClasses {
  parse(input: LangchainInput, text: string): PyValue;
  instruction(input: LangchainInput): string;
}

/** A class of `langchain_classic`. */
interface ClassicClass {
  parse(text: string, input: LangchainInput, every: AllClasses): PyValue;
  /** Absent: `NotImplementedError`. */
  instruction?(input: LangchainInput, every: AllClasses): string;
}

type InnerInput = Pick<LangchainInput, 'parser' | 'config'>;

const agent = (parse: (text: string, input: LangchainInput) => Reading): ClassicClass => ({
  parse: (text, input) => parse(text, input).value,
  instruction: ({ parser }) => pythonAgentInstruction(parser),
});

const schemas = (input: LangchainInput) => key<readonly ResponseSchema[]>(input, 'response_schemas') ?? [];
const enumOf = (input: LangchainInput) => enumClass(fromPlain(key(input, 'enum') ?? {}) as PyDict);
const formatOf = (input: LangchainInput) => key<string>(input, 'format') ?? usualFormat;

const classes: Readonly<Record<string, ClassicClass>> = {
  StructuredOutputParser: {
    parse: (text, input) =>
      parseAndCheck(
        text,
        schemas(input).map(({ name }) => name),
      ),
    instruction: input => responseSchemasInstruction(schemas(input), input.options?.only_json === true),
  },
  EnumOutputParser: {
    parse: (text, input) => readEnum(text, enumOf(input)).value,
    instruction: input => enumInstruction(enumOf(input)),
  },
  BooleanOutputParser: {
    parse(text, input) {
      const words = { yes: key<string>(input, 'true_val') ?? 'YES', no: key<string>(input, 'false_val') ?? 'NO' };
      return booleanOf(text, words, groupsHere(booleanPattern(words), text)).value;
    },
  },
  DatetimeOutputParser: {
    parse: (text, input) => readDatetime(text, formatOf(input)).value,
    instruction: input => datetimeInstruction(formatOf(input), Date.now()),
  },
  RegexParser: {
    parse(text, input) {
      const fallback = key<string | null>(input, 'default_output_key');
      const outputKeys = key<readonly string[]>(input, 'output_keys') ?? [];
      const [match] = groupsHere(groupPattern(key<string>(input, 'regex') ?? ''), text);
      return regexValue(text, { outputKeys, ...(typeof fallback === 'string' && { defaultKey: fallback }) }, match)
        .value;
    },
  },
  RegexDictParser: { parse: regexDict },
  CombiningOutputParser: { parse: combine, instruction: combineInstructions },
  YamlOutputParser: {
    parse(text, input) {
      const model = requiredModel(input, 'pydantic_object');
      return new ModelValue(model.name, readYaml(text, model).value);
    },
    instruction: input => yamlInstruction(requiredModel(input, 'pydantic_object').schema),
  },
  ReActSingleInputOutputParser: agent(readReActStep),
  MRKLOutputParser: agent(readMrklStep),
  ReActJsonSingleInputOutputParser: agent(text => readFencedStep(text, false)),
  ChatOutputParser: agent(text => readFencedStep(text, true)),
  StructuredChatOutputParser: agent(readStructuredStep),
  JSONAgentOutputParser: agent(readJsonStep),
  ConversationalChatOutputParser: agent(readConversationalChat),
  ConversationalOutputParser: agent((text, input) =>
    readConversationalStep(text, key<string>(input, 'ai_prefix') ?? 'AI'),
  ),
  SelfAskOutputParser: agent((text, input) => {
    const followups = key<readonly string[]>(input, 'followups') ?? ['Follow up:', 'Followup:'];
    return readSelfAsk(text, { followups, finish: key<string>(input, 'finish_string') ?? 'So the final answer is: ' });
  }),
  ReActOutputParser: agent(readReActLine),
  XMLAgentOutputParser: agent((text, input) => readXmlStep(text, key(input, 'escape_format') !== null)),
};

/** Whether a parser's class is one of `langchain_classic`. */
export function isClassic(parser: string): boolean {
  return Object.hasOwn(classes, parser);
}

/** `get_format_instructions()`. Throws `EngineError` as the class does. */
export function classicInstruction(input: LangchainInput, every: AllClasses): string {
  const made = classes[input.parser]?.instruction;
  if (!made) throw notImplemented();
  const own = key<string>(input, 'format_instructions');
  return own ?? made(input, every);
}

/** `parse(text)`. Throws `EngineError` as the class does. */
export function classicParse(input: LangchainInput, text: string, every: AllClasses): PyValue {
  return classes[input.parser]!.parse(text, input, every);
}

function regexDict(text: string, input: LangchainInput): PyValue {
  const noUpdate = key<string | null>(input, 'no_update_value');
  const pattern = key<string>(input, 'regex_pattern') ?? regexDictPattern;
  const formats = new Map(Object.entries(key<Record<string, string>>(input, 'output_key_to_format') ?? {}));
  const keys = { pattern, formats, ...(typeof noUpdate === 'string' && { noUpdate }) };
  const fields = [...formats].flatMap(([name, format]) => {
    const field = keyField(text, name, format, keys, groupsHere(keyPattern(pattern, format), text));
    return field ? [[name, field.value] as const] : [];
  });
  return new Map(fields);
}

/** The parsers that a combined one holds, made as their constructors and its own make them. */
function innerParsers(input: LangchainInput): readonly LangchainInput[] {
  const parsers = (key<readonly InnerInput[]>(input, 'parsers') ?? []).map(({ parser, config = {} }) => {
    const inner = { ...input, parser, config, options: {} };
    if (parser === 'EnumOutputParser') enumOf(inner);
    if (parser === 'CombiningOutputParser') innerParsers(inner);
    return inner;
  });
  checkCombined(parsers.map(({ parser }) => parser));
  return parsers;
}

function combineInstructions(input: LangchainInput, { instruction }: AllClasses): string {
  return combinedInstruction(innerParsers(input).map(instruction));
}

function combine(text: string, input: LangchainInput, { parse }: AllClasses): PyValue {
  const parsers = innerParsers(input);
  const made = new Map<string, PyValue>();
  for (const [i, part] of combinedParts(text, parsers.length).entries()) {
    const value = parse(parsers[i]!, part.text);
    // A Pydantic object gives its fields as pairs.
    for (const [name, item] of updateEntries(value instanceof ModelValue ? value.json : value)) made.set(name, item);
  }
  return made;
}
