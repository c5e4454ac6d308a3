import type { Host } from '../../core/host.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { findMatches, firstWord, isWhite, parsePattern, pyStrip, translatePattern } from '../../python/index.ts';

/** SWE-agent's `ToolFilterConfig`. */
export interface ToolFilter {
  readonly errorTemplate: string;
  /** Starts of actions that are blocked. */
  readonly blocklist: readonly string[];
  /** Whole actions that are blocked. */
  readonly standalone: readonly string[];
  /** First words that are blocked unless the action matches the pattern. */
  readonly unlessRegex: ReadonlyMap<string, string>;
}

/** SWE-agent's own pattern for both radare2 and r2, which asks for the word radare2. */
const radarePattern = String.raw`\b(?:radare2)\b.*\s+-c\s+.*`;

const defaults: ToolFilter = {
  errorTemplate: "Operation '{{action}}' is not supported by this environment.",
  blocklist: ['vim', 'vi', 'emacs', 'nano', 'nohup', 'gdb', 'less', 'tail -f', 'python -m venv', 'make'],
  standalone: [
    ...['python', 'python3', 'ipython', 'bash', 'sh', '/bin/bash', '/bin/sh'],
    ...['nohup', 'vi', 'vim', 'emacs', 'nano', 'su'],
  ],
  unlessRegex: new Map([
    ['radare2', radarePattern],
    ['r2', radarePattern],
  ]),
};

/** The filter of a definition; what is not given is as in SWE-agent. */
export function readToolFilter(config: PyValue): ToolFilter {
  if (!isPyDict(config)) return defaults;
  const errorTemplate = config.get('blocklist_error_template');
  return {
    errorTemplate: typeof errorTemplate === 'string' ? errorTemplate : defaults.errorTemplate,
    blocklist: texts(config, 'blocklist') ?? defaults.blocklist,
    standalone: texts(config, 'blocklist_standalone') ?? defaults.standalone,
    unlessRegex: patterns(config) ?? defaults.unlessRegex,
  };
}

/**
 * SWE-agent's `should_block_action`. Linear, but for patterns of the user's own: they run by way of the host, and only
 * then the answer is a promise. Raises what the pattern raises when it is compiled or cannot be run.
 */
export function isBlocked(action: string, filter: ToolFilter, host: Host = {}): boolean | Promise<boolean> {
  const stripped = pyStrip(action);
  const name = firstWord(stripped);
  if (name === undefined) return false;
  if (filter.blocklist.some(start => stripped.startsWith(start)) || filter.standalone.includes(stripped)) return true;
  const pattern = filter.unlessRegex.get(name);
  if (pattern === undefined) return false;
  if (pattern === radarePattern) return !runsRadareCommand(stripped);
  return searches(pattern, stripped, host).then(found => !found);
}

async function searches(pattern: string, text: string, host: Host): Promise<boolean> {
  const flags = { ignoreCase: false, multiline: false, dotAll: false, ascii: false };
  const spans = await findMatches(translatePattern(parsePattern(pattern, flags), []), [], text, host);
  return spans.length > 0;
}

/** Whether {@link radarePattern} is found: the word, then on its line the white space before a `-c` that is a word of its own. */
function runsRadareCommand(text: string): boolean {
  const words = [...text.matchAll(/(?<![\p{L}\p{N}_])radare2(?![\p{L}\p{N}_])/gu)].map(({ index }) => index + 7);
  let next = 0;
  let word = -1;
  let feed = -1;
  for (let option = text.indexOf('-c'); option !== -1; option = text.indexOf('-c', option + 1)) {
    if (!isWhite(text.charCodeAt(option - 1)) || !isWhite(text.charCodeAt(option + 2))) continue;
    while ((words[next] ?? text.length) < option) word = words[next++] ?? -1;
    if (word === -1) continue;
    if (feed < word) feed = text.indexOf('\n', word);
    if (feed === -1) return true;
    let blanks = option;
    while (blanks > word && isWhite(text.charCodeAt(blanks - 1))) blanks--;
    if (feed >= blanks) return true;
  }
  return false;
}

function texts(dict: PyDict, key: string): readonly string[] | undefined {
  const list = dict.get(key);
  return isPyList(list) ? list.filter(item => typeof item === 'string') : undefined;
}

function patterns(dict: PyDict): ReadonlyMap<string, string> | undefined {
  const map = dict.get('block_unless_regex');
  if (!isPyDict(map)) return undefined;
  return new Map([...map].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
