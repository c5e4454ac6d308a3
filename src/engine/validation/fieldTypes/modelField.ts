import { isPyDict, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { isBrokenUnicode } from '../text.ts';
import {
  fail,
  failed,
  failMissing,
  failUnicode,
  floorExactness,
  inside,
  spendRoom,
  strict,
  type Validator,
} from '../validator.ts';

/** A field of a model. `default` is what stands for an absent key; a field that is not required and has none is left out. */
export interface ModelField {
  readonly key: string;
  readonly validator: Validator;
  readonly isRequired: boolean;
  readonly default: PyValue | undefined;
}

/** What a model does with keys that are not fields; a validator is for extras that are allowed and typed. */
export type Extras = 'ignore' | 'allow' | 'forbid' | Validator;

/** A model class: from a dict, or an instance of it, which is taken as it is; the result is what `model_dump()` gives, a dict of all fields in order, then the extras. */
export function modelField(className: string, fields: readonly ModelField[], extras: Extras): Validator {
  const keys = new Set(fields.map(field => field.key));
  return {
    name: className,
    validate(input, place, run) {
      floorExactness(run, strict);
      if (input instanceof PyOpaque && input.type === className) return input.json;
      if (!isPyDict(input)) {
        const msg = `Input should be a valid dictionary or instance of ${className}`;
        return fail(run, place, input, 'model_type', msg);
      }
      const mark = run.errors.length;
      const output = new Map<string, PyValue>();
      let set = 0;
      let defaults = 0;
      for (const field of fields) {
        const member = input.get(field.key);
        if (member !== undefined) {
          const value = field.validator.validate(member, inside(place, field.key), run);
          if (value === failed) continue;
          output.set(field.key, value);
          set++;
        } else if (field.isRequired) failMissing(run, inside(place, field.key), input);
        else if (field.default !== undefined) {
          output.set(field.key, field.default);
          defaults++;
        }
      }
      spendRoom(run, defaults);
      if (extras !== 'ignore') {
        for (const [key, extra] of input) {
          if (keys.has(key)) continue;
          if (isBrokenUnicode(key)) {
            // pydantic-core gives up on the whole object here: no other error of it is told.
            run.errors.length = mark;
            return failUnicode(key, place, run);
          }
          const at = inside(place, key);
          if (extras === 'forbid') fail(run, at, extra, 'extra_forbidden', 'Extra inputs are not permitted');
          else {
            const value = extras === 'allow' ? extra : extras.validate(extra, at, run);
            if (value !== failed) output.set(key, value);
          }
        }
      }
      if (run.errors.length > mark) return failed;
      run.fieldsSet = (run.fieldsSet ?? 0) + set;
      return output;
    },
    keeps(value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const names = Object.keys(value);
      let kept = 0;
      for (const { key, validator, isRequired, default: absent } of fields) {
        if (names[kept] !== key) {
          if (isRequired || absent !== undefined) return false;
        } else if (validator.keeps?.((value as Readonly<Record<string, unknown>>)[key])) kept++;
        else return false;
      }
      return (
        kept === names.length ||
        (extras === 'allow' && !names.slice(kept).some(key => keys.has(key) || isBrokenUnicode(key)))
      );
    },
  };
}
