/** Thrown where the original raises: values nested too deeply, or a code fence where a key has to be. */
export class LenientFault extends Error {}
