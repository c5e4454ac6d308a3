import { equal, ok } from 'node:assert/strict';
import { format } from 'node:util';

/** Runs an example with the names of a door, and compares what it prints with the comments at its end. */
export async function runExample(code: string, door: object): Promise<void> {
  const said = /(?:^\/\/.*\n)+$/m.exec(code)![0];
  const printed: string[] = [];
  const log = (...values: unknown[]) => printed.push(format(...values));
  const members = Object.entries(door).filter(([name]) => /^\w+$/.test(name) && name !== 'default');
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  await new AsyncFunction(...members.map(([name]) => name), 'console', code)(...members.map(([, value]) => value), {
    log,
  });
  ok(printed.length > 0);
  const lines = printed.flatMap(each => each.split('\n')).map(line => `// ${line}`.trimEnd());
  equal(lines.join('\n'), said.trimEnd());
}
