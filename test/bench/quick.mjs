// @ts-check

/**
 * A size or a number of rounds; in `npm run bench -- --quick`, which only tries whether all still runs, a small one.
 * @param {number} value
 * @param {number} small
 */
export const quick = (value, small) => (process.env.PARSERLENS_QUICK ? small : value);
