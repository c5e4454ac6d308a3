import { type Problem, type ProblemCode, problem } from '../../core/problem.ts';
import { schemaFormat } from '../../grammar/index.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import type { Definition } from '../../parsers/definition.ts';
import { judgeByNotes, type KeywordVerdict } from '../judgeSchema.ts';
import { orNone } from '../orNone.ts';
import type { Verdict } from '../rule.ts';
import { constraintVerdicts, isUsual, type MeantEngine, meantEngines } from './constraintVerdicts.ts';
import { KeywordPlaces } from './keywordPlaces.ts';

/** The most problems of one definition. */
const maxProblems = 100;

const codes: Readonly<Partial<Record<Verdict, ProblemCode>>> = {
  refused: 'constraint-refused',
  dropped: 'constraint-dropped',
  narrowed: 'constraint-narrows',
};

/** What several engines make of one keyword. */
interface Unkept {
  readonly verdict: KeywordVerdict;
  readonly code: ProblemCode;
  readonly engines: string[];
  /** A form that keeps the keyword, of each engine that takes one. */
  readonly forms: Set<string>;
}

/**
 * What engines do not keep of the constraints of definitions, in the form that `constrain` gives where none is named, each
 * keyword at its place. `engines`: as users name them; what is no engine of `constraintEngines` is passed over. That members
 * come in the order of the schema, and no others than it has, is no problem: the instruction asks for nothing else. Total.
 */
export function constraintProblems(definitions: readonly Definition[], engines: readonly string[]): readonly Problem[] {
  const meant = meantEngines(engines);
  if (meant.length === 0) return [];
  return definitions.flatMap(each => (each.invalid === undefined ? problemsOf(each, meant) : []));
}

function problemsOf(definition: Definition, meant: readonly MeantEngine[]): readonly Problem[] {
  const { schema, byEngine } = constraintVerdicts(definition, meant);
  if (!schema) return [];
  const found = new Map<string, Unkept>();
  for (const { engine, title, form, verdicts } of byEngine)
    for (const verdict of verdicts) {
      const code = codes[verdict.verdict];
      if (!code || isUsual(verdict)) continue;
      const key = JSON.stringify([code, verdict.path, verdict.keyword, verdict.reason]);
      const unkept = found.get(key) ?? { verdict, code, engines: [], forms: new Set<string>() };
      found.set(key, unkept);
      unkept.engines.push(title);
      const [best] = Object.keys(engine.grammars);
      if (form === 'json' && best !== undefined) unkept.forms.add(best);
    }
  if (found.size === 0) return [];
  const places = new KeywordPlaces(definition, schema);
  const kept = keptByGrammar(schema);
  return [...found.values()].slice(0, maxProblems).map(unkept => {
    const { code, verdict } = unkept;
    return problem(code, messageOf(unkept, kept.has(placeOf(verdict))), places.spanOf(verdict));
  });
}

const verbs: Readonly<Partial<Record<ProblemCode, readonly [string, string]>>> = {
  'constraint-refused': ['refuses', 'refuse'],
  'constraint-dropped': ['drops', 'drop'],
  'constraint-narrows': ['narrows', 'narrow'],
};

function messageOf({ verdict, code, engines, forms }: Unkept, isKept: boolean): string {
  const [one, several] = verbs[code]!;
  const sentence = `${listed(engines)} ${engines.length === 1 ? one : several} \`${verdict.keyword}\`: ${verdict.reason}.`;
  if (!isKept || forms.size === 0) return sentence;
  const names = [...forms].map(form => `\`${form}\``);
  return `${sentence} As a grammar (${names.join(', ')}) the constraint keeps it.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The places of the keywords that a grammar of the schema keeps. */
function keptByGrammar(schema: JsonSchema): ReadonlySet<string> {
  const verdicts = orNone(() => judgeByNotes(schema, schemaFormat(schema).notes.all)) ?? [];
  return new Set(verdicts.filter(({ verdict }) => verdict === 'enforced').map(placeOf));
}

function placeOf({ path, keyword }: KeywordVerdict): string {
  return `${path} ${keyword}`;
}
