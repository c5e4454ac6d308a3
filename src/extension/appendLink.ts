import type * as vscode from 'vscode';

/** Appends a link that runs a command, which the text has to trust. The only place where what is not a literal becomes Markdown: nothing of it can end the link. */
export function appendLink(
  text: vscode.MarkdownString,
  title: string,
  command: string,
  args: readonly unknown[],
): void {
  // Parentheses are what `encodeURIComponent` leaves of what could end an address.
  const given = encodeURIComponent(JSON.stringify(args)).replaceAll('(', '%28').replaceAll(')', '%29');
  text.appendMarkdown('[').appendText(title);
  // biome-ignore lint/plugin: the command is ours, and its arguments are encoded.
  text.appendMarkdown(`](command:${command}?${given})`);
}
