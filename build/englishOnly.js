// zod brings its messages in fifty languages, 190 KB that nothing here uses: only the English ones are bundled.
const { join } = require('node:path');

/** @type {import('esbuild').Plugin} */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: join(path, '..'),
    }));
  },
};

module.exports = { englishOnly };
