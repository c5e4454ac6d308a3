import { isPyDict, type PyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';

const validTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);
const maxBytes = 10 * 1024 * 1024;

/**
 * SWE-agent's multimodal problem statement: each image that loads is appended as Markdown with its data. `web` holds what
 * addresses answer: `{ base64, content_type?, status? }`; any other address does not.
 */
export function problemWithImages(text: string, images: readonly PyValue[], web: PyDict): string {
  let statement = text;
  for (const image of images) {
    const url = String(image);
    const answer = web.get(url) ?? null;
    if (!/^[a-z][\w+.-]*:\/\/[^/]/i.test(url) || !isPyDict(answer)) continue;
    const markdown = markdownOf(url, answer);
    if (markdown !== undefined) statement += `\n\n${markdown}`;
  }
  return statement;
}

function markdownOf(url: string, answer: PyDict): string | undefined {
  const status = Number(answer.get('status') ?? 200);
  const data = String(answer.get('base64') ?? '');
  const written = answer.get('content_type') ?? null;
  const given = (typeof written === 'string' ? written : 'image/png').split(';')[0]?.trim().toLowerCase() ?? '';
  const type = given === 'image/jpg' ? 'image/jpeg' : given;
  const size = Math.floor((unpadded(data).length * 3) / 4);
  if (status >= 400 || !validTypes.has(type) || data === '' || size > maxBytes) return undefined;
  return `![${url}](data:${type};base64,${data})`;
}

function unpadded(base64: string): string {
  let end = base64.length;
  while (base64.endsWith('=', end)) end--;
  return base64.slice(0, end);
}
