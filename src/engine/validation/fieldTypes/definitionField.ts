import { fail, spend, type Validator } from '../validator.ts';

/**
 * A reference to a definition, which may still be under construction (it is recursive then). A definition that meets
 * the same input inside itself goes round in a circle.
 */
export function definitionField(target: { validator: Validator | undefined }): Validator {
  return {
    get name() {
      return target.validator?.name ?? '...';
    },
    validate(input, place, run) {
      spend(run);
      const inputs = run.active.get(target) ?? new Set();
      run.active.set(target, inputs);
      if (target.validator === undefined || inputs.has(input))
        return fail(run, place, input, 'recursion_loop', 'Recursion error - cyclic reference detected');
      inputs.add(input);
      const value = target.validator.validate(input, place, run);
      inputs.delete(input);
      return value;
    },
  };
}
