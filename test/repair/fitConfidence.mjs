// @ts-check
// `node --import tsx test/repair/fitConfidence.mjs CORPUS [--write]`: fits the weights of src/engine/repair/confidence.ts on recorded
// calls (real-calls.json and mutated-calls.json of the folder CORPUS) and on the test suites of other engines beside them, prints
// how well they hold for models and faults that they were not fitted on, and with --write puts them in place and draws the
// calibration plot. The corpus is not part of this repository.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { featuresOf } from '../../src/engine/repair/confidence.ts';
import { readingsOf } from '../../src/engine/repair/readings.ts';
import { SchemaView } from '../../src/engine/repair/schemaView.ts';
import { calibrationPlot } from './calibrationPlot.mjs';

const source = 'src/engine/repair/confidence.ts';
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node --import tsx test/repair/fitConfidence.mjs CORPUS [--write]');

/** @typedef {{ group: string, model: string, cause: string, weight: number, x: number[], right: number }} Row */
/** @type {readonly (keyof import('../../src/engine/repair/confidence.ts').Features)[]} */
const names = [
  'always',
  'rivalry',
  'cost',
  'misfit',
  'guess',
  'scalar',
  'repeated',
  'doubts',
  'unpaired',
  'hollow',
  'around',
  'schemaless',
];

const rows = [...calls('real-calls.json'), ...calls('mutated-calls.json'), ...suites()];
console.log(`${rows.length} readings`);
const weights = weightsFor(rows);
for (const [i, name] of names.entries()) console.log(name.padEnd(12), weights[i]?.toFixed(2));
report(
  'fitted on all',
  rows.map(row => ({ ...row, p: confidence(row.x, weights) })),
);
const fitted = rows.filter(row => row.group !== 'suites');
report(
  'other models',
  fold(row => row.model),
);
report(
  'other faults',
  fold(row => row.cause),
);
if (process.argv.includes('--write')) write();

/** The readings of the calls in a file, with and without their schema. */
function calls(/** @type {string} */ file) {
  const { cases } = JSON.parse(readFileSync(join(String(folder), file), 'utf8'));
  return cases.flatMap((/** @type {any} */ c) =>
    (c.json_schema ? [c.json_schema, undefined] : [undefined]).flatMap(schema => {
      const right = (/** @type {any} */ one) =>
        c.lossy || c.ambiguous
          ? (!c.lossy || one.isLossy) && c.accept.some((/** @type {unknown} */ value) => same(one.value, value))
          : same(one.value, c.kind === 'mutated' ? c.expected : c.reading);
      const group = schema ? c.kind : `${c.kind}, no schema`;
      return row(c.text, schema, right, { group, model: c.model, cause: c.cause, weight: schema ? 1 : 0.3 });
    }),
  );
}

/** The readings of the cases of other engines' suites that are not strict JSON. */
function suites() {
  return ['json-repair', 'jsonrepair-js', 'baml'].flatMap(file =>
    JSON.parse(readFileSync(join(String(folder), `${file}.json`), 'utf8')).cases.flatMap((/** @type {any} */ c) => {
      if (c.kind !== 'ok' || !('expected' in c) || isStrict(c.input)) return [];
      const right = (/** @type {any} */ one) => same(one.value, c.expected);
      return row(c.input, c.json_schema ?? c.options?.schema, right, {
        group: 'suites',
        model: file,
        cause: file,
        weight: 1,
      });
    }),
  );
}

/** @returns {Row[]} */
function row(
  /** @type {string} */ text,
  /** @type {unknown} */ schema,
  /** @type {(one: any) => boolean} */ right,
  /** @type {any} */ about,
) {
  const readings = readingsOf(text, schema, SchemaView.of(schema));
  const best = readings.proved[0];
  if (!best || readings.refusal <= best.cost) return [];
  const features = featuresOf(readings, schema !== undefined);
  return [{ ...about, x: names.map(name => Number(features[name])), right: Number(right(best)) }];
}

