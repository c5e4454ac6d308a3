// constraints/: what an engine that can hold a model to a format makes of a schema, keyword by keyword.
import { EngineError } from '../core/errors.ts';
import { nearestName } from '../core/nearestName.ts';
import type { Definition } from '../definition/definition.ts';
import { exportDefinitions } from '../interchange/exportDefinitions.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { constraintEngines, type Evidence } from './engines/engines.ts';
import { judgeSchema, type KeywordVerdict } from './judgeSchema.ts';
import type { Verdict } from './rule.ts';
import { asSchema, has, targetOf } from './subschema.ts';

/** What a constraint is asked for. */
export interface ConstrainOptions {
  /** An id of `constraintEngines`. */
  readonly engine: string;
  /** Absent, or one that is not known: the newest release that is. */
  readonly version?: string;
}

/** A keyword of the schema, and the JSON pointer to the subschema that it stands in. */
export interface ConstraintKeyword {
  readonly keyword: string;
  readonly path: string;
}

/** A keyword that is not kept as it is written, with the reason as a sentence. */
export interface UnkeptKeyword extends ConstraintKeyword {
  readonly reason: string;
}

/** The constraint for one engine, and what the engine makes of it. */
export interface Constraint {
  readonly engine: string;
  /** The version whose facts these are. */
  readonly version: string;
  readonly form: 'json';
  /** The schema as text. */
  readonly text: string;
  /** The part of the request's body that carries it; `null`: a library, which has no requests. */
  readonly request: Readonly<Record<string, unknown>> | null;
  /** Each keyword stands in one of four lists; an absent `additionalProperties` counts as one. */
  readonly enforces: readonly ConstraintKeyword[];
  /** The engine takes the schema, and can write what the keyword forbids. */
  readonly drops: readonly UnkeptKeyword[];
  /** Only texts are lost that the schema allows. */
  readonly narrows: readonly UnkeptKeyword[];
  /** The request fails. */
  readonly refuses: readonly UnkeptKeyword[];
  /** Whether the engine's code was run, or its documentation read, and when. */
  readonly evidence: Evidence;
  readonly dated: string;
  /** The library to which a server hands the schema. */
  readonly by?: string;
  /** When it begins to hold, for models that think. */
  readonly reasoning?: string;
  /** What else to know, each a sentence. */
  readonly notes: readonly string[];
}

/** The largest schema that is judged, in characters of its text. */
const maxText = 1024 * 1024;

/**
 * What an engine makes of a JSON Schema, or of the schema of a definition's value or calls. Throws `EngineError`: of class
 * `UnknownEngine`; `NoSchema` for a definition that has none, with the reason; `InvalidSchema` for what is no schema, refers
 * to itself without end, or is too large. Linear in the schema but for alternatives, of which 100 are compared.
 */
export function constrain(of: Definition | JsonSchema, { engine, version }: ConstrainOptions): Constraint {
  const known = constraintEngines.find(({ id }) => id === engine);
  if (!known) throw new EngineError('UnknownEngine', unknownEngine(engine));
  const { schema, text } = isDefinition(of) ? schemaOfDefinition(of) : checked(of);
  checkReferences(schema);
  const meant = version !== undefined && known.versions.includes(version) ? version : known.usual;
  const reading = known.read(schema, meant);
  const verdicts = judgeSchema(schema, reading.book, reading.version);
  const unknown = `Nothing is known of ${known.title} ${version}: these are the facts of ${meant}.`;
  return {
    ...{ engine, version: meant, form: 'json', text, request: known.request?.(schema) ?? null },
    enforces: verdicts.filter(isOf('enforced')).map(({ keyword, path }) => ({ keyword, path })),
    drops: unkept(verdicts, 'dropped'),
    narrows: unkept(verdicts, 'narrowed'),
    refuses: unkept(verdicts, 'refused'),
    evidence: reading.evidence ?? known.evidence,
    dated: known.dated,
    ...(reading.by !== undefined && { by: reading.by }),
    ...(known.reasoning !== undefined && { reasoning: `${known.reasoning}.` }),
    notes: [...(version === undefined || version === meant ? [] : [unknown]), ...(known.note ? [known.note] : [])],
  };
}

function unkept(verdicts: readonly KeywordVerdict[], verdict: Verdict): readonly UnkeptKeyword[] {
  return verdicts.filter(isOf(verdict)).map(({ keyword, path, reason }) => ({ keyword, path, reason: `${reason}.` }));
}

function isOf(wanted: Verdict): (each: KeywordVerdict) => boolean {
  return ({ verdict }) => verdict === wanted;
}

function unknownEngine(engine: string): string {
  const ids = constraintEngines.map(({ id }) => id);
  const near = nearestName(engine, ids);
  const all = ids.map(id => `\`${id}\``).join(', ');
  return `There is no engine \`${engine}\`${near === undefined ? '' : ` (did you mean \`${near}\`?)`}. There are: ${all}.`;
}

function isDefinition(of: Definition | JsonSchema): of is Definition {
  return 'parserType' in of && 'source' in of;
}

function schemaOfDefinition(definition: Definition): { readonly schema: JsonSchema; readonly text: string } {
  const answer = exportDefinitions([definition], 'json-schema');
  if (!answer.ok) throw new EngineError('NoSchema', answer.refusals.map(({ message }) => message).join(' '));
  return { schema: checked(JSON.parse(answer.text) as JsonSchema).schema, text: answer.text };
}

function checked(schema: JsonSchema): { readonly schema: JsonSchema; readonly text: string } {
  if (!asSchema(schema)) throw new EngineError('InvalidSchema', 'A schema is an object.');
  const text = textOf(schema);
  if (text.length > maxText) throw new EngineError('InvalidSchema', 'The schema is larger than 1 MB.');
  return { schema, text };
}

function textOf(schema: JsonSchema): string {
  try {
    return `${JSON.stringify(schema, undefined, 2)}\n`;
  } catch {
    throw new EngineError('InvalidSchema', 'The schema is not JSON, or is nested too deeply.');
  }
}

/** Throws where references lead from one to the next, and back, with no schema in between. */
function checkReferences(root: JsonSchema): void {
  const open: unknown[] = [root];
  const fine = new Set<unknown>();
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const seen = new Set<unknown>();
    for (
      let part = asSchema(value);
      part && has(part, '$ref') && !fine.has(part);
      part = asSchema(targetOf(root, part.$ref)?.value)
    ) {
      if (seen.has(part))
        throw new EngineError(
          'InvalidSchema',
          `The reference \`${String(part.$ref)}\` leads back to itself without end.`,
        );
      seen.add(part);
    }
    for (const each of seen) fine.add(each);
    for (const each of Object.values(value)) open.push(each);
  }
}
