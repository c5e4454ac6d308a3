/** By this name Node asks an object what is printed of it; no other platform does. */
export const printed = Symbol.for('nodejs.util.inspect.custom');

const descriptor: PropertyDescriptor = { value: members };

/** The object, whose members may be made when they are first asked for, and which Node prints with them, as plain data. */
export function printedPlain<T extends object>(object: T): T {
  return Object.defineProperty(object, printed, descriptor);
}

function members(this: object): object {
  return { ...this };
}
