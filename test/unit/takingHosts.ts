/** The names of the functions in `of` that take a host, those inside its objects too, as paths. */
export function takingHosts(of: object, prefix = ''): string[] {
  return Object.entries(of).flatMap(([name, value]) => {
    if (typeof value === 'function')
      return /\bhost\b/.test(String(value).split(/\)\s*(?:=>|\{)/)[0]!) ? [prefix + name] : [];
    const isPlain = value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
    return isPlain ? takingHosts(value, `${prefix}${name}.`) : [];
  });
}

/** Those of them that are the same in `bound`: they have no host yet. */
export function unbound(of: object, bound: object): string[] {
  const at = (object: object, path: string) =>
    path.split('.').reduce<unknown>((each, name) => (each as Record<string, unknown>)[name], object);
  return takingHosts(of).filter(name => at(bound, name) === at(of, name));
}
