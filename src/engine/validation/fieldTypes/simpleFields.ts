import { compositeName, fail, floorExactness, strict, type Validator } from '../validator.ts';

/** `Any`: everything, as it is. In a union it comes after an exact type but before a coercion. */
export const anyField: Validator = {
  name: 'any',
  validate(input, _place, run) {
    floorExactness(run, strict);
    return input;
  },
  keeps: () => true,
};

/** `None`. */
export const noneField: Validator = {
  name: 'none',
  validate: (input, place, run) =>
    input === null ? null : fail(run, place, input, 'none_required', 'Input should be None'),
  keeps: value => value === null,
};

/** `Optional[T]`. */
export function nullableField(inner: Validator): Validator {
  return {
    get name() {
      return compositeName('nullable[', [inner]);
    },
    validate: (input, place, run) => (input === null ? null : inner.validate(input, place, run)),
    keeps: value => value === null || inner.keeps?.(value) === true,
  };
}

/** A `RootModel`: its one value, under its own name. */
export function rootModelField(className: string, root: Validator): Validator {
  return {
    name: className,
    validate(input, place, run) {
      floorExactness(run, strict);
      return root.validate(input, place, run);
    },
    keeps: value => root.keeps?.(value) === true,
  };
}
