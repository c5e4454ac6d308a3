import * as z from 'zod';
import { EngineError } from '../../core/errors.ts';
import type { Host, ModuleAbout, ModuleMark } from '../../core/host.ts';
import { isPyDict, isPyList, type PyValue, pyTypeName, toPlain } from '../../core/pyValue.ts';
import {
  isPython,
  type ModuleCall,
  type ModuleValue,
  runModule,
  runModules,
  streamedExport,
} from '../../modules/index.ts';
import type { DefinitionSource, Parser, ReadField, Reading, ResponseInput } from '../../parsers/parser.ts';
import type { OwnStream } from '../../parsers/parserFeatures.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { jsonDumps } from '../../python/index.ts';

/** A parser of the user's own: an ES module or Python. */
export const customParser: ParserType = {
  type: 'custom',
  system: 'Custom',
  framework: {
    dialogAgent: true,
    asksAgain: {
      withAnswer: true,
      role: 'user',
      failures: 'all',
      note: 'The `feedback` of the error that the module throws is said by the user after the answer.',
    },
  },
  summary: 'A parser of your own, in Python or an ES module',
  want: 'own',
  documentation: `Reads responses with a parser of your own.

**In Python**: \`module\` ends in \`.py\`, and \`parser\` names an object, a class or a function in it: a parser of AgentScope or LangChain, a Langroid tool, a parse function of SWE-agent, a tokenizer, a vLLM parser, a Pydantic model, a dataclass, anything with \`parse\`, a plain function. \`args\` is what a class is called with. Without \`parser\` the module has \`format_instruction\` and \`parse(text, definition, context)\`, or exactly one parser class of its own. It runs in the Python that is selected for the file.

**In an ES module** (\`.mjs\`, \`.js\`), which exports

- \`formatInstruction\`: the instruction, or a function of the definition that gives it;
- \`parse(text, definition, context)\`: gives the value, or throws.

\`context.field(key, start, end)\` says where in the text a part of the value stands; \`context.message\` is the provider's message, where there is one. All of these may be \`async\`. \`definition\` is the definition with all its keys; keys that ParserLens does not know are yours. What is thrown or raised may carry \`feedback\`, which is what the model would be told, \`span\` in the text and \`code\`.

- The module runs in a process of its own, for at most 5 s, in 256 MB of values and 1 GB in all (Python: 1.5 GB, and 30 s to load), and only in a trusted workspace. What a call leaves behind ends with it. The module is loaded again when it changes.
- \`keys_to_content\`, \`keys_to_memory\` and \`keys_to_metadata\` say what goes where if the value is a dictionary. A Python parser's own \`to_content\`, \`to_memory\` and \`to_metadata\` do where the definition does not.
- *New Custom Parser Module* writes a module to start from.`,
  keys: {
    module: z
      .string()
      .min(1)
      .describe(
        'The path of the module, relative to this file: Python (`.py`), or an ES module (`.mjs` or `.js`) that exports `formatInstruction` and `parse`.',
      ),
    parser: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A name in the Python module: an object, a class or a function. Absent: the module’s own functions, else its only parser class.',
      ),
    args: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('What the parser’s class is called with, by the names of its parameters.'),
  },
  hasOwnKeys: true,
  filters: true,
  template: `{
  "type": "custom",
  "description": "A parser of your own",
  "module": "parser.py"
}
`,
  create,
  modules: {
    runsModule: true,
    files({ config }) {
      const path = config.get('module');
      return typeof path === 'string' ? [{ kind: 'module', path, at: ['module'] }] : [];
    },
  },
  responses: {
    // No module reads what nobody wrote it for.
    draft: () => undefined,
  },
  streams: {
    reader: () => 'A module of the author’s own reads a response only when it is complete.',
    ask: askStream,
  },
};

function moduleOf({ config }: DefinitionSource): string | undefined {
  const module = config.get('module');
  return typeof module === 'string' && module !== '' ? module : undefined;
}

function create(source: DefinitionSource, host: Host): Parser {
  const { config, file = '' } = source;
  const module = moduleOf(source);
  if (module === undefined)
    throw new EngineError('InvalidDefinition', '`module` must be the path of a Python file or an ES module.');
  const definition = toPlain(config);
  const exact = isPython(module) ? { definition: jsonDumps(config, { ensureAscii: true }) } : {};
  let instruction: string | EngineError = new EngineError(
    'NotPrepared',
    `The instruction comes from \`${module}\`, which has to run first. Await prepare() before formatInstruction().`,
  );

  let about: ModuleAbout | undefined;

  const callOf = ({ text, message }: ResponseInput): ModuleCall => ({
    module,
    file,
    export: 'parse',
    args: [text ?? '', definition],
    context: message ? { message } : {},
    ...exact,
    kind: 'function',
  });

  return {
    async prepare() {
      try {
        const job = { module, file, export: 'formatInstruction', args: [definition], ...exact, kind: 'value' } as const;
        const outcome = await runModule(job, host);
        about = outcome.about;
        instruction = instructionText(outcome.value, module);
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        instruction = error;
      }
    },
    instruction() {
      if (typeof instruction !== 'string') throw instruction;
      const origin = source.spanOf(['module']);
      return [{ text: instruction, ...(origin && { origin }) }];
    },
    about: () => about,
    placeholders: () => ({}),
    read: async input => readingOf(module, input, await runModule(callOf(input), host)),
    async readAll(inputs) {
      const values = await runModules(inputs.map(callOf), host);
      return values.map((each, i) => (each instanceof EngineError ? each : readingOf(module, inputs[i]!, each)));
    },
  };
}

