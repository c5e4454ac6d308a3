import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import { pyRepr, pyStr } from '../../python/index.ts';
import { compositeName } from '../compositeName.ts';
import { isPyInt } from '../pyNumber.ts';
import { fail, labelled, type Validator } from '../validator.ts';
import { literalLookup } from './literalLookup.ts';

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
