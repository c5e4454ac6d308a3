import { fail, spend, type Validator } from '../validator.ts';

/** What a reference leads to. `naming` is shared by all definitions of a schema. */
export interface DefinitionTarget {
  /** `undefined` while it is under construction. */
  validator: Validator | undefined;
  name?: string;
  /** How many times it is asked inside itself whether it keeps a value. */
  keeping: number;
  readonly naming: { depth: number };
}

/** Names of definitions that are asked for inside each other: a row of many thousand ends the stack. */
const maxNaming = 100;

/**
 * A reference to a definition, which may still be under construction (it is recursive then). A definition that meets
 * the same input inside itself goes round in a circle.
 */
export function definitionField(target: DefinitionTarget): Validator {
  return {
    get name() {
      return nameOf(target);
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
    keeps(value) {
      // Values do not nest so deep: it goes round in a circle.
      if (target.keeping === maxNaming) return false;
      target.keeping++;
      const isKept = target.validator?.keeps?.(value) === true;
      target.keeping--;
      return isKept;
    },
  };
}

/** A definition's name is put together once; inside itself, and too deep inside others, it is `...`. */
function nameOf(target: DefinitionTarget): string {
  if (target.name !== undefined) return target.name;
  if (target.validator === undefined || target.naming.depth >= maxNaming) return '...';
  target.naming.depth++;
  target.name = '...';
  const { name } = target.validator;
  target.naming.depth--;
  target.name = name;
  return name;
}
