/** Why a model gave no answer. */
export type FailureKind = 'refused' | 'connection' | 'timeout' | 'stream' | 'cancelled';

/**
 * A question that was not answered: `refused` by the provider with an HTTP status, no `connection` (or one that was
 * dropped), no byte in time, or a `stream` that is not what the API promises. Never a parse error. The message holds no key.
 */
export class ModelFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(kind: FailureKind, message: string, status?: number, retryAfter?: number) {
    super(message);
    this.name = 'ModelFailure';
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** Whether the same question may be answered when it is asked again: too many of them, a server's failure, a dropped connection. */
  get isPassing(): boolean {
    if (this.kind === 'connection') return true;
    return this.status !== undefined && (this.status === 429 || this.status >= 500);
  }
}

/** The wait in milliseconds that a `Retry-After` header asks for: seconds, or a date. `undefined` where it says nothing. */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.round(Number(header) * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
