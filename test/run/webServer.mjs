// @ts-check
// The workbench of the embedded VS Code with its web extension host alone: there is no server of VS Code, so no Node
// runs an extension. This server only hands out files: the workbench, our extension as a browser gets it, and the
// files of a virtual workspace, which live in this process.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { root } from './process.mjs';
import { installVSCode, presentable } from './vscode.mjs';

const types = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.png': 'image/png',
});

/** The folder that is open, as one of GitHub without a clone. */
export const webFolder = '/acme/agents';

const workbench = 'out/vs/code/browser/workbench/workbench.js';

/** What of our folder a browser gets: of the Node build only the analysis of patterns is there, which is the same. */
const shipped =
  /^(?:package\.nls\.json|dist\/patternAnalysis\.js|dist\/(?:web|webview|tables)\/[^/]+|media\/.+|syntaxes\/.+|skills\/.+|dist\/[\w.]+\.schema\.json)$/;

/**
 * @typedef {object} WebServer
 * @property {string} url
 * @property {Map<string, Uint8Array>} files of the workspace, by their paths, below webFolder
 * @property {string[]} refused requests that were answered with an error
 * @property {string[]} served paths of the extension's files that were asked for, in their order
 * @property {() => Promise<void>} close
 */

/**
 * @param {object} options
 * @param {string} options.version of VS Code
 * @param {Record<string, unknown>} [options.settings]
 * @param {boolean} [options.trust] false: the workspace opens in Restricted Mode
 * @returns {Promise<WebServer>}
 */
export async function startWebServer({ version, settings = {}, trust = true }) {
  const { server } = await installVSCode(version);
  const vscode = dirname(dirname(server));
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  /** @type {string[]} */
  const refused = [];
  /** @type {string[]} */
  const served = [];
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const path = decodeURIComponent(pathname);
    response.setHeader('Cache-Control', 'no-store');
    const send = (/** @type {string} */ file) => {
      if (!existsSync(file) || !statSync(file).isFile()) return refuse();
      response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
      createReadStream(file).pipe(response);
    };
    const refuse = () => {
      refused.push(`${request.method} ${path}`);
      response.writeHead(404).end();
    };
    const [, place = '', ...rest] = normalize(path).split('/');
    const name = rest.join('/');
    if (path === '/') return response.setHeader('Content-Type', 'text/html').end(page());
    if (name === workbench) return response.setHeader('Content-Type', 'text/javascript').end(script());
    if (place === 'static') return send(join(vscode, name));
    if (place === 'web-files') return send(join(root, 'test/ui/webFiles', name));
    if (place === 'files') return answerFile(files, `/${name}`, request, response);
    if (place !== 'extension') return refuse();
    served.push(name);
    if (name === 'package.json')
      return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(manifest()));
    return shipped.test(name) ? send(join(root, name)) : refuse();
  });
  await new Promise(done => http.listen(0, '127.0.0.1', () => done(undefined)));
  const address = http.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const authority = `127.0.0.1:${address.port}`;
  const at = (/** @type {string} */ path) => ({ scheme: 'http', authority, path });

  /** The workbench of code-server expects its server; as VS Code's own, it keeps all in the browser. */
  function script() {
    let text = readFileSync(join(vscode, workbench), 'utf8');
    const patch = (/** @type {RegExp} */ found, /** @type {string} */ instead) => {
      if (!found.test(text)) throw new Error(`VS Code ${version} has no ${found} in its workbench any more.`);
      text = text.replace(found, instead);
    };
    patch(/(this\.userDataPath\)\.with\(\{scheme:)\w+\.vscodeRemote\}/, '$1"vscode-userdata"}');
    patch(/,remoteAuthority:location\.host\}/, '}');
    patch(/\(window\.location\.pathname\+"\/mint-key"\)\.replace\(\/\\\/\\\/\+\/g,"\/"\)/, '""');
    // Only these are there as a browser wants them.
    patch(
      /(this\.builtinExtensionsPromises=)(\w+)\.map\(/,
      `$1$2.filter(x=>/^(?:json|theme-defaults)$/.test(x.extensionPath)).map(`,
    );
    return text;
  }

  /** The workbench, as VS Code's own server would serve it, without a remote machine. */
  function page() {
    const configuration = {
      // Virtual folders of other schemes are always trusted.
      folderUri: { scheme: 'vscode-vfs', authority: 'github', path: webFolder },
      additionalBuiltinExtensions: [at('/web-files')],
      developmentOptions: { extensions: [at('/extension')] },
      configurationDefaults: { ...presentable, ...settings },
      userDataPath: '/',
      isEnabledFileDownloads: true,
      isEnabledFileUploads: true,
      isEnabledCoderGettingStarted: false,
      enableWorkspaceTrust: !trust,
      webviewEndpoint: `http://${authority}/static/out/vs/workbench/contrib/webview/browser/pre/`,
      productConfiguration: {
        enableTelemetry: false,
        extensionsGallery: undefined,
        extensionEnabledApiProposals: { 'parserlens-test.web-files': ['fileSearchProvider'] },
      },
    };
    const values = /** @type {Record<string, string>} */ ({
      WORKBENCH_WEB_CONFIGURATION: JSON.stringify(configuration).replaceAll('"', '&quot;'),
      WORKBENCH_AUTH_SESSION: '',
      WORKBENCH_WEB_BASE_URL: '/static',
      WORKBENCH_NLS_URL: '/static/out/nls.messages.js',
      WORKBENCH_NLS_FALLBACK_URL: '/static/out/nls.messages.js',
      WORKBENCH_SCRIPT_NONCE: 'x',
      BASE: '',
      VS_BASE: '',
    });
    return readFileSync(join(vscode, 'out/vs/code/browser/workbench/workbench.html'), 'utf8')
      .replace(/<link rel="(?:alternate )?(?:icon|manifest|apple-touch-icon)"[^>]*>/g, '')
      .replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');
  }

  return {
    url: `http://${authority}/`,
    files,
    refused,
    served,
    close: () =>
      new Promise(done => {
        http.closeAllConnections();
        http.close(() => done(undefined));
      }),
  };
}

