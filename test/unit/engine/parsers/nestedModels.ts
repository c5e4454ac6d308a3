/** A schema of 40 models, each of which holds the next one under every one of `keys`. */
export function models(keys: readonly string[]): object {
  const count = 40;
  const model = (i: number) => ({
    title: `D${i}`,
    type: 'object',
    properties: Object.fromEntries(keys.map(key => [key, { $ref: `#/$defs/D${i + 1}` }])),
    required: keys,
  });
  const $defs = Object.fromEntries(Array.from({ length: count }, (_, i) => [`D${i}`, model(i)]));
  return { ...model(-1), title: 'M', $defs: { ...$defs, [`D${count}`]: { type: 'string' } } };
}
