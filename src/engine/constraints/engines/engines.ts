import { EngineError } from '../../core/errors.ts';
import { nearestName } from '../../core/nearestName.ts';
import type { RegistryEntry } from '../../core/registryEntry.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import type { Definition } from '../../parsers/definition.ts';
import { type ConstraintForm, constraintForms } from '../forms/forms.ts';
import type { RuleBook } from '../rule.ts';
import { anthropicRules, geminiRules, openAiRules } from './hostedRules.ts';
import { llamaCppRules } from './llamaCppRules.ts';
import { llguidanceRules } from './llguidanceRules.ts';
import { type GrammarRequests, grammarRequests, schemaRequests } from './requests.ts';
import { sglangRules } from './sglangRules.ts';
import { type VllmBackend, vllmBackend } from './vllmBackend.ts';
import { xgrammarRules } from './xgrammarRules.ts';

/** Outlines, to which vLLM gives what the others refuse: by the list that SGLang's source has of what it ignores. Not run. */
const outlinesRules: RuleBook = {
  rules: [
    {
      keywords: [
        ...['allOf', 'contains', 'dependentRequired', 'dependentSchemas', 'else', 'exclusiveMaximum'],
        ...['exclusiveMinimum', 'if', 'maxContains', 'maximum', 'minContains', 'minimum', 'multipleOf', 'not', 'oneOf'],
        ...['patternProperties', 'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties', 'uniqueItems'],
      ],
      verdict: 'dropped',
      reason: 'vLLM gives a schema with such patterns of names to Outlines, which ignores the keyword',
      isUnread: true,
    },
    {
      keywords: ['properties'],
      verdict: 'narrowed',
      reason: 'Members are written in the order of the schema',
    },
  ],
};

/** Whether the engine’s code was run on schemas and texts, or its vendor's pages and packages were read. */
export type Evidence = 'run' | 'documented';

/** An engine that can hold a model to a schema: a library, a server or a provider. */
export interface ConstraintEngine extends RegistryEntry {
  /** The versions of which something is known, the oldest first. */
  readonly versions: readonly string[];
  /** The version that is meant where none is named. */
  readonly usual: string;
  readonly evidence: Evidence;
  /** When that was found out, year and month. */
  readonly dated: string;
  /** When the constraint begins to hold, for models that think; absent: the server that runs the library decides. */
  readonly reasoning?: string;
  /** It holds for what a model thinks as well. */
  readonly holdsThoughts?: true;
  /** What else to know about it. */
  readonly note?: string;
  /** The part of the request's body that carries a schema; absent: a library, which has no requests. */
  readonly request?: (schema: JsonSchema) => Readonly<Record<string, unknown>>;
  /** The forms of grammars that it takes, the best first, and how each is sent. */
  readonly grammars: GrammarRequests;
  /** What judges a schema: the rules, the version that they are asked for, and the library behind a server. */
  read(schema: JsonSchema, version: string): EngineReading;
}

/** The rules that an engine judges a schema by. */
export interface EngineReading {
  readonly book: RuleBook;
  readonly version: string;
  /** The library that a server hands the schema to. */
  readonly by?: string;
  /** Of rules that the engine's own evidence does not cover. */
  readonly evidence?: Evidence;
}

const whitespace = 'Blanks and line breaks between values are not limited: a model can write them without end.';

const vllmBooks: Readonly<Record<VllmBackend, EngineReading>> = {
  xgrammar: { book: xgrammarRules, version: '0.2.5', by: 'xgrammar 0.2.5' },
  guidance: { book: llguidanceRules, version: '1.7.0', by: 'llguidance 1.7.0' },
  outlines: { book: outlinesRules, version: '', by: 'outlines', evidence: 'documented' },
};

const firstToken = 'From the first token: the thinking has to be part of the grammar';
const apart = 'Apart from the answer';

