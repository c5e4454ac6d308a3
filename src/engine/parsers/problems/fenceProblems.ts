import { type Problem, problem } from '../../core/problem.ts';
import type { DefinitionSource } from '../parser.ts';
import { problemAt, replaceValue, spanInString } from './problemAt.ts';

/** Names of languages that models open fences with, the usual ones first. */
const fenceLanguages = [
  ...['cpp', 'csharp', 'css'],
  ...[
    'asm',
    'bash',
    'batch',
    'c',
    'clojure',
    'cmake',
    'cobol',
    'console',

    'csv',
    'cuda',
    'dart',
  ],
  ...['diff', 'dockerfile', 'elixir', 'erlang', 'fortran', 'fsharp', 'go', 'gradle', 'graphql', 'groovy', 'haskell'],
  ...['html', 'http', 'ini', 'java', 'javascript', 'jinja', 'json', 'jsonl', 'jsx', 'julia', 'kotlin', 'latex', 'lisp'],
  ...[
    'lua',
    'makefile',
    'markdown',
    'matlab',
    'mermaid',
    'nginx',
    'nix',
    'objectivec',
    'ocaml',
    'pascal',
    'perl',
    'php',
  ],
  ...['plaintext', 'powershell', 'prolog', 'properties', 'protobuf', 'python', 'rst', 'ruby', 'rust', 'sass', 'scala'],
  ...[
    'scheme',
    'scss',
    'shell',
    'solidity',
    'sql',
    'svelte',
    'swift',
    'terraform',
    'text',
    'toml',
    'tsx',
    'typescript',
  ],
  ...['verilog', 'vhdl', 'vim', 'vue', 'xml', 'yaml', 'zig', 'zsh'],
];

/** Short names, and what models may write in full for the same language. */
const fullNames: Readonly<Record<string, string>> = {
  docker: 'dockerfile',
  make: 'makefile',
  proto: 'protobuf',
  py: 'python',
  sh: 'shell',
  type: 'typescript',
};

/**
 * What is wrong with a fence whose tag is searched literally: the languages whose names go on where this one ends, whose
 * fences are taken as well.
 */
export function fenceProblems(source: DefinitionSource, language: string): Problem[] {
  if (!/^[a-z]+$/i.test(language)) return [];
  const short = language.toLowerCase();
  const longer = fenceLanguages.filter(each => each !== short && each.startsWith(short));
  const [first] = longer;
  if (first === undefined || (short === 'json' && longer.every(each => each === 'jsonl'))) return [];
  const quoted = longer.slice(0, 4).map(each => `\`${each}\``);
  const names = quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` : quoted[0];
  const message = `The parser searches for \`\`\`${language} as plain text, so it takes a fence of ${names} as well and reads \`${first.slice(short.length)}\` as the first line of the code.`;
  const full = fullNames[short];
  const fixes = full === undefined ? [] : replaceValue(source, ['language_name'], JSON.stringify(full));
  return problemAt(source, 'ambiguous-fence', ['language_name'], message, fixes);
}

/** A hint in a fence that contains what closes the fence. */
export function fenceInHint(source: DefinitionSource, hint: string, endFence = '```'): Problem[] {
  const at = hint.indexOf(endFence);
  const span = at === -1 ? undefined : spanInString(source, ['content_hint'], at, at + endFence.length);
  const message = `The hint contains ${endFence}, which closes the fence: an answer like the hint ends there.`;
  return span ? [problem('tag-in-hint', message, span)] : [];
}
