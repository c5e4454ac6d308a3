import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { checkSync } from 'recheck/lib/browser.js';
import type { Host } from '../../../../src/engine/core/host.ts';
import { patternRisk } from '../../../../src/engine/definition/index.ts';

/** Whether a pattern is analysed. */
async function isAnalysed(source: string, flags = ''): Promise<boolean> {
  let asked = 0;
  const host: Host = {
    runPattern: async () => ({ ok: false, reason: 'timeout', message: '' }),
    analyzePattern: async () => {
      asked++;
      return undefined;
    },
  };
  await patternRisk({ source, flags }, host);
  return asked > 0;
}

suite('which patterns are analysed', () => {
  test('none whose form says that it ends in time', async () => {
    const quick = [
      '(?:Rating: (\\d+)\\/10)[\\s\\S]*',
      '(?:Confidence: (A|B|C))[\\s\\S]*',
      '(?<name>\\w+)=(?<value>[^;]*);?',
      'a*b(?:c|d+e)f*',
      '^x{2,5}$',
    ];
    for (const source of quick) equal(await isAnalysed(source), false, source);
    equal(await isAnalysed('Score: ((?:[\\p{Nd}])+)(?:[\\t\\x85\\u{3000}])*Grade: (A|B)[^]*', 'u'), false);
  });

  test('all that take long, and all of which the form says nothing', async () => {
    const others = [
      '(a+)+$',
      '(?:a|a)*b',
      '(a*)(a*)(a*)b',
      '\\w+\\s*\\w+\\s*x',
      '(?:x?){20}x{20}',
      '(?:a*,){3}b',
      'a*b?a*c*d',
      '\\d+[^x]*\\d+b',
      'a*(?=b)a*c*d',
      '(a*)\\1*b',
      '(a|b|ab)+c',
      '[a-z]*\\u{3}[a-z]*u*b',
      '(?i:a*)A*a*b',
      'é*Éé*Éb',
    ];
    for (const source of others) ok(await isAnalysed(source, source.includes('É') ? 'i' : ''), source);
    ok(await isAnalysed('k*\\u{212a}k*\\u{212a}b', 'iu'));
    ok(await isAnalysed('[a--b]*a*b', 'v'));
    // What two classes have in common may be far from all letters of ours.
    const far = [
      '[^\\0-\\u{2ffff}]*\\u{30000}[^\\0-\\u{2ffff}]*b',
      '\\p{Co}*\\p{Co}\\p{Co}*b',
      '\\p{Script=Han}*\\p{Ideographic}\\p{L}*b',
      '\\p{Cn}*[^\\p{L}\\p{N}\\p{P}\\p{S}\\p{M}\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}]\\p{Cn}*b',
    ];
    for (const source of far) ok(await isAnalysed(source, 'u'), source);
    equal(await isAnalysed('\\p{L}*\\p{Nd}\\p{L}*\\p{Co}[a-z]*', 'u'), false);
  });

  test('none that the analysis finds slow is left out @slow', async () => {
    const one = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\w', '\\d', '(?:a)', '(a|b)', '\\x61');
    const times = fc.constantFrom('', '', '*', '+', '?', '{2}', '*?', '{1,3}');
    const part = fc.tuple(one, times).map(pair => pair.join(''));
    const way = fc.array(part, { minLength: 1, maxLength: 4 }).map(parts => parts.join(''));
    const group = fc
      .tuple(fc.array(way, { minLength: 1, maxLength: 2 }), times)
      .map(([ways, own]) => `(?:${ways.join('|')})${own}`);
    const pattern = fc.array(fc.oneof(part, part, group), { minLength: 2, maxLength: 5 }).map(parts => parts.join(''));
    const slow: string[] = [];
    let quick = 0;
    for (const source of fc.sample(pattern, { seed: 52, numRuns: 600 })) {
      if (quick === 40 || (await isAnalysed(source))) continue;
      quick++;
      const found = checkSync(source, '', { timeout: 2000 });
      if (found.status === 'vulnerable' && (found.complexity.type === 'exponential' || found.complexity.degree > 2))
        slow.push(source);
    }
    deepEqual(slow, []);
    equal(quick, 40);
  });
});
