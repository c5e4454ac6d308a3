import type { PyDict } from '../core/pyValue.ts';
import type { RefusedValue } from '../core/refusedValue.ts';
import { taking } from '../core/takenValue.ts';
import { noViolations } from '../core/violation.ts';
import { errorMessage, inputLocation, issueOf, maxIssues, type ValidationIssue } from './errorMessage.ts';
import { buildModelClass } from './schema/buildObject.ts';
import { schemaBuilder } from './schema/schemaBuilder.ts';
import { type SchemaProblem, stringAt } from './schema/schemaReader.ts';
import { BudgetSpent, failed, newRun } from './validator.ts';
import { violationsOfModel } from './violations/modelViolations.ts';

/** What validation makes of a dict. `loc`: where in the input the first error's value stands. */
export type ValidationOutcome =
  | { readonly ok: true; readonly value: PyDict }
  | {
      readonly ok: false;
      /** `str(e)` of Pydantic's `ValidationError`. */
      readonly message: string;
      readonly errors: readonly ValidationIssue[];
      readonly loc?: readonly (string | number)[];
      /** The same, member by member. */
      readonly refused: RefusedValue;
    };

/** A Pydantic model class, as far as its JSON schema tells of it. */
export interface PydanticModel {
  /** What Pydantic would not accept of the schema, or what is not checked. */
  readonly problems: readonly SchemaProblem[];
  /** `Model(**value).model_dump()`: the fields in order, coerced, with their defaults; then the extras if the model keeps them. */
  validate(value: PyDict): ValidationOutcome;
  /** Whether plain data is taken as it is, see `Validator`; `false` is not to say that it is not valid. */
  keeps(value: object): boolean;
}

/**
 * The model of a schema as `model_json_schema()` prints it. Never throws: what cannot be understood is listed in
 * `problems` and accepts anything. Where several Python types have one schema, the likeliest is taken: `List` (not
 * `Tuple[T, ...]`), `Set` (not `FrozenSet`), an enum with its values' type mixed in, `HttpUrl`, string keys of dicts.
 */
export function buildModel(schema: PyDict): PydanticModel {
  const builder = schemaBuilder(schema);
  const root = builder.resolve(schema);
  if (root === undefined) builder.report(['$ref'], 'The reference leads nowhere; it accepts anything.', 'refused');
  const title = (root && stringAt(root, 'title')) ?? 'Schema';
  const validator = buildModelClass(title, root ?? new Map([['additionalProperties', true]]), [], builder);
  builder.finish();
  const refused = violationsOfModel(validator);
  return {
    problems: builder.problems,
    keeps: value => validator.keeps?.(value) === true,
    validate(value) {
      const run = newRun(value);
      try {
        const output = validator.validate(value, undefined, run);
        if (output !== failed) return { ok: true, value: taking(output as PyDict, value) };
      } catch (error) {
        // A RangeError is the stack's end: schema and value are inside each other too deeply.
        if (!(error instanceof BudgetSpent || error instanceof RangeError)) throw error;
        const message = 'Validation gave up: too many combinations, or nested too deeply';
        return { ok: false, message, errors: [], refused: { value, violations: () => noViolations } };
      }
      const [first] = run.errors;
      return {
        ok: false,
        message: errorMessage(title, run.errors),
        errors: run.errors.slice(0, maxIssues).map(issueOf),
        ...(first && { loc: inputLocation(first) }),
        refused: refused(value, run.errors),
      };
    },
  };
}
