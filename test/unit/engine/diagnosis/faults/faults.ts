/** A fault that models make: what becomes of a good answer, or `undefined` where there is nothing to make it with. */
export interface Fault {
  readonly name: string;
  /** `instruction`: what the model was told; empty where nothing. */
  make(text: string, instruction: string): string | undefined;
}

const fence = '```';
const bodyOf = (text: string) => /^([\s\S]*?)```([^\n]*)\n([\s\S]*?)\n```([\s\S]*)$/.exec(text);
const hasFence = (text: string) => bodyOf(text) !== null;
const tag = /<(\/?)([a-z_]+)(=[a-z_]+)?>|\[(\/?)([A-Z]+)\]/g;
const tagsOf = (text: string) => [...text.matchAll(tag)];
const isMessage = (text: string) => /^\{"(?:role|object)"/.test(text);
/** The text with another in place of the JSON that a message has as arguments, or that it is. */
function withJson(text: string, change: (json: string) => string): string | undefined {
  const given = /"arguments":"((?:[^"\\]|\\.)*)"/.exec(text);
  if (isMessage(text)) {
    if (!given) return undefined;
    const changed = change(JSON.parse(`"${given[1]}"`));
    return text.replace(given[0], () => `"arguments":${JSON.stringify(changed)}`);
  }
  const found = /(?<=^|\n|\]\s?|>)[[{](?=\s*["[{\n])(?:(?!\[\/)[\s\S])*[}\]](?=\n|$|\[\/|<)/.exec(text);
  return found ? text.slice(0, found.index) + change(found[0]) + text.slice(found.index + found[0].length) : undefined;
}
const inJson = (name: string, change: (json: string) => string): Fault => ({
  name: `json: ${name}`,
  make: text => withJson(text, change),
});
const inTags = (
  name: string,
  change: (tag: string, index: number, all: number, firstEnd: number) => string,
): Fault => ({
  name: `tags: ${name}`,
  make(text) {
    const all = tagsOf(text);
    const firstEnd = all.findIndex(([each]) => each.includes('/'));
    let index = 0;
    return all.length > 0 ? text.replace(tag, each => change(each, index++, all.length, firstEnd)) : undefined;
  },
});
const inLabels = (name: string, change: (label: string, text: string) => string): Fault => ({
  name: `labels: ${name}`,
  make: text =>
    isMessage(text)
      ? undefined
      : text.replace(/^(Action Input|Action|Final Answer|Rating|Reason|Confidence):/gm, label => change(label, text)),
});
const around = (name: string, before: string, after: string): Fault => ({
  name,
  make: text => (isMessage(text) ? undefined : before + text + after),
});

/** The classic faults. */
export const faults: readonly Fault[] = [
  around('prose before', 'Sure! Here is my answer:\n\n', ''),
  around('prose after', '', '\n\nLet me know if that helps!'),
  around('reasoning before', '<think>\nI compare the two of them.\n</think>\n\n', ''),
  {
    name: 'reasoning with a draft',
    make: text => (isMessage(text) ? undefined : `<think>\nPerhaps:\n${text}\nYes.\n</think>\n\n${text}`),
  },
  {
    name: 'tags: on one line',
    make: text => (tagsOf(text).length > 0 ? text.replace(/\n *(?=[<[])|(?<=[>\]])\n/g, '') : undefined),
  },
  around('reasoning without its first tag', 'I compare the two of them.\n</think>\n\n', ''),
  around('token behind', '', '<|im_end|>'),
  around('end of the sequence behind', '', '</s>'),
  around('token before', '<|python_tag|>', '<|eom_id|>'),
  around('byte order mark', '\ufeff', ''),
  {
    name: 'echo of the instruction',
    make: (text, instruction) => (isMessage(text) || instruction === '' ? undefined : `${instruction}\n\n${text}`),
  },
  {
    name: 'another block behind',
    make: text => (hasFence(text) ? `${text}\n\nThen:\n\n${fence}sh\npwd\n${fence}` : undefined),
  },
  {
    name: 'a block of notes before',
    make: text => (hasFence(text) ? `The plan:\n\n${fence}text\nfirst this\n${fence}\n\n${text}` : undefined),
  },
  { name: 'a tab and blanks at line ends', make: text => (isMessage(text) ? undefined : text.replace(/$/gm, '\t  ')) },
  { name: 'CRLF', make: text => (isMessage(text) ? undefined : text.replaceAll('\n', '\r\n')) },
  { name: 'indented', make: text => (isMessage(text) ? undefined : text.replace(/^(?=.)/gm, '    ')) },
  { name: 'in a fence', make: text => (hasFence(text) || isMessage(text) ? undefined : `${fence}\n${text}\n${fence}`) },
  {
    name: 'in a fence with a language',
    make: text =>
      hasFence(text) || isMessage(text)
        ? undefined
        : `${fence}${text.includes('<') ? 'xml' : 'json'}\n${text}\n${fence}`,
  },
  {
    name: 'in a fence that is open',
    make: text => (hasFence(text) || isMessage(text) ? undefined : `${fence}\n${text}`),
  },
  { name: 'in quotes', make: text => (isMessage(text) || text.includes('\n') ? undefined : `"${text}"`) },
  { name: 'twice', make: text => (isMessage(text) ? undefined : `${text}\n\n${text}`) },
  {
    name: 'fence: none',
    make: text => (bodyOf(text) ? text.replace(/```[^\n]*\n([\s\S]*?)\n```/, '$1') : undefined),
  },
  { name: 'fence: unclosed', make: text => (hasFence(text) ? text.replace(/\n```\s*$/, '') : undefined) },
  {
    name: 'fence: another language',
    make: text => (hasFence(text) ? text.replace(/```[^\n]*\n/, '```text\n') : undefined),
  },
  { name: 'fence: bash', make: text => (hasFence(text) ? text.replace(/```[^\n]*\n/, '```bash\n') : undefined) },
  { name: 'fence: no language', make: text => (hasFence(text) ? text.replace(/```[^\n]+\n/, '```\n') : undefined) },
  {
    name: 'fence: capitals',
    make: text => (hasFence(text) ? text.replace(/```[^\n]*\n/, all => all.toUpperCase()) : undefined),
  },
  { name: 'fence: blank', make: text => (hasFence(text) ? text.replace(/```([^\n]+)\n/, '``` $1\n') : undefined) },
  { name: 'fence: tildes', make: text => (hasFence(text) ? text.replaceAll('```', '~~~') : undefined) },
  {
    name: 'fence: indented',
    make: text => (hasFence(text) ? text.replace(/```[\s\S]*```/, all => all.replace(/^/gm, '   ')) : undefined),
  },
  {
    name: 'fence: end on the last line',
    make: text => (hasFence(text) ? text.replace(/\n```\s*$/, '```') : undefined),
  },
  {
    name: 'fence: on one line',
    make: text => (hasFence(text) ? text.replace(/```([^\n]*)\n([^\n]*)\n```/, '```$1 $2```') : undefined),
  },
  {
    name: 'fence: one backtick',
    make: text => (hasFence(text) ? text.replace(/```[^\n]*\n([\s\S]*?)\n```/, '`$1`') : undefined),
  },
  inTags('capitals', each => (each.startsWith('[') ? each.toLowerCase() : each.toUpperCase())),
  inTags('first letter', each => each.replace(/[a-z]+/i, word => word[0]!.toUpperCase() + word.slice(1).toLowerCase())),
  inTags('HTML', each => each.replace('<', '&lt;').replace('>', '&gt;')),
  inTags('backslashes', each => each.replace(/[<>[\]]/g, '\\$&')),
  inTags('bold', each => `**${each}**`),
  inTags('bold within', each => `${each.slice(0, 1)}**${each.slice(1, -1)}**${each.slice(-1)}`),
  inTags('backticks', each => `\`${each}\``),
  inTags('blanks', each => each.replace(/[<[]\/?/, '$& ').replace(/[>\]]$/, ' $&')),
  inTags('last end missing', (each, i, all) => (i === all - 1 ? '' : each)),
  inTags('first end missing', (each, i, all, first) => (i === first && all > 2 ? '' : each)),
  inTags('all ends missing', each => (/^[<[]\//.test(each) ? '' : each)),
  inTags('first begin missing', (each, i) => (i === 0 ? '' : each)),
  inTags('begin for end', each => each.replace('/', '')),
  inTags('other brackets', each => (each.startsWith('<') ? `[${each.slice(1, -1)}]` : `<${each.slice(1, -1)}>`)),
  inJson('trailing comma', json => json.replace(/[}\]]$/, ',$&')),
  inJson('single quotes', json => json.replace(/\\"/g, '').replaceAll('"', "'")),
  inJson('smart quotes', json => json.replace(/\\"/g, '').replace(/"([^"]*)"/g, '“$1”')),
  inJson('Python', json =>
    json
      .replace(/\\"/g, '')
      .replaceAll('"', "'")
      .replace(/\btrue\b/g, 'True'),
  ),
  inJson('missing comma', json => json.replace(/,/, '')),
  inJson('last bracket missing', json => json.replace(/\s*[}\]]$/, '')),
  inJson('cut in a string', json => json.slice(0, json.lastIndexOf('"') - 1)),
  inJson('unescaped quotes', json => json.replaceAll('\\"', '"')),
  inJson('escaped quotes', json => json.replace(/\\"/g, '').replaceAll('"', '\\"')),
  inJson('as a string', json => JSON.stringify(json)),
  inJson('comment', json => json.replace(/[}\]]$/, '// as I said\n$&')),
  inJson('bare keys', json => json.replace(/"([a-z_]+)":/g, '$1:')),
  inJson('raw line break', json => json.replace(/(?<=[a-z]) (?=[a-z])/i, '\n')),
  inJson('braces doubled', json => (json.startsWith('{') ? `{${json}}` : json)),
  inJson('in a list', json => (json.startsWith('{') ? `[${json}]` : json)),
  inJson('full-width signs', json =>
    json.replace(/"(?:[^"\\]|\\.)*"|[:,]\s*/g, each => (each[0] === ':' ? '：' : each[0] === ',' ? '，' : each)),
  ),
  inJson('corner quotes', json => json.replace(/\\"/g, '').replace(/"([^"]*)"/g, '「$1」')),
  inJson('doubled quotes', json => json.replace(/\\"/g, '').replaceAll('"', '""')),
  inJson('a doubled quote', json => json.replace(/"(?=[a-z_]+":)/, '""')),
  inJson('a quote of the other kind', json => json.replace(/"(?=[,\n}])/, "'")),
  inJson('HTML quotes', json => json.replace(/\\"/g, '').replaceAll('"', '&quot;')),
  inJson('escaped, with line breaks', json => JSON.stringify(json).slice(1, -1)),
  inJson('Markdown backslashes', json => json.replace(/[[\]_]/g, '\\$&')),
  inJson('first bracket missing', json => (json.startsWith('{') ? json.slice(1) : json)),
  inJson('all braces doubled', json =>
    /^\{(?:[^{}]|\{[^{}]*\})*\}$/.test(json) ? json.replace(/[{}]/g, '$&$&') : json,
  ),
  inJson('zero-width spaces', json => json.replace(/"(?=[:,])|(?<=e)(?=\n\})/g, '$&\u200b')),
  inLabels('lower case', label => label.toLowerCase()),
  inLabels('capitals', label => label.toUpperCase()),
  inLabels('bold', label => `**${label}**`),
  inLabels('bold before the colon', label => `**${label.slice(0, -1)}**:`),
  inLabels('a blank before the colon', label => `${label.slice(0, -1)} :`),
  { name: 'labels: underscore', make: text => text.replace('Action Input:', 'Action_Input:') },
  { name: 'labels: no input', make: text => text.replace(/\nAction Input:.*/, '') },
  { name: 'labels: input on one line', make: text => text.replace('\nAction Input:', ' Action Input:') },
  {
    name: 'labels: both',
    make: text =>
      /^Action Input:/m.test(text)
        ? `${text}\nObservation: It rains.\nThought: I know it now.\nFinal Answer: It rains.`
        : undefined,
  },
  { name: 'list: parentheses', make: text => text.replace(/^(\d)\./gm, '$1)') },
  { name: 'list: bullets for numbers', make: text => text.replace(/^\d\./gm, '-') },
  { name: 'list: other bullets', make: text => text.replace(/^-(?= [a-z])/gm, '•') },
  {
    name: 'list: numbers for bullets',
    make: text => {
      let n = 0;
      return text.replace(/^-(?= [a-z])/gm, () => `${++n}.`);
    },
  },
  { name: 'list: no blank', make: text => text.replace(/^(-|\d\.) (?=[a-z])/gm, '$1') },
  { name: 'list: bold numbers', make: text => text.replace(/^\d\.(?= [a-z])/gm, '**$&**') },
  { name: 'list: in brackets', make: text => (/^[a-z ]+(, [a-z ]+)+$/.test(text) ? `[${text}]` : undefined) },
  {
    name: 'list: as JSON',
    make: text => (/^[a-z ]+(, [a-z ]+)+$/.test(text) ? JSON.stringify(text.split(', ')) : undefined),
  },
  { name: 'list: lines', make: text => (/^[a-z ]+(, [a-z ]+)+$/.test(text) ? text.replaceAll(', ', '\n') : undefined) },
  {
    name: 'list: bullets',
    make: text =>
      /^[a-z ]+([\n,] ?[a-z ]+)+$/.test(text)
        ? text
            .split(/, |\n/)
            .map(each => `- ${each}`)
            .join('\n')
        : undefined,
  },
  {
    name: 'list: numbers',
    make: text =>
      /^[a-z ]+([\n,] ?[a-z ]+)+$/.test(text)
        ? text
            .split(/, |\n/)
            .map((each, i) => `${i + 1}. ${each}`)
            .join('\n')
        : undefined,
  },
  {
    name: 'list: blank lines',
    make: text => (/^[a-z ]+(\n[a-z ]+)+$/.test(text) ? text.replaceAll('\n', '\n\n') : undefined),
  },
  {
    name: 'list: commas',
    make: text => (/^[a-z ]+(\n[a-z ]+)+$/.test(text) ? text.replaceAll('\n', ', ') : undefined),
  },
  { name: 'date: in words', make: text => (/^\d{4}-/.test(text) ? `The date is ${text}.` : undefined) },
  { name: 'date: without zone letter case', make: text => (/^\d{4}-/.test(text) ? text.toLowerCase() : undefined) },
  {
    name: 'cut at three quarters',
    make: text => (isMessage(text) || text.length < 60 ? undefined : text.slice(0, Math.floor(text.length * 0.75))),
  },
];
