// @ts-check
// Takes the place of VS Code's module for log files, @vscode/spdlog, which is native and is not built here: without it the
// embedded VS Code writes no log files, and tests would search none for what must not be in them.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  /** @param {string} file */
  constructor(file) {
    this.file = file;
    this.level = 2;
    this.isPlain = false;
    mkdirSync(dirname(file), { recursive: true });
  }

  /** @type {(level: number, message: string) => void} */
  write(level, message) {
    if (level < this.level) return;
    const head = this.isPlain ? '' : `${new Date().toISOString().replace('T', ' ').slice(0, -1)} [${names[level]}] `;
    try {
      appendFileSync(this.file, this.isPlain ? message : `${head}${message}\n`);
    } catch {
      // The folder is gone: the test is over.
    }
  }

  /** @param {string} message */
  trace(message) {
    this.write(0, message);
  }
  /** @param {string} message */
  debug(message) {
    this.write(1, message);
  }
  /** @param {string} message */
  info(message) {
    this.write(2, message);
  }
  /** @param {string} message */
  warn(message) {
    this.write(3, message);
  }
  /** @param {string} message */
  error(message) {
    this.write(4, message);
  }
  /** @param {string} message */
  critical(message) {
    this.write(5, message);
  }
  /** @param {number} level */
  setLevel(level) {
    this.level = level;
  }
  getLevel() {
    return this.level;
  }
  clearFormatters() {
    this.isPlain = true;
  }
  setPattern() {}
  flush() {}
  drop() {}
}

/** @type {(name: string, file: string) => Promise<Logger>} */
const create = async (_name, file) => new Logger(file);

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
