import { deepEqual, equal, ok } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { projectFiles } from '../../build/projects.js';
import { doors, houses, linterFile, rooms } from '../../build/rooms.js';
import { publicFace } from '../../src/node/door/publicFace.ts';

const root = join(import.meta.dirname, '../..');

const facade = 'src/engine/index.ts';

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map(file => `src/${file.replaceAll('\\', '/')}`)
  .filter(file => /\.tsx?$/.test(file))
  .sort();
const imports = new Map(files.map(file => [file, importsOf(file)]));

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** The files of the project that a file imports, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(found => join(dirname(file), found[1]!).replaceAll('\\', '/'))
    .filter(path => path.startsWith('src/') && existsSync(join(root, path)));
}

/** Groups of files that import each other in a circle (Tarjan's strongly connected components). */
function circles(): string[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (open.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1) found.push(group.sort().join(' '));
  };
  for (const file of files) if (!index.has(file)) visit(file);
  return found;
}

suite('the house', () => {
  test('every folder of the engine has its place, and arrows run one way', () => {
    const wrong: string[] = [];
    for (const [file, targets] of imports) {
      const room = /^src\/engine\/([^/]+)\//.exec(file)?.[1];
      if (!room) continue;
      if (!rooms.includes(room)) wrong.push(`${file}: ${room} is not in the list`);
      for (const target of targets) {
        const other = /^src\/engine\/([^/]+)(?:\/|$)/.exec(target)?.[1];
        if (other === undefined || !(rooms.indexOf(other) >= 0 && rooms.indexOf(other) <= rooms.indexOf(room)))
          wrong.push(`${file} imports ${target}`);
      }
    }
    deepEqual(wrong, []);
  });

  test('a room that has a door is entered by it; what loads later may stand behind it', () => {
    const wrong: string[] = [];
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8');
      for (const [, path] of text.matchAll(/\bfrom '(\.[^']+)'/g)) {
        const target = join(dirname(file), path!).replaceAll('\\', '/');
        const [, room, rest] = /^src\/engine\/([^/]+)\/(.+)$/.exec(target) ?? [];
        if (room === undefined || !doors.includes(room) || file.startsWith(`src/engine/${room}/`)) continue;
        if (rest !== 'index.ts') wrong.push(`${file} imports ${target}`);
      }
    }
    deepEqual(wrong, []);
    ok(doors.length > 12);
  });

  test('a room that has a door says in a README what it is for, and where to begin', () => {
    for (const room of doors) {
      const folder = join(root, 'src/engine', room);
      const links = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\]\(([^)]+)\)/g);
      const named = [...links].map(([, path]) => path!);
      deepEqual(
        named.filter(path => !existsSync(join(folder, path))),
        [],
        room,
      );
      equal(named.length, 4, room);
    }
  });

  test('the folders of sources stand in an order, and import only what is above', () => {
    const room = 'src/engine/sources';
    const order = [...textOf(`${room}/README.md`).matchAll(/^\| `(.+)\/` \|/gm)].map(([, folder]) =>
      join(room, folder!),
    );
    const placeOf = (file: string) => [...order, room].indexOf(dirname(file));
    const own = files.filter(file => file.startsWith(`${room}/`));
    deepEqual(
      own.filter(file => placeOf(file) < 0),
      [],
    );
    const isUpward = (file: string) => imports.get(file)!.some(path => placeOf(path) > placeOf(file));
    deepEqual(own.filter(isUpward), []);
  });

  test('clients of models are loaded in a thread, never with the extension', () => {
    const wrong = files.filter(file => {
      if (!/^src\/extension\/(?!runtime\/)/.test(file)) return false;
      return /^import (?!type)[^;]*from '[^']*\/providers\//m.test(readFileSync(join(root, file), 'utf8'));
    });
    deepEqual(wrong, []);
  });

  test('no files import each other in a circle, types included', () => {
    deepEqual(circles(), []);
  });

  test('a system imports no other, and nothing else imports one but by the list of them', () => {
    const roomOf = (file: string) => /^src\/engine\/systems\/(\w+)\//.exec(file)?.[1];
    const between: string[] = [];
    const past = new Set<string>();
    for (const [file, targets] of imports)
      for (const target of targets) {
        const [from, to] = [roomOf(file), roomOf(target)];
        if (to === undefined || from === to || file === 'src/engine/systems/registry.ts') continue;
        if (from === undefined) past.add(file);
        else between.push(`${file} imports ${target}`);
      }
    deepEqual(between, []);
    deepEqual([...past].sort(), pastTheList);
    const faces = imports.get('src/engine/systems/registry.ts')!.filter(file => roomOf(file) !== undefined);
    deepEqual(
      faces.filter(file => !/\/(?:system|forms|modelTemplates)\.ts$/.test(file)),
      [],
    );
    const rooms = new Set(files.flatMap(file => roomOf(file) ?? []));
    deepEqual(faces.filter(file => file.endsWith('/system.ts')).length, rooms.size);
  });

  test('few files outside of the systems name one in code', () => {
    const found = files.filter(
      file =>
        !file.startsWith('src/engine/systems/') &&
        // It is made of package.json.
        file !== 'src/extension/settingDefaults.ts' &&
        namesSystem(codeOf(readFileSync(join(root, file), 'utf8')).replace(ownWords, '')),
    );
    ok(
      found.length <= filesThatNameASystem,
      `${found.length} name one, and ${filesThatNameASystem} may: ${found.join(' ')}`,
    );
  });

  test('few tests outside of the systems’ own name one that can be taken away', () => {
    const isOwn = (file: string) => /\/systems\/|\/adapters\/\w+\//.test(file) || file === 'test/unit/house.test.ts';
    const found = readdirSync(join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })
      .map(file => `test/unit/${file.replaceAll('\\', '/')}`)
      .filter(file => file.endsWith('.test.ts') && !isOwn(file))
      .filter(file => removableSystem.test(readFileSync(join(root, file), 'utf8')));
    ok(found.length <= testsThatNameASystem, `${found.length} tests do, and ${testsThatNameASystem} may`);
  });

  /** A file's text without its comments, and without texts of several words, which are for people. */
  function codeOf(text: string): string {
    return text
      .replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g, '')
      .replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g, words => (/\s/.test(words) ? '' : words));
  }

  test('the engine has two files at its door', () => {
    deepEqual(
      files.filter(file => /^src\/engine\/[^/]+$/.test(file) && !file.endsWith('/index.ts')),
      existsSync(join(root, 'src/engine/createEngine.ts')) ? ['src/engine/createEngine.ts'] : [],
    );
  });

  test('docs/architecture.md lists the folders of the engine in their order', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const listed = [...text.matchAll(/^\| `(\w+)\/` \|/gm)].map(found => found[1]!);
    const present = rooms.filter(room => files.some(file => file.startsWith(`src/engine/${room}/`)));
    deepEqual(listed, present);
  });

  test('the first line of a folder’s main file says what belongs there, as docs/architecture.md does', () => {
    const rows = readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(
      /^\| `([\w/]+?)\/?` \| ([^|]+?) \|/gm,
    );
    const folders = [...rows].filter(([, folder]) => folder !== 'folder');
    deepEqual(folders.map(([, folder]) => folder).sort(), Object.keys(mainFiles).sort());
    for (const [, folder, what] of folders) {
      const path = folder!.startsWith('src/') ? folder! : `src/engine/${folder}`;
      const [first] = readFileSync(join(root, path, mainFiles[folder!]!), 'utf8').split('\n');
      equal(first, `// ${folder}/: ${what}.`);
    }
  });

  test('every room and house is a project of types that refers to those which it may import (npm run fix)', () => {
    for (const [path, text] of projectFiles())
      deepEqual(JSON.parse(readFileSync(join(root, path), 'utf8')), JSON.parse(text), path);
    const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    const named = references.map(({ path }: { readonly path: string }) => path.replace('src/', '')).sort();
    deepEqual(named, ['engine', 'extension/runtime/browser', ...Object.keys(houses)].sort());
  });

  test('the linter has a rule for every folder, from the list of rooms (npm run fix)', () => {
    equal(readFileSync(join(root, 'build/rooms.biome.json'), 'utf8'), linterFile());
    const folders = new Set(files.map(file => /^src\/(?:engine\/)?([^/]+)(?=\/)/.exec(file)![1]!));
    deepEqual(
      [...folders].filter(folder => folder !== 'engine' && !rooms.includes(folder) && !(folder in houses)),
      [],
    );
  });

  test('the walks of docs/architecture.md lead from file to file as the imports do', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const walks = text.match(/^- \*\*.*: `.*→.*$/gm) ?? [];
    equal(walks.length, 4);
    const fileOf = (name: string) => files.find(file => file.replace(/\.tsx?$/, '') === `src/${name}`);
    const wrong: string[] = [];
    for (const walk of walks) {
      for (const leg of walk.slice(walk.indexOf(':')).split(';')) {
        const steps = [...leg.matchAll(/(→|⇢)?\s*`([\w/]+)`/g)];
        for (const [i, [, arrow, name]] of steps.entries()) {
          const file = fileOf(name!);
          const before = i > 0 ? fileOf(steps[i - 1]![2]!) : undefined;
          if (!file) wrong.push(`${name} does not exist`);
          else if (before && arrow === '→' && !reaches(before, file)) wrong.push(`${before} does not lead to ${file}`);
        }
      }
    }
    deepEqual(wrong, []);
  });

  /** What one file uses of another it imports itself, or through the engine's façade, or is given in `services.ts`. */
  function reaches(from: string, to: string): boolean {
    const direct = imports.get(from) ?? [];
    return direct.some(file => file === to || (isDoor(file) && behindDoor(file).includes(to)));
  }

  function isDoor(file: string): boolean {
    return /^src\/engine\/(?:\w+\/)?index\.ts$/.test(file) || file === 'src/extension/services.ts';
  }

  /** What a door opens to; the engine's opens to those of its rooms. */
  function behindDoor(file: string): readonly string[] {
    return (imports.get(file) ?? []).flatMap(path => (isDoor(path) ? behindDoor(path) : [path]));
  }

  test('no type, system or class of a system is asked for by its name outside of its own folder', () => {
    const asked =
      /(?:\btype|\bsystem|parserType\.\w+) [!=]== '(?:custom|AgentScope|SWE-agent|mini-swe-agent|Langroid|LangChain|\w+Parser|\w+Message|AgentOutput)'/;
    const found = files
      .filter(file => !file.startsWith('src/engine/systems/') && !file.startsWith('src/engine/parsers/'))
      .filter(file => asked.test(readFileSync(join(root, file), 'utf8')));
    deepEqual(found, ownForms);
  });

  test('what is exported, another file of src imports; a type may be part of what its own file exports', () => {
    const used = allUses();
    const dead = files.flatMap(file => {
      const text = readFileSync(join(root, file), 'utf8');
      const exported = text.matchAll(
        /^export (?:declare )?(?:async )?(?:abstract )?(function\*?|class|interface|type|const) (\w+)/gm,
      );
      return [...exported].flatMap(([, kind, name]) => {
        if (used.has(`${file}: ${name}`) || used.has(`${file}: *`)) return [];
        const isMentioned = text.match(new RegExp(`\\b${name}\\b`, 'g'))!.length > 1;
        return isMentioned && /^(?:interface|type)$/.test(kind!) ? [] : [{ file, name: `${file}: ${name}` }];
      });
    });
    const atDoor = namesAtDoor()
      .filter(name => !used.has(`${facade}: ${name}`) && !(name in publicFace))
      .map(name => ({ file: facade, name: `${facade}: ${name}` }));
    const atRooms = doors
      .map(room => `src/engine/${room}/index.ts`)
      .flatMap(door => namesListedIn(door).map(name => ({ file: door, name: `${door}: ${name}` })))
      .filter(({ file, name }) => !used.has(name) && !used.has(`${file}: *`));
    const all = [...dead, ...atDoor, ...atRooms];
    deepEqual(
      all.filter(({ file, name }) => !(file in asked || name in asked)),
      [],
    );
    deepEqual(
      Object.keys(asked).filter(each => !all.some(({ file, name }) => each === file || each === name)),
      [],
    );
  });

  /** What a door passes on, by the names that it has for it. */
  function namesListedIn(door: string): readonly string[] {
    return usedBy(door).map(use => use.replace(/^.*: /, ''));
  }

  /** What other folders can import of the engine. */
  function namesAtDoor(): readonly string[] {
    const inside = (file: string): string[] =>
      usedBy(file).flatMap(use => (use.endsWith(': *') ? inside(use.slice(0, -': *'.length)) : [use]));
    const names = inside(facade).map(use => use.replace(/^.*: /, ''));
    ok(names.includes('formatConversation') && names.includes('evaluate'));
    return names;
  }

  test('tests of what stands on the foundations import the engine’s door rather than its inside', () => {
    const inside = new RegExp(
      `from '(?:\\.\\./)+src/engine/(?!(?:${foundations.join('|')})/|systems/registry\\.ts)\\w+/(?!index\\.ts)`,
    );
    const found = readdirSync(join(root, 'test/unit'), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.test.ts'))
      .filter(file => inside.test(readFileSync(join(root, 'test/unit', file), 'utf8')));
    ok(found.length <= mostInside, `${found.length} tests import the engine's inside, and ${mostInside} may`);
  });

  test('tests of the engine come in by the doors of its rooms, and few by the façade', () => {
    const found = readdirSync(join(root, 'test/unit/engine'), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .filter(file => /src\/engine\/index\.ts'/.test(readFileSync(join(root, 'test/unit/engine', file), 'utf8')));
    ok(found.length <= mostByFacade, `${found.length} import the façade, and ${mostByFacade} may: ${found.join(' ')}`);
  });

  test('a file of the extension is named for its one function, class or constant; of several, for what they share', () => {
    const entries = /\/(?:main|web|desktop)\.ts$/;
    const wrong = files
      .filter(file => file.startsWith('src/extension/') && !entries.test(file))
      .flatMap(file => {
        const text = readFileSync(join(root, file), 'utf8');
        const found = text.matchAll(/^export (?:async )?(?:abstract )?(?:function\*?|class|const) (\w+)/gm);
        const names = new Set([...found].map(([, name]) => name!.toLowerCase()));
        const isNamed = new RegExp(`^export .*\\b${basename(file, '.ts')}\\b`, 'im').test(text);
        return names.size !== 1 || isNamed ? [] : [`${file}: ${[...names]}`];
      });
    deepEqual(wrong, []);
  });

  test('two files of one name are the same thing in two places', () => {
    const names = files.filter(file => !file.endsWith('.d.ts')).map(file => basename(file));
    const twice = names.filter((name, i) => names.indexOf(name) !== i);
    deepEqual([...new Set(twice)].sort(), Object.keys(sameNames).sort());
  });

  test('what a door exports has a docstring', () => {
    const wrong: string[] = [];
    for (const door of [facade, ...doors.map(room => `src/engine/${room}/index.ts`)])
      for (const [, names, path] of textOf(door).matchAll(/^export (?:type )?\{([^}]+)\} from '(\.[^']+)'/gm)) {
        if (path!.endsWith('/index.ts')) continue;
        const text = textOf(join(dirname(door), path!));
        for (const [, name] of names!.matchAll(/(?:^|,)\s*(?:type )?(\w+)/g)) {
          const said = new RegExp(
            `^(?:(.*)\\n)?(?:// biome-ignore.*\\n)?export .*\\b(?:function\\*?|class|interface|type|const) ${name}\\b`,
            'm',
          ).exec(text);
          if (said && !said[1]?.endsWith('*/')) wrong.push(`${path}: ${name}`);
        }
      }
    deepEqual(wrong, []);
  });

  test('a feature has one name: its service, its thread’s and its folder', () => {
    const services = readFileSync(join(root, 'src/extension/engineServices.ts'), 'utf8');
    const features = files.flatMap(file => /^src\/service\/(\w+)Service\.ts$/.exec(file)?.[1] ?? []);
    for (const feature of features) {
      const text = readFileSync(join(root, `src/service/${feature}Service.ts`), 'utf8');
      ok(text.includes(`export function ${feature}Service(`), feature);
      ok(existsSync(join(root, 'src/extension', feature)), feature);
      if (feature !== 'tokens')
        ok(services.includes(`readonly ${feature}: ${feature[0]!.toUpperCase()}${feature.slice(1)}Api;`), feature);
    }
  });

  test('folders beside the engine import what the list of rooms and docs/architecture.md say', () => {
    const rows = readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(
      /^\| `src\/([\w/]+)` \| .*? \| (.*?) \|$/gm,
    );
    const said = new Map([...rows].map(([, folder, words]) => [folder!, words!] as const));
    equal(said.get('engine'), 'nothing of ours');
    deepEqual([...said.keys()].sort(), ['engine', ...Object.keys(houses)].sort());
    for (const [house, { may }] of Object.entries(houses)) equal(said.get(house), may.join(', ') || 'nothing', house);
    const wrong = files.flatMap(file => {
      const house = houseOf(file);
      const may = houses[house]?.may ?? [];
      return imports
        .get(file)!
        .filter(target => houseOf(target) !== house && !mayImport(may, target))
        .map(target => `${file} imports ${target}`);
    });
    deepEqual(wrong, []);
  });

  function mayImport(may: readonly string[], target: string): boolean {
    if (/^src\/engine\/[^/]+$/.test(target)) return may.includes('façade');
    if (target === 'src/engine/core/lastUsed.ts') return may.includes('its cache');
    return may.includes(houseOf(target));
  }

  /** Of a folder that may do more than its house, its own name. */
  function houseOf(file: string): string {
    const own = Object.keys(houses).find(house => house.includes('/') && file.startsWith(`src/${house}/`));
    return own ?? file.split('/')[1]!;
  }
});

