// @ts-check
/**
 * What the scorer of the suites asks of an engine: the best candidate's value and whether the engine is sure of it, or an error where it refuses.
 * @param {(text: string, options: any) => any} repair
 */
export function parseWith(repair) {
  return async (/** @type {string} */ text, /** @type {any} */ options) => {
    const [best] = (await repair(text, options)).candidates;
    if (!best) throw new Error('refused');
    return { value: best.value, confident: best.confidence >= 0.9 };
  };
}
