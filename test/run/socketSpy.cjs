// @ts-check
// Preloaded (NODE_OPTIONS) into all processes and threads of a VS Code under test: writes down whom ours connect to.
const { appendFileSync } = require('node:fs');
const { Socket } = require('node:net');
const { join } = require('node:path');

const file = process.env.PARSERLENS_SOCKETS;
const ours = join(__dirname, '..', '..', 'dist');
const connect = Socket.prototype.connect;

/** Whether this process or thread has loaded a file of the extension. */
const isOurs = () => Object.keys(require.cache).some(path => path.startsWith(ours));

if (file)
  Socket.prototype.connect = function (/** @type {any[]} */ ...args) {
    const [first, second] = Array.isArray(args[0]) ? args[0] : args;
    const target = typeof first === 'object' && first !== null ? first : { port: first, host: second };
    // A pipe leads nowhere outside.
    if (isOurs() && target.path === undefined) appendFileSync(file, `${target.host ?? 'localhost'}:${target.port}\n`);
    return connect.apply(this, /** @type {any} */ (args));
  };