/**
 * Rooms whose files are units with a contract of their own: what Python, JSON and Pydantic say, what a message and a parser
 * type are. Tests import them. All others are tested through their doors where what is tested can be said there; `mostInside`
 * tests are not yet, and it may only fall.
 */
const foundations = ['core', 'python', 'json', 'validation', 'text', 'messages', 'parsers', 'code'];
const mostInside = 97;
/** How many tests of the engine may import the façade: those that are about it. */
const mostByFacade = 3;

/** What a system is called in code. */
const namedSystem = /langroid|swe-?agent|langchain|transformers|agentscope|dspy|structuredOutput/i;

/** Classes of systems whose name is theirs alone. */
const namedClass = /ToolMessage|AgentOutput/;

function namesSystem(code: string): boolean {
  return namedSystem.test(code) || namedClass.test(code);
}

/** What every conversation says by AgentScope's name, whose messages and formatters are its own: the release that it is for. */
const ownWords = /agentscope[-_]?version\w*|\w*agentscopereleases?(?:\.ts)?/gi;

/** How many files outside of the systems name one in code; it may only fall. */
const filesThatNameASystem = 9;

/** What tests call the systems that can be taken away, or types of theirs: a test about no system has AgentScope's, which cannot. */
const removableSystem =
  /langroid|swe-?agent|langchain|transformers|dspy|structured_?output(?!s)|ToolMessage|AgentOutput|\w{4}OutputParser|response_template|thought_action|function_calling/i;

