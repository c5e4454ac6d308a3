// The rooms of the house: who may import whom, said once. `node build/rooms.js` (part of `npm run fix`) writes the linter's
// rules from it, build/rooms.biome.json; test/unit/house.test.ts holds every import to it, and the tables of docs/architecture.md.
const { existsSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** The engine's folders from the top: each imports only what stands before it. */
const rooms = [
  'core',
  'python',
  'json',
  'validation',
  'text',
  'grammar',
  'repair',
  'modules',
  'tokens',
  'messages',
  'parsers',
  'code',
  'systems',
  'diagnosis',
  'suspicions',
  'definition',
  'streams',
  'samples',
  'authoring',
  'conversation',
  'evaluation',
  'interchange',
  'constraints',
  'sources',
  'installed',
];

/** The rooms with a door, `index.ts`: what others may use of them. */
const doors = rooms.filter(room => existsSync(join(__dirname, '../src/engine', room, 'index.ts')));

/**
 * The folders of `src` beside the engine, and what each may import: of ours (`façade` is the engine's, `its cache` the one
 * file of the engine that keeps what was made), and whether of Node. Only the extension imports `vscode`. A folder of a house
 * that may do more stands below it: it is the Node half of the one place where Node and a browser differ.
 * @type {Readonly<Record<string, { readonly may: readonly string[], readonly onNode: boolean }>>}
 */
const houses = {
  protocol: { may: [], onNode: false },
  views: { may: ['façade', 'protocol'], onNode: false },
  service: { may: ['façade', 'its cache', 'views', 'protocol'], onNode: false },
  providers: { may: ['façade'], onNode: false },
  portable: { may: ['façade', 'its cache'], onNode: false },
  node: { may: ['façade', 'its cache', 'providers', 'portable'], onNode: true },
  extension: {
    may: ['façade', 'its cache', 'protocol', 'views', 'service', 'providers', 'portable', 'assist'],
    onNode: false,
  },
  'extension/runtime/node': {
    may: ['façade', 'its cache', 'protocol', 'views', 'service', 'providers', 'portable', 'extension', 'node'],
    onNode: true,
  },
  webview: { may: ['protocol'], onNode: false },
  assist: { may: ['façade', 'views'], onNode: false },
  cli: { may: ['façade', 'views', 'node', 'providers', 'portable', 'assist'], onNode: true },
};

/** The engine's folders that have the name of a house: what they hold is no house. */
const namesakes = ['providers'];

/** The linter's rules, one for each room and house. */
function linterRules() {
  const outside = [
    'vscode',
    'node:*',
    ...Object.keys(houses).flatMap(house =>
      namesakes.includes(house) ? [`../../${house}/**`, `../../../${house}/**`] : [`**/${house}/**`],
    ),
  ];
  return [
    rule('engine', outside, 'The engine is pure and stands alone.'),
    ...rooms.map((room, i) => {
      const above = rooms.slice(0, i).join(', ');
      return rule(
        `engine/${room}`,
        [
          ...outside,
          '**/index.ts',
          ...doors.map(door => `!**/${door}/index.ts`),
          ...rooms.slice(i + 1).map(below => `**/${below}/**`),
        ],
        above === '' ? `${room} imports nothing.` : `${room} imports only what stands above it: ${above}.`,
      );
    }),
    ...Object.entries(houses).map(([house, { may, onNode }]) =>
      rule(
        house,
        [
          ...(house.startsWith('extension') ? [] : ['vscode']),
          ...(onNode ? [] : ['node:*']),
          ...Object.keys(houses).flatMap(other => (other === house || may.includes(other) ? [] : [`**/${other}/**`])),
          may.includes('façade') ? '**/engine/*/**' : '**/engine/**',
          ...(may.includes('its cache') ? ['!**/engine/core/lastUsed.ts'] : []),
        ],
        `src/${house} imports of ours: ${may.join(', ') || 'nothing'}.`,
        onNode,
      ),
    ),
  ];
}

/** What only Node has, and no import tells. */
const globalsOfNode = ['Buffer', '__dirname', '__filename', 'global', 'process', 'require'];

/** @param {string} folder @param {readonly string[]} group @param {string} message @param {boolean} [onNode] */
function rule(folder, group, message, onNode = false) {
  const noRestrictedImports = { level: 'error', options: { patterns: [{ group, message }] } };
  const denied = onNode ? [] : globalsOfNode.map(name => [name, 'There is no Node in a browser.']);
  const noRestrictedGlobals = { level: 'error', options: { deniedGlobals: Object.fromEntries(denied) } };
  return { includes: [`src/${folder}/**`], linter: { rules: { style: { noRestrictedImports, noRestrictedGlobals } } } };
}

/** The text of build/rooms.biome.json, which biome.json extends. */
function linterFile() {
  return `${JSON.stringify({ overrides: linterRules() }, undefined, 1)}\n`;
}

if (require.main === module) writeFileSync(join(__dirname, 'rooms.biome.json'), linterFile());

module.exports = { doors, houses, linterFile, rooms };
