/**
 * What LangChain.js's `StructuredOutputParser` takes of a trimmed text: the contents of a fence that it begins with, else of
 * its first fence of `json`, else all of it; the last also where the fence is empty. The patterns of the original
 * (`/^\`\`\`(?:json)?\s*([\s\S]*?)\`\`\`/`, `/\`\`\`json\s*([\s\S]*?)\`\`\`/`), in linear time.
 */
export function fencedText(text: string): string {
  const own = text.startsWith('```') ? contentsFrom(text, text.startsWith('```json') ? 7 : 3) : '';
  if (own !== '') return own;
  const opening = text.indexOf('```json');
  return (opening < 0 ? '' : contentsFrom(text, opening + 7)) || text;
}

/** What stands behind white space and before the next three backticks; empty where there are none. */
function contentsFrom(text: string, from: number): string {
  const end = text.indexOf('```', from);
  return end < 0 ? '' : text.slice(from, end).trimStart();
}
