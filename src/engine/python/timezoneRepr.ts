import { pyRepr } from './repr.ts';

/** The repr of Python's `datetime.timedelta`, of microseconds. */
export function timedeltaRepr(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1e6);
  const parts = {
    days: Math.floor(seconds / 86_400),
    seconds: ((seconds % 86_400) + 86_400) % 86_400,
    microseconds: microseconds - seconds * 1e6,
  };
  const words = Object.entries(parts).filter(([, value]) => value !== 0);
  return `datetime.timedelta(${words.map(([name, value]) => `${name}=${value}`).join(', ') || '0'})`;
}

/** The repr of Python's `datetime.timezone(offset, name)`; `offset` in microseconds east of UTC. */
export function timezoneRepr(offset: number, name?: string): string {
  if (offset === 0 && name === undefined) return 'datetime.timezone.utc';
  return `datetime.timezone(${timedeltaRepr(offset)}${name === undefined ? '' : `, ${pyRepr(name)}`})`;
}