/** The engines that are known, with what was found out about each. */
export const constraintEngines: readonly ConstraintEngine[] = [
  {
    ...{ id: 'xgrammar', title: 'XGrammar', evidence: 'run', dated: '2026-08', note: whitespace },
    versions: ['0.1.27', '0.2.1', '0.2.5', '53da3ff8'],
    usual: '0.2.5',
    grammars: grammarRequests.xgrammar,
    read: (_schema, version) => ({ book: xgrammarRules, version }),
  },
  {
    ...{ id: 'llguidance', title: 'llguidance', evidence: 'run', dated: '2026-08', note: whitespace },
    ...{ versions: ['1.7.0'], usual: '1.7.0' },
    grammars: grammarRequests.llguidance,
    read: (_schema, version) => ({ book: llguidanceRules, version }),
  },
  {
    ...{ id: 'llama.cpp', title: 'llama.cpp', evidence: 'run', dated: '2026-11', reasoning: firstToken },
    ...{
      holdsThoughts: true,
      versions: ['ec98e2002', '22dc605c4'],
      usual: '22dc605c4',
      request: schemaRequests.llamaCpp,
    },
    grammars: grammarRequests.llamaCpp,
    read: (_schema, version) => ({ book: llamaCppRules, version }),
  },
  {
    ...{ id: 'vllm', title: 'vLLM', evidence: 'run', dated: '2026-09', note: whitespace },
    reasoning: 'After the thinking, if the server has a reasoning parser; else from the first token',
    ...{ versions: ['2026-09'], usual: '2026-09', request: schemaRequests.vllm },
    grammars: grammarRequests.vllm,
    read: schema => vllmBooks[vllmBackend(schema)],
  },
  {
    ...{ id: 'sglang', title: 'SGLang', evidence: 'run', dated: '2026-09', note: whitespace },
    reasoning: 'After the thinking, if the server has a reasoning parser',
    ...{ versions: ['2026-09'], usual: '2026-09', request: schemaRequests.sglang },
    grammars: grammarRequests.sglang,
    read: () => ({ book: sglangRules, version: '0.2.1', by: 'xgrammar 0.2.1' }),
  },
  {
    ...{ id: 'ollama', title: 'Ollama', evidence: 'documented', dated: '2026-08' },
    note: 'Its server hands the schema to llama.cpp, by whose rules it is judged. Models that its MLX runner serves get no constraint at all.',
    reasoning: 'After the thinking, for models whose thinking it reads',
    ...{ versions: ['2026-08'], usual: '2026-08', request: schemaRequests.ollama },
    grammars: {},
    read: () => ({ book: llamaCppRules, version: 'ec98e2002', by: 'llama.cpp ec98e2002' }),
  },
  {
    ...{ id: 'openai', title: 'OpenAI', evidence: 'documented', dated: '2026-11', reasoning: apart },
    ...{ versions: ['2026-11'], usual: '2026-11', request: schemaRequests.openAi },
    grammars: grammarRequests.openAi,
    read: (_schema, version) => ({ book: openAiRules, version }),
  },
  {
    ...{ id: 'anthropic', title: 'Anthropic', evidence: 'documented', dated: '2026-11', reasoning: apart },
    ...{ versions: ['2026-11'], usual: '2026-11', request: schemaRequests.anthropic },
    grammars: {},
    read: (_schema, version) => ({ book: anthropicRules, version }),
  },
  {
    ...{ id: 'gemini', title: 'Gemini', evidence: 'documented', dated: '2026-11', reasoning: apart },
    note: 'The parameters of tools go another way: there a keyword that is not known is refused.',
    ...{ versions: ['2026-11'], usual: '2026-11', request: schemaRequests.gemini },
    grammars: {},
    read: (_schema, version) => ({ book: geminiRules, version }),
  },
];

/** The engine of an id. Throws `EngineError` of class `UnknownEngine`, which names those that there are. */
export function knownEngine(id: string): ConstraintEngine {
  const match = constraintEngines.find(engine => engine.id === id);
  if (match) return match;
  const ids = constraintEngines.map(engine => engine.id);
  const near = nearestName(id, ids);
  const all = ids.map(each => `\`${each}\``).join(', ');
  throw new EngineError(
    'UnknownEngine',
    `There is no engine \`${id}\`${near === undefined ? '' : ` (did you mean \`${near}\`?)`}. There are: ${all}.`,
  );
}

/** The forms that an engine takes, the best for a grammar first behind `json`. */
function formsOf({ grammars }: ConstraintEngine): readonly ConstraintForm[] {
  return ['json', ...(Object.keys(grammars) as ConstraintForm[])];
}

/** Throws `EngineError` of class `UnknownForm` where an engine does not take a form. */
export function formError(engine: ConstraintEngine, form: string): void {
  if (!constraintForms.includes(form as ConstraintForm)) {
    const all = constraintForms.map(each => `\`${each}\``).join(', ');
    throw new EngineError('UnknownForm', `There is no form \`${form}\`. There are: ${all}.`);
  }
  const forms = formsOf(engine);
  if (forms.includes(form as ConstraintForm)) return;
  const accepted = forms.map(each => `\`${each}\``).join(', ');
  throw new EngineError('UnknownForm', `${engine.title} takes no \`${form}\`. It takes: ${accepted}.`);
}

/** What a definition is constrained by where no form is named: the engine's best grammar, where there is one. */
export function usualForm(engine: ConstraintEngine, definition: Definition): ConstraintForm {
  const [, best = 'json'] = formsOf(engine);
  return definition.parserType.responses?.grammar ? best : 'json';
}