/** Logistic regression with a small ridge, by Newton's method. */
function weightsFor(/** @type {readonly Row[]} */ data) {
  /** @type {number[]} */
  let w = names.map(() => 0);
  for (let step = 0; step < 30; step++) {
    const gradient = names.map((_, i) => (i === 0 ? 0 : -(w[i] ?? 0)));
    const hessian = names.map((_, i) => names.map((_, j) => Number(i === j)));
    for (const { x, right, weight } of data) {
      const p = confidence(x, w);
      for (const [i, xi] of x.entries()) {
        gradient[i] = (gradient[i] ?? 0) + weight * (right - p) * xi;
        for (const [j, xj] of x.entries()) {
          const line = hessian[i];
          if (line) line[j] = (line[j] ?? 0) + weight * p * (1 - p) * xi * xj;
        }
      }
    }
    const change = solve(hessian, gradient);
    w = w.map((value, i) => value + (change[i] ?? 0));
  }
  return w;
}

function confidence(/** @type {readonly number[]} */ x, /** @type {readonly number[]} */ w) {
  return 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (w[i] ?? 0), 0)));
}

/** The solution of a small system of linear equations, by Gauss. */
function solve(/** @type {number[][]} */ matrix, /** @type {number[]} */ vector) {
  const a = matrix.map((line, i) => [...line, vector[i] ?? 0]);
  const n = a.length;
  const at = (/** @type {number} */ i, /** @type {number} */ j) => a[i]?.[j] ?? 0;
  for (let k = 0; k < n; k++)
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = at(i, k) / at(k, k);
      a[i] = (a[i] ?? []).map((value, j) => value - factor * at(k, j));
    }
  return a.map((_, i) => at(i, n) / at(i, i));
}

/** Every reading with the confidence of weights that were fitted without its part of the data. */
function fold(/** @type {(row: Row) => string} */ part) {
  return [...new Set(fitted.map(part))].flatMap(name => {
    const w = weightsFor(rows.filter(one => one.group === 'suites' || part(one) !== name));
    return fitted.filter(one => part(one) === name).map(one => ({ ...one, p: confidence(one.x, w) }));
  });
}

function report(/** @type {string} */ title, /** @type {(Row & { p: number })[]} */ list) {
  for (const group of new Set(list.map(one => one.group))) {
    const of = list.filter(one => one.group === group);
    const sureWrong = of.filter(one => !one.right && one.p >= 0.9).length;
    const sure = of.filter(one => one.p >= 0.9).length;
    const share = (/** @type {number} */ n) => `${((100 * n) / of.length).toFixed(2)} %`;
    console.log(
      `${title}: ${group.padEnd(20)} ${of.length} readings, calibration error ${calibrationError(of).toFixed(3)}, ` +
        `sure ${share(sure)}, sure and wrong ${share(sureWrong)}`,
    );
  }
}

function calibrationError(/** @type {readonly { p: number, right: number }[]} */ list) {
  const bins = Array.from({ length: 10 }, () => 0);
  for (const { p, right } of list) {
    const i = Math.min(9, Math.floor(p * 10));
    bins[i] = (bins[i] ?? 0) + right - p;
  }
  return bins.reduce((sum, bin) => sum + Math.abs(bin), 0) / list.length;
}

function write() {
  const table = names.map((name, i) => `  ['${name}', ${(weights[i] ?? 0).toFixed(2)}],\n`).join('');
  const text = readFileSync(source, 'utf8');
  const [before, , after] = text.split(/(?<=weights: begin\n)|(?= {2}\/\/ weights: end)/);
  writeFileSync(source, before + table + after);
  writeFileSync('docs/repair-calibration.svg', calibrationPlot(fold(one => one.model)));
}

/** @returns {boolean} */
function same(/** @type {any} */ one, /** @type {any} */ other) {
  if (typeof one === 'bigint') return Number(one) === other;
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every(key => Object.hasOwn(other, key) && same(one[key], other[key]))
  );
}

function isStrict(/** @type {string} */ text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
