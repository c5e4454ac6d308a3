// @ts-check
// A failed test in words: where it stands, what differs, the picture that was taken.
const { existsSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { fileURLToPath } = require('node:url');
const { stripVTControlCharacters } = require('node:util');

const root = join(__dirname, '../..');

/** In characters: what is kept of a message. */
const longestMessage = 3000;

/**
 * The path in the project of the picture of a test that failed in the workbench.
 * @param {string} title the full title
 */
const pictureOf = title => `out/screenshots/failed-${title.replace(/[^\w]+/g, '-')}`.slice(0, 96);

/**
 * One line with the file, the line and the title; below it the message with the difference of values, and the path of the
 * picture where there is one.
 * @param {{ fullTitle(): string, file?: string }} test
 * @param {unknown} error
 */
function describeFailure(test, error) {
  const { message = String(error), stack = '', cause } = /** @type {Error} */ (error ?? {});
  const picture = `${pictureOf(test.fullTitle())}.png`;
  return [
    `${placeOf(stack, test.file)}  ${test.fullTitle()}`,
    ...indented(message.slice(0, longestMessage)),
    ...(cause instanceof Error ? indented(`because: ${cause.message.slice(0, longestMessage)}`) : []),
    ...(existsSync(join(root, picture)) ? [`  picture: ${picture}`] : []),
  ].join('\n');
}

/**
 * The line of the test's own file that the stack names, or the first of a test's helper.
 * @param {string} stack
 * @param {string} [file] of the test, or the bundle that was made of it
 */
function placeOf(stack, file = '') {
  const own = sourceOf(file);
  const frames = [...stack.matchAll(/(?:file:\/\/)?((?:\/|test\/|out\/)[^\s():]+):(\d+):\d+/g)].flatMap(
    ([, path = '', line]) => {
      const source = sourceOf(path);
      return source === own || /^test\/(?!run\/)/.test(source) ? [{ source, line }] : [];
    },
  );
  const frame = frames.find(({ source }) => source === own) ?? frames[0];
  return frame ? `${frame.source}:${frame.line}` : own;
}

/** The path in the project of a file, or of what it was bundled from. @param {string} file */
function sourceOf(file) {
  const path = relative(root, resolve(root, file.startsWith('file:') ? fileURLToPath(file) : file)).replaceAll(
    '\\',
    '/',
  );
  return path.replace(/^out\/host\/[^/]+\/(.*)\.js$/, 'test/host/$1.ts');
}

/** @param {string} text */
const indented = text =>
  stripVTControlCharacters(text)
    .split('\n')
    .map(line => `  ${line}`);

module.exports = { describeFailure, pictureOf };