/** How many tests outside of the systems' rooms do; it may only fall. */
const testsThatNameASystem = 55;

/** Files that import a system past the list of them: none. */
const pastTheList: readonly string[] = ['src/engine/systems/typeNamed.ts'];

/** The file that each folder is entered by, or what there is of its kind is listed in. */
const mainFiles: Readonly<Record<string, string>> = {
  'src/engine': 'index.ts',
  'src/protocol': 'instructionProtocol.ts',
  'src/views': 'responseModel.ts',
  'src/service': 'definitionCache.ts',
  'src/providers': 'askModel.ts',
  'src/portable': 'patterns/answerPattern.ts',
  'src/node': 'engine.ts',
  'src/extension': 'main.ts',
  'src/extension/runtime/node': 'desktop.ts',
  'src/webview': 'instruction/main.tsx',
  'src/assist': 'assistTools.ts',
  'src/cli': 'main.ts',
  core: 'result.ts',
  python: 'index.ts',
  json: 'jsonSource.ts',
  validation: 'index.ts',
  text: 'index.ts',
  grammar: 'index.ts',
  repair: 'index.ts',
  modules: 'index.ts',
  tokens: 'index.ts',
  messages: 'conversation.ts',
  parsers: 'parserType.ts',
  code: 'python/code.ts',
  systems: 'registry.ts',
  diagnosis: 'index.ts',
  suspicions: 'index.ts',
  definition: 'index.ts',
  streams: 'index.ts',
  samples: 'index.ts',
  authoring: 'index.ts',
  conversation: 'index.ts',
  evaluation: 'index.ts',
  installed: 'index.ts',
  interchange: 'index.ts',
  constraints: 'index.ts',
  sources: 'index.ts',
};

