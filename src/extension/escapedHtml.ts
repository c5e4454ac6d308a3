/** A text as it stands in HTML, between tags or in an attribute in double quotes. */
export function escapedHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
