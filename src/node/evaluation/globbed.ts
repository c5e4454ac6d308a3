import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The files and folders that a pattern stands for, sorted; none where it is not a pattern, or there is a file of that name. `**` is any number of folders. Links to folders are not followed by it. */
export async function globbed(cwd: string, pattern: string): Promise<readonly string[]> {
  if (!/[*?[]/.test(pattern) || existsSync(resolve(cwd, pattern))) return [];
  const steps = pattern.split(/[\\/]/);
  let found = [steps[0] === '' ? '/' : ''];
  for (const [i, step] of steps.entries()) {
    if (step === '' && i === 0) continue;
    const next = new Set<string>();
    for (const base of found) for (const path of await stepsFrom(cwd, base, step)) next.add(path);
    found = [...next];
  }
  return found.filter(path => existsSync(resolve(cwd, path))).sort();
}

async function stepsFrom(cwd: string, base: string, step: string): Promise<readonly string[]> {
  if (!/[*?[]/.test(step)) return [join(base, step)];
  const entries = await readdir(resolve(cwd, base), { withFileTypes: true }).catch(() => []);
  const visible = entries.filter(({ name }) => !name.startsWith('.') || step.startsWith('.'));
  if (step !== '**') {
    const fits = patternOf(step);
    return visible.filter(({ name }) => fits.test(name)).map(({ name }) => join(base, name));
  }
  const all = [base];
  for (const entry of visible)
    if (entry.isDirectory()) all.push(...(await stepsFrom(cwd, join(base, entry.name), step)));
  return all;
}

/** The names that a step stands for: any characters, one, or one of some. */
function patternOf(step: string): RegExp {
  const source = step.replace(/\*+|\?|\[([^\]]*)\]|[^*?[]+|\[/g, (part, some: string | undefined) => {
    if (part.startsWith('*')) return '.*';
    if (part === '?') return '.';
    if (some !== undefined) return `[${some.replace(/^!/, '^').replace(/[\\[]/g, '\\$&')}]`;
    return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  try {
    return new RegExp(`^${source}$`, 'su');
  } catch {
    // `[z-a]` stands for nothing.
    return /(?!)/;
  }
}