/** Forms of one system, whose whole purpose is that system. */
const ownForms: readonly string[] = [];

/** What nothing in `src` imports, a whole file or a name of one, and who asks for it. A test comes in by a door; only the adapters of recorded cases count as users. */
const asked: Readonly<Record<string, string>> = {
  'src/cli/vitest.ts': 'tests of other projects: `parserlens/vitest`',
  'src/engine/index.ts: streamedValue': 'tests of what frameworks stream, a prefix at a time',
  'src/engine/index.ts: tokenizerConfigSchema': 'build/schemas.js',
  'src/engine/modules/moduleTemplates.ts': 'the text of a new module, which exports them',
  'src/engine/repair/confidence.ts: featuresOf': 'test/repair/fitConfidence.mjs, which fits the weights',
  'src/engine/samples/split.ts: splitValue': 'recorded cases of the filters, with an option that no definition has',
  'src/engine/tokens/huggingFace/vocabularyFile.ts: compacted': 'build/vocabularies.js',
  'src/extension/runtime/browser/web.ts': 'VS Code for the web',
  'src/extension/runtime/node/desktop.ts': 'VS Code',
  'src/node/tokenizers/tokenizerModule.ts': 'build: dist/tokenizer.js, a module for a child process',
};

/** What a file takes from others of the project: `file: name`, or `file: *`. */
function usedBy(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(
    /(?:\b(?:im|ex)port\s+(?:type\s+)?(?:\{([^}]*)\}|\*(?:\s+as\s+\w+)?)\s+from\s+|\bimport\(\s*|\btsImport\(\s*)'(\.[^']+)'/g,
  );
  return [...found].flatMap(([, names, path]) => {
    const from = join(dirname(file), path!).replaceAll('\\', '/');
    if (names === undefined) return [`${from}: *`];
    return names
      .split(',')
      .map(name =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      )
      .filter(name => /^\w+$/.test(name))
      .map(name => `${from}: ${name}`);
  });
}

