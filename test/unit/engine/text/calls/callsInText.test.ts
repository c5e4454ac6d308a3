import { deepEqual } from 'node:assert/strict';
import { callsInText } from '../../../../../src/engine/text/index.ts';

const json = '{"name": "get_weather", "arguments": {"city": "Rome"}}';
const python = 'get_weather(city="Rome")';

suite('calls in a text', () => {
  const formsIn = (text: string) => callsInText(text, new Set(['get_weather'])).map(({ form }) => form);

  const made: readonly (readonly [text: string, form: string])[] = [
    [json, 'JSON'],
    [python, 'Python'],
    [`I am calling now, ${json}`, 'JSON'],
    [`Weather, please:\n${json}`, 'JSON'],
    [`An example was wanted.\n\nNow it is:\n${json}`, 'JSON'],
    [`${json} 2`, 'JSON'],
    ['to=functions.get_weather {"city": "Rome"}', 'to='],
    [`<|python_tag|>${python}`, '<|python_tag|'],
    [`\`\`\`json\n${json}\n\`\`\``, 'JSON'],
    [`Let me write what the client sends:\n\`\`\`json\n${json}\n\`\`\``, 'JSON'],
  ];
  for (const [text, form] of made)
    test(`${JSON.stringify(text)} makes one`, () => deepEqual([...new Set(formsIn(text))], [form]));

  const shown: readonly string[] = [
    `Here is a call, ${json}`,
    `An example:\n${json}`,
    `${json} is a call`,
    `${json}, and so on`,
    `\`${json}\``,
    `> ${json}`,
    `reply = ${json}`,
    `2026-08-01 10:00 ${json}`,
    `<code>${json}`,
    `${python} and then`,
    `The model writes to=functions.get_weather {"city": "Rome"}`,
    `Your client sends:\n\`\`\`json\n${json}\n\`\`\``,
    `\`\`\`json\n${json}\n\`\`\`\nThat is what your client sends.`,
    `\`\`\`python\ncall = ${json}\n\`\`\``,
    `\`\`\`json\n[1]\n\`\`\`\n\`\`\`json\n${json}\n\`\`\``,
  ];
  for (const text of shown) test(`${JSON.stringify(text)} shows one`, () => deepEqual(formsIn(text), []));
});