/** Our manifest without the Node build. */
function manifest() {
  const { main: _, ...rest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return rest;
}

/**
 * A file system's question: the file itself, or what a header asks for.
 * @param {Map<string, Uint8Array>} files
 * @param {string} path
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function answerFile(files, path, request, response) {
  const { method, headers } = request;
  const below = [...files.keys()].filter(file => file.startsWith(`${path.replace(/\/$/, '')}/`));
  const json = (/** @type {unknown} */ value) =>
    void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
  if (headers['x-search']) return json(below);
  if (headers['x-list']) {
    const names = below.map(file => file.slice(path.length).replace(/^\//, '').split('/'));
    return json([...new Map(names.map(([name, ...rest]) => [name, rest.length > 0 ? 2 : 1]))]);
  }
  const file = files.get(path);
  if (headers['x-stat']) {
    if (file)
      return json({ type: 1, ctime: 0, mtime: versions.get(file) ?? 0, size: claimedSizes.get(path) ?? file.length });
    // That nothing is there is an answer, not a refusal.
    return below.length > 0 ? json({ type: 2, ctime: 0, mtime: 0, size: 0 }) : json(null);
  }
  if (method === 'DELETE') {
    files.delete(path);
    return json(null);
  }
  if (method !== 'PUT') return file ? void response.end(file) : void response.writeHead(204).end();
  /** @type {Buffer[]} */
  const parts = [];
  request.on('data', part => parts.push(part));
  request.on('end', () => {
    const content = new Uint8Array(Buffer.concat(parts));
    versions.set(content, versions.size + 1);
    files.set(path, content);
    json(null);
  });
}

/** When a file was written. @type {Map<Uint8Array, number>} */
const versions = new Map();
/** Sizes of files that only claim to be so large: a file system that says so is believed. @type {Map<string, number>} */
export const claimedSizes = new Map();
