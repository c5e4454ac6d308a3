/** What Node and most programs need of their surroundings; everything else, keys above all, stays with the parent. */
const passed = [
  ...['PATH', 'HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA'],
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP', 'TMPDIR'],
  ...['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'TZ'],
];

/** The environment of a child process: of the parent's variables only those that hold no secrets. In VS Code's desktop the program is Electron, which must be told to be Node. */
export function childEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => passed.includes(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}
