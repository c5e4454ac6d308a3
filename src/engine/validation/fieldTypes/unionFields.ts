import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import { pyRepr, pyStr } from '../../python/index.ts';
import { isPyInt } from '../pyNumber.ts';
import {
  compositeName,
  type Exactness,
  exact,
  fail,
  failed,
  floorExactness,
  labelled,
  spend,
  type Validator,
} from '../validator.ts';
import { literalLookup } from './enumFields.ts';

/**
 * `Union[A, B]` in smart mode: the first member that fits exactly; else of those that fit, the one with the most fields
 * set (of models), then the one that fits more closely, then the first. When none fits, the errors of all.
 */
export function unionField(choices: readonly Validator[]): Validator {
  return {
    name: compositeName('union[', choices),
    validate(input, place, run) {
      const { exactness: outerExactness, fieldsSet: outerFields } = run;
      const mark = run.errors.length;
      let best: { value: PyValue; exactness: Exactness; fieldsSet: number | undefined } | undefined;
      for (const choice of choices) {
        spend(run);
        run.exactness = exact;
        run.fieldsSet = undefined;
        const errorsBefore = run.errors.length;
        const value = choice.validate(input, labelled(place, choice.name), run);
        if (value === failed) {
          if (best !== undefined) run.errors.length = errorsBefore;
          continue;
        }
        const { exactness, fieldsSet } = run as { exactness: Exactness; fieldsSet: number | undefined };
        const candidate = { value, exactness, fieldsSet };
        if (best === undefined || isBetter(candidate, best)) best = candidate;
        if (exactness === exact && fieldsSet === undefined) {
          best = candidate;
          break;
        }
      }
      run.exactness = outerExactness;
      run.fieldsSet = outerFields;
      if (best === undefined) return failed;
      run.errors.length = mark;
      floorExactness(run, best.exactness);
      if (best.fieldsSet !== undefined) run.fieldsSet = (run.fieldsSet ?? 0) + best.fieldsSet;
      return best.value;
    },
  };
}

interface Fit {
  readonly exactness: Exactness;
  readonly fieldsSet: number | undefined;
}

function isBetter(fit: Fit, than: Fit): boolean {
  if (fit.fieldsSet !== undefined && than.fieldsSet !== undefined && fit.fieldsSet !== than.fieldsSet)
    return fit.fieldsSet > than.fieldsSet;
  return fit.exactness > than.exactness;
}

/** A union whose member is chosen by the value of one key. `choices` is in the order of the tags. */
export function taggedUnionField(key: string, choices: readonly (readonly [tag: PyValue, Validator])[]): Validator {
  const lookup = literalLookup(choices.map(([tag]) => tag));
  const tags = choices.map(([tag]) => pyRepr(tag)).join(', ');
  return {
    name: compositeName(
      'tagged-union[',
      choices.map(([, choice]) => choice),
    ),
    validate(input, place, run) {
      if (!isPyDict(input)) {
        const msg = 'Input should be a valid dictionary or object to extract fields from';
        return fail(run, place, input, 'model_attributes_type', msg);
      }
      const tag = input.get(key);
      if (tag === undefined) {
        const msg = `Unable to extract tag using discriminator ${pyRepr(key)}`;
        return fail(run, place, input, 'union_tag_not_found', msg);
      }
      const index = lookup.find(tag);
      if (typeof index === 'number')
        return choices[index]![1].validate(input, labelled(place, isPyInt(tag) ? Number(tag) : pyStr(tag)), run);
      const msg = `Input tag '${pyStr(tag)}' found using ${pyRepr(key)} does not match any of the expected tags: ${tags}`;
      return fail(run, place, input, 'union_tag_invalid', msg);
    },
  };
}
