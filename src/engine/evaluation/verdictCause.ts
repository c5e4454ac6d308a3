/** A cluster of rows: why they are errors, suspicious, skipped or not tried. */
export interface VerdictCause {
  readonly kind: 'error' | 'suspicious' | 'skipped' | 'untried';
  readonly code: string;
  readonly detail?: string;
}

/** What tells causes apart. */
export function causeKey({ kind, code, detail }: VerdictCause): string {
  return detail === undefined ? `${kind}\0${code}` : `${kind}\0${code}\0${detail}`;
}

/** The cause that a key stands for. */
export function causeOfKey(key: string): VerdictCause {
  const [kind, code = '', ...detail] = key.split('\0');
  return { kind: kind as VerdictCause['kind'], code, ...(detail.length > 0 && { detail: detail.join('\0') }) };
}
