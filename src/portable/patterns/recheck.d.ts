/** recheck's build without its native and Java engines: one file of plain JavaScript. */
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck';
}
