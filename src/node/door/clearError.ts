import { EngineError } from '../../engine/index.ts';

/**
 * Calls a function of the door. What JavaScript itself raises in it, at once or later, comes of an argument that only looks
 * right, such as an object that a program made by hand: it becomes a `TypeError` that names the function and its arguments,
 * with the other as its `cause`. `signature`: as in `split(definition, result)`.
 */
export function withClearErrors<T>(signature: string, args: readonly unknown[], call: () => T): T {
  let result: T;
  try {
    result = call();
  } catch (error) {
    throw clearError(signature, args, error);
  }
  if (!(result instanceof Promise)) return result;
  return result.catch(error => {
    throw clearError(signature, args, error);
  }) as T;
}

/** The error to raise for one that was raised: `EngineError`s, those of the door, and those of a user's own code say enough. */
export function clearError(signature: string, args: readonly unknown[], error: unknown): unknown {
  const isOfJavaScript =
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof SyntaxError ||
    (error instanceof Error && error.name === 'DataCloneError');
  if (!isOfJavaScript || error instanceof EngineError || isClear.has(error)) return error;
  const opening = signature.indexOf('(');
  const names =
    opening < 0
      ? []
      : signature
          .slice(opening + 1, -1)
          .split(', ')
          .filter(name => name !== '');
  const objects = names.filter((_, i) => typeof args[i] === 'object' || typeof args[i] === 'function');
  const [last, ...others] = (objects.length > 0 ? objects : names).map(name => `\`${name}\``).reverse();
  const which =
    others.length > 0 ? `one of ${others.reverse().join(', ')} and ${last}` : (last ?? 'what it was called with');
  return clear(
    new TypeError(`${signature}: ${which} cannot be used as it is given: ${error.message}`, { cause: error }),
  );
}

/** Marks an error of the door's own. */
export function clear(error: TypeError): TypeError {
  isClear.add(error);
  return error;
}

const isClear = new WeakSet<Error>();