/** The streaming method of a parser in Python; modules in JavaScript have none. */
async function askStream(
  source: DefinitionSource,
  text: string,
  ends: boolean,
  host: Host,
): Promise<OwnStream | undefined> {
  const { config, file = '' } = source;
  const module = moduleOf(source);
  if (module === undefined || !isPython(module) || !host.runModule) return undefined;
  const definition = jsonDumps(config, { ensureAscii: true });
  const call: ModuleCall = { module, file, export: streamedExport, args: [text, ends], definition, kind: 'function' };
  const { value } = await runModule(call, host);
  const framework = isPyDict(value) ? value.get('framework') : undefined;
  if (!isPyDict(value) || typeof framework !== 'string') return undefined;
  return { framework, ...(value.has('value') && { value: value.get('value') ?? null }) };
}

function readingOf(module: string, { text }: ResponseInput, outcome: ModuleValue): Reading {
  const { value, marks, splits, extra, warnings = [] } = outcome;
  const placed = fieldsOf(value, marks, (text ?? '').length);
  return {
    value,
    fields: marks.length === 0 && isPython(module) ? foundPlaces(value, text ?? '') : placed.fields,
    warnings: [...warnings, ...placed.warnings],
    ...(splits && { splits }),
    ...(extra && { extra }),
  };
}

function instructionText(value: PyValue, module: string): string {
  if (typeof value === 'string') return value;
  throw new EngineError(
    'ModuleValueError',
    `\`formatInstruction\` of \`${module}\` must give a text, not ${pyTypeName(value)}.`,
  );
}

/** So many warnings about places are listed one by one. */
const maxWarnings = 20;

/** The parts that the module gave a place; of equal keys the last. A place outside of the text is a warning. */
function fieldsOf(value: PyValue, marks: readonly ModuleMark[], length: number) {
  const fields = new Map<string, ReadField>();
  const warnings = new Set<string>();
  let more = 0;
  for (const { key, start, end } of marks) {
    const isInside = Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end && end <= length;
    const span = { start, end };
    if (isInside) fields.set(key, { key, value: partOf(value, key), span, inner: span });
    else if (warnings.size < maxWarnings)
      warnings.add(`\`parse\` says that \`${shortened(key)}\` is at ${start} to ${end}, outside of the text.`);
    else more++;
  }
  if (more > 0) warnings.add(`\`parse\` names ${more} more places outside of the text.`);
  return { fields: [...fields.values()], warnings: [...warnings] };
}

/** A key as messages name it. */
function shortened(key: string): string {
  return key.length > 200 ? `${key.slice(0, 200)}…` : key;
}

function partOf(value: PyValue, key: string): PyValue {
  if (isPyDict(value)) return value.get(key) ?? null;
  return (isPyList(value) ? value[Number(key)] : value) ?? null;
}

/** Parts that are looked for; each costs a pass over the text. */
const maxParts = 100;

/**
 * The parts of a value that stand in a text exactly once: texts, as they are or as JSON writes them. Nothing is guessed: a
 * text that stands there twice has no place. Linear in the text, for each part.
 */
function foundPlaces(value: PyValue, text: string): ReadField[] {
  const parts: (readonly [string, PyValue])[] = isPyDict(value)
    ? [...value]
    : isPyList(value)
      ? value.map((item, index) => [String(index), item] as const)
      : [];
  const fields: ReadField[] = [];
  let tried = 0;
  for (const [key, part] of parts) {
    if (typeof part !== 'string' || part === '' || part.length > text.length) continue;
    if (++tried > maxParts) break;
    const place = onlyPlace(text, part) ?? escapedPlace(text, part);
    if (place) fields.push({ key, value: part, span: place, inner: place });
  }
  return fields;
}

function escapedPlace(text: string, part: string) {
  const escapes = new Set([false, true].map(ensureAscii => jsonDumps(part, { ensureAscii }).slice(1, -1)));
  const places = [...escapes].filter(each => each !== part).map(each => onlyPlace(text, each));
  return places.find(place => place !== undefined);
}

function onlyPlace(text: string, part: string) {
  const start = text.indexOf(part);
  if (start < 0 || text.indexOf(part, start + 1) >= 0) return undefined;
  return { start, end: start + part.length };
}
