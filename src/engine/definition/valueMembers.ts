import { toPlain } from '../core/pyValue.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { asSchema, has, listOf, propertiesOf, targetOf, typesOf } from '../json/schema/subschema.ts';
import type { Definition } from '../parsers/definition.ts';
import type { KeyPlace } from '../parsers/shared/valueKeys.ts';

/** A member of an answer: where the definition has it, and what it says of its values. */
export interface ValueMember {
  readonly name: string;
  /** Absent: the type itself has it, or its schema alone. */
  readonly place?: KeyPlace;
  /** Absent: nothing is said. */
  readonly schema?: unknown;
}

/** Members in the order of the definition. */
export interface ValueMembers {
  readonly members: readonly ValueMember[];
  /** What references of their schemas start from. */
  readonly root: JsonSchema;
}

/** The members of a definition's value, which may be tags or fields. For definitions that can be made. Linear. */
export function valueMembers({ parserType, source }: Definition): ValueMembers {
  const keys = parserType.authoring?.valueKeys?.(source).keys ?? [];
  const schema = parserType.schemas?.valueSchema?.(source);
  const root = schema && 'schema' in schema ? (asSchema(toPlain(schema.schema)) ?? {}) : {};
  const properties = propertiesOf(root);
  const members = keys.map(({ name, declarations: [place] }) => ({
    ...{ name, schema: properties[name] },
    ...(place && { place }),
  }));
  return {
    members: members.length > 0 ? members : Object.entries(properties).map(([name, each]) => ({ name, schema: each })),
    root,
  };
}

/** Last words of names: of what leads to an answer, and of what is one. */
const explaining =
  /^(?:thoughts?|thinking|reason(?:s|ing)?|explanations?|analys[ie]s|rationales?|justifications?|why)$/;
const deciding =
  /^(?:actions?|answers?|categor(?:y|ies)|choices?|class(?:es|ification)?|commands?|conclusion|decisions?|grades?|judge?ment|labels?|output|outcome|predictions?|ranking|ratings?|response|results?|scores?|sentiment|solution|speak|speech|tool|verdicts?|votes?)$/;

/**
 * Whether a member of an answer explains, or decides: by its schema, where that is a choice of values or true and false, else
 * by the last word of its name. `undefined`: neither. `root`: what `$ref` starts from.
 */
export function roleOfMember(name: string, schema: unknown, root: JsonSchema): 'explains' | 'decides' | undefined {
  if (isChoice(asSchema(schema), root, maxSteps)) return 'decides';
  const word = lastWord(name);
  return explaining.test(word) ? 'explains' : deciding.test(word) ? 'decides' : undefined;
}

/** How far references and alternatives are followed. */
const maxSteps = 5;

function isChoice(schema: JsonSchema | undefined, root: JsonSchema, steps: number): boolean {
  if (!schema || steps === 0) return false;
  if (has(schema, '$ref')) return isChoice(asSchema(targetOf(root, schema.$ref)?.value), root, steps - 1);
  if (listOf(schema, 'enum').length > 1 || typesOf(schema).includes('boolean')) return true;
  return ['anyOf', 'oneOf', 'allOf'].some(keyword =>
    listOf(schema, keyword)
      .slice(0, maxAlternatives)
      .some(each => isChoice(asSchema(each), root, steps - 1)),
  );
}

/** Alternatives of a member that are looked at. */
const maxAlternatives = 8;

function lastWord(name: string): string {
  const words = name.slice(-60).match(/[A-Z]?[a-z]+|[A-Z]+/g);
  return words?.at(-1)?.toLowerCase() ?? '';
}
