/**
 * What another thread looks at while it works, to see whether anybody still waits: 1 once nobody does. A page of a
 * browser shares memory with nobody, unless whoever serves it allows that: there the work ends, and nobody takes its result.
 */
export function cancelFlag(): Int32Array {
  return new Int32Array(typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(4) : new SharedArrayBuffer(4));
}
