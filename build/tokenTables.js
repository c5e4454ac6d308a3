// Makes dist/tables/: the ranks of OpenAI's encodings in a compact form, and the licence that they come with.
const { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { gzipSync } = require('node:zlib');

const encodings = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'];

/**
 * The table of an encoding, as `readRankTable` of the engine reads it: the number of tokens (32 bits, little endian),
 * the length of each token in bytes (one byte each, in the order of ranks; 0 for a rank that no token has), then the
 * tokens' bytes one after another.
 */
function tokenTable(encoding) {
  const tokens = [];
  // A line is "! FIRST_RANK" and then consecutive tokens in base64.
  for (const line of require(`js-tiktoken/ranks/${encoding}`).bpe_ranks.split('\n')) {
    const [, firstRank, ...base64] = line.split(' ');
    while (tokens.length < Number(firstRank)) tokens.push(Buffer.alloc(0));
    for (const text of base64) tokens.push(Buffer.from(text, 'base64'));
  }
  const lengths = Buffer.from(tokens.map(token => token.length));
  const singles = new Set(tokens.filter(token => token.length === 1).map(token => token[0]));
  if (tokens.some(token => token.length > 255) || singles.size !== 256)
    throw new Error(`${encoding}: not a complete byte vocabulary`);
  const count = Buffer.alloc(4);
  count.writeUInt32LE(tokens.length);
  return Buffer.concat([count, lengths, ...tokens]);
}

/** Writes the tables that are missing, or older than their source or this file. */
function buildTokenTables(folder) {
  mkdirSync(folder, { recursive: true });
  for (const encoding of encodings) {
    const target = join(folder, `${encoding}.gz`);
    const sources = [__filename, require.resolve(`js-tiktoken/ranks/${encoding}`)];
    const upToDate =
      existsSync(target) && sources.every(source => statSync(source).mtimeMs <= statSync(target).mtimeMs);
    if (upToDate) continue;
    // Renamed when complete, so that a build that was stopped leaves no half table.
    writeFileSync(`${target}.new`, gzipSync(tokenTable(encoding), { level: 9 }));
    renameSync(`${target}.new`, target);
  }
  writeFileSync(join(folder, 'NOTICE.txt'), tablesNotice());
}

/** What comes with the tables: whose they are, and the text of each licence that the vocabularies are under. */
function tablesNotice() {
  const licences = ['Apache-2.0', 'DeepSeek', 'Llama-3', 'Gemma'].map(name => `licences/${name}.txt`);
  return ['tokenTables.notice.txt', ...licences]
    .map(file => readFileSync(join(__dirname, file), 'utf8'))
    .join(`\n${'-'.repeat(80)}\n\n`);
}

module.exports = { buildTokenTables, tablesNotice, tokenTable };
