import type { RegexSource } from './regexSource.ts';

/** Reads a group's name, or number, up to and with `end`. Raises `error`. */
export function readRegexName(source: RegexSource, end: string): string {
  const start = source.position;
  const name = source.takeUntil(end);
  if (name === undefined) {
    while (/[\p{XIDC}]/u.test(source.nextRaw || ' ')) source.takeRaw();
    throw source.error(`missing ${end}`);
  }
  if (name === '') throw source.error('missing group name', start);
  if (!/^(?:[\p{XIDS}_]\p{XIDC}*|\d+)$/u.test(name)) throw source.error('bad character in group name', start);
  return name;
}
