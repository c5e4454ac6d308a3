/**
 * A part of a bundle as CommonJS: esbuild splits ES modules only, and what loads our bundles with the code that was kept of them
 * loads CommonJS. What a part takes from another is a name of its own, as quick as if it were declared there; its own names, which
 * may be `module`, are in a function; every line stays where it was.
 * @param {string} text a part as esbuild writes it: its imports come first, its exports last
 */
function commonJs(text) {
  const imports = /^(?:\s*import\s*\{[^}]*\}\s*from\s*"[^"]+";?)*/.exec(text)?.[0] ?? '';
  const { 0: exported, 1: names = '', index } = [...text.matchAll(/\bexport\s*\{([\w$,\s]*)\};?/g)].at(-1);
  return [
    '"use strict";module.exports = (() => {',
    imports
      .replace(/\bimport\s*\{/g, 'const {')
      .replace(/([\w$]+) as ([\w$]+)/g, '$1: $2')
      .replace(/\}\s*from\s*("[^"]+")/g, '} = require($1)'),
    text.slice(imports.length, index),
    `return {${names.replace(/([\w$]+) as ([\w$]+)/g, '$2: $1')}};})();`,
    text.slice(index + exported.length),
  ].join('');
}

module.exports = { commonJs };