/** What the project's files take from others. */
function allUses(): ReadonlySet<string> {
  return new Set([...files, ...adapters].flatMap(usedBy));
}

/** The adapters of recorded cases, which ask what no feature asks of the systems. */
const adapters = readdirSync(join(root, 'test/conformance/adapters'), { recursive: true, encoding: 'utf8' })
  .map(file => `test/conformance/adapters/${file.replaceAll('\\', '/')}`)
  .filter(file => file.endsWith('.ts'));

/** Names that stand twice, and why. */
const sameNames: Readonly<Record<string, string>> = {
  'app.tsx': 'what each page shows',
  'createEngine.ts': 'the engine with a host, and the library’s, whose host is Node’s',
  'index.ts': 'what others may use of the engine, and of each of its rooms',
  'literals.ts': 'literals of two languages',
  'main.ts': 'where the extension and the command line begin',
  'main.tsx': 'where each page begins',
  'modelTemplates.ts': 'what a system makes of open models, and what there is to be made of them',
  'namedFile.ts': 'files that other files name, on Node and through VS Code',
  'forms.ts': 'the half of each system’s face that writes and reads other forms',
  'system.ts': 'the face of each system, and what a face has',
  'registry.ts': 'each a list of what there is of one kind',
  'vscodeApi.ts': 'each page’s line to VS Code',
};
