import { deepEqual, equal } from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, tokTypes } from 'acorn';
import { transformSync } from 'esbuild';
import { checkSync } from 'recheck/lib/browser.js';

interface RegexToken {
  readonly pattern: string;
  readonly flags: string;
}

/** The regular expressions of `src` that repeat something, as they are written, each with the files that have it. */
function patternsOfSrc(): Map<string, string[]> {
  const src = join(import.meta.dirname, '../../src');
  const found = new Map<string, string[]>();
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(each => /\.tsx?$/.test(each))) {
    const { code } = transformSync(readFileSync(join(src, file), 'utf8'), {
      loader: file.endsWith('x') ? 'tsx' : 'ts',
      target: 'esnext',
    });
    parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      onToken(token) {
        if (token.type !== tokTypes.regexp) return;
        const { pattern: source, flags } = (token as unknown as { readonly value: RegexToken }).value;
        if (!/[*+{]/.test(source)) return;
        const pattern = `/${source}/${flags}`;
        found.set(pattern, [...(found.get(pattern) ?? []), file]);
      },
    });
  }
  return found;
}

/** What is known of them: those that were analysed and are linear, and why another one may stay. */
interface Known {
  readonly linear: readonly string[];
  readonly allowed: Readonly<Record<string, string>>;
}

const knownFile = join(import.meta.dirname, 'patterns.json');
const limitMs = 20_000;

/** Why a pattern may take more than linear time; `undefined`: it does not. */
function fault(pattern: string): string | undefined {
  const end = pattern.lastIndexOf('/');
  const found = checkSync(pattern.slice(1, end), pattern.slice(end + 1).replace('d', ''), { timeout: limitMs });
  if (found.status === 'safe') return undefined;
  return found.status === 'vulnerable' ? `${found.complexity.summary}, as with ${found.attack.pattern}` : 'not known';
}

suite('patterns of ours', () => {
  /**
   * What a pattern reads is a model's or a user's. One that is new is analysed here: write it otherwise, or bound what it is given
   * and say so in `allowed`. `PATTERNS=write` writes the linear ones down, so that they are not analysed again.
   */
  test('take linear time, or read what is short @slow', () => {
    const known: Known = JSON.parse(readFileSync(knownFile, 'utf8'));
    const patterns = patternsOfSrc();
    const linear = known.linear.filter(each => patterns.has(each));
    const faults: string[] = [];
    for (const [pattern, files] of patterns) {
      if (known.allowed[pattern] !== undefined || known.linear.includes(pattern)) continue;
      const why = fault(pattern);
      if (why === undefined) linear.push(pattern);
      else faults.push(`${files.join(', ')}: ${pattern}: ${why}`);
    }
    const gone = Object.keys(known.allowed).filter(pattern => !patterns.has(pattern));
    if (process.env.PATTERNS === 'write')
      writeFileSync(knownFile, `${JSON.stringify({ linear: linear.sort(), allowed: known.allowed }, null, 2)}\n`);
    equal(faults.join('\n'), '');
    deepEqual(gone, []);
  });
});
