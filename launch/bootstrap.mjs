// Every script of package.json runs this first. Plain JavaScript without dependencies, as it must run before anything is
// installed and on the Node of the machine (20.19 or newer). It installs what is missing and hands over to Node 24.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.touchline-lock');
const NODE_24 = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const INSTALL_WAIT_MS = 15 * 60 * 1000;
const NEEDED_MB = 900;
const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|E50\d/;
// A verification makes mostly short-lived objects: with the defaults its three threads take 40 MB more.
const NODE_FLAGS = { ledger: ['--max-semi-space-size=2', '--heap-growing-percent=40'] };
// As `frugalMalloc` in launch/src/node-memory.ts.
const NODE_ENV_OF = { ledger: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536' } };
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

await main(process.argv[2], process.argv.slice(3));

async function main(verb, args) {
  if (isOlderThan(20, 19)) {
    stop(
      `Touchline needs Node 20.19 or newer, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.`,
    );
  }
  const program = join(ROOT, 'launch', 'src', `${verb}.ts`);
  if (!/^[a-z-]+$/.test(verb ?? '') || !existsSync(program))
    stop(`There is no command "${verb}". See "scripts" in package.json.`);
  if (!isInstalled()) await installOnce();
  handOver([...(NODE_FLAGS[verb] ?? []), program, ...args], NODE_ENV_OF[verb]);
}

function isOlderThan(major, minor) {
  const [runsMajor, runsMinor] = process.versions.node.split('.').map(Number);
  return runsMajor < major || (runsMajor === major && runsMinor < minor);
}

function isInstalled() {
  if (!existsSync(NODE_24)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted()) return true;
  if (!matchesLock()) return false;
  writeFileSync(STAMP, wanted());
  return true;
}

function wanted() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
}

// npm writes down what it installed. When a person has installed by hand, and it is what the lock asks for, nothing is to do.
function matchesLock() {
  try {
    const asked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
    const there = JSON.parse(readFileSync(join(MODULES, '.package-lock.json'), 'utf8')).packages;
    const isThere = (path) =>
      there[path] !== undefined && (there[path].link === true || there[path].version === asked[path].version);
    return Object.keys(asked).every(
      (path) => !path.startsWith('node_modules/') || asked[path].optional === true || isThere(path),
    );
  } catch {
    return false;
  }
}

async function installOnce() {
  const release = await takeTurn();
  try {
    if (!isInstalled()) await install();
  } finally {
    release();
  }
}

async function install() {
  refuseFullDisk();
  process.stdout.write('Installing packages (only when they have changed; about a minute) ...\n');
  rmSync(STAMP, { force: true });
  const flags = ['ci', '--include=dev', '--include=optional', '--ignore-scripts=false', '--engine-strict=false'];
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress', '--no-update-notifier'];
  const impatient = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=3000'];
  // `npm ci` alone takes minutes to give up on a registry that is not there.
  const ping = await runNpm(['ping', ...quiet, ...impatient]);
  if (!ping.interrupted && UNREACHABLE.test(ping.output)) stop(explain(ping.output));
  const run = ping.interrupted ? ping : await runNpm([...flags, ...quiet, ...impatient]);
  if (run.interrupted) stop('The installation was interrupted. Start again to finish it.', 130);
  if (run.code !== 0) stop(explain(run.output));
  if (!existsSync(NODE_24)) stop(`The installation ended, but ${NODE_24} is missing.\n${tail(run.output)}`);
  writeFileSync(STAMP, wanted());
}

function refuseFullDisk() {
  const disk = statfsSync(ROOT);
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1024 / 1024);
  if (freeMb < NEEDED_MB)
    stop(`There is too little disk space for the packages in ${ROOT}: ${freeMb} MB free, ${NEEDED_MB} MB needed.`);
}

function runNpm(args) {
  const [command, ...first] = npmCommand();
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], {
      cwd: ROOT,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let interrupted = false;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const late = setTimeout(() => child.kill('SIGKILL'), INSTALL_WAIT_MS);
    const interrupt = () => {
      interrupted = true;
      child.kill('SIGTERM');
    };
    for (const signal of SIGNALS) process.on(signal, interrupt);
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      clearTimeout(late);
      for (const signal of SIGNALS) process.off(signal, interrupt);
      resolve({ code, output, interrupted });
    });
  });
}

// The npm that runs us, when it is npm, else the one beside Node, where Windows has it: another one may not be on the path. As files,
// because only a shell runs npm.cmd, and a shell would split paths at their spaces.
function npmCommand() {
  const besideNode = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const file = [process.env.npm_execpath, besideNode].find(
    (path) => path !== undefined && basename(path) === 'npm-cli.js' && existsSync(path),
  );
  return file === undefined ? ['npm'] : [process.execPath, file];
}

// npm passes its own run's settings down; a nested npm would take the folder and the script of the outer one for its own.
function cleanEnvironment() {
  const inherited =
    /^npm_(package|lifecycle|command|config_(local_prefix|prefix|omit|only|production|ignore_scripts)$)/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !inherited.test(name) && name !== 'NODE_ENV'),
  );
}

function explain(output) {
  if (/ENOSPC|no space left/i.test(output)) return `There is no disk space left to install the packages in ${MODULES}.`;
  if (/ENOENT/.test(output) && /spawn npm/.test(output))
    return 'npm was not found. Install Node with npm and start again.';
  if (/EACCES|EROFS/.test(output)) return `The packages cannot be written to ${MODULES}.\n${tail(output)}`;
  if (UNREACHABLE.test(output)) {
    return `The npm registry cannot be reached, so the packages cannot be installed. Check the network (or npm's proxy) and start again.\n${tail(output)}`;
  }
  if (/code EUSAGE/.test(output) && /in sync/.test(output)) {
    return `package-lock.json does not fit the package.json files. Run "npm install" and commit the lock.\n${head(output)}`;
  }
  return `The packages could not be installed. npm says:\n${tail(output)}`;
}

function head(output) {
  return meaningful(output).slice(0, 10).join('\n');
}

function tail(output) {
  return meaningful(output).slice(-15).join('\n');
}

function meaningful(output) {
  return output
    .split('\n')
    .filter((line) => !/^(npm error)?\s*$/.test(line) && !/A complete log of this run/.test(line));
}

// One installation at a time in one checkout. The turn is a listening socket, so it ends with its process, however that ends.
async function takeTurn() {
  const path = turnPath();
  const until = Date.now() + INSTALL_WAIT_MS;
  for (let first = true; Date.now() < until; first = false) {
    const server = await listen(path);
    if (server !== undefined) return () => server.close();
    if (first) process.stdout.write('Another copy is installing the packages of this checkout; waiting for it ...\n');
    await dropStaleSocket(path);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return stop('Another copy has been installing the packages of this checkout for 15 minutes. End it and start again.');
}

function turnPath() {
  const name = `touchline-install-${createHash('sha256').update(ROOT).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(path) {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

// Only macOS keeps the file of a socket whose process is gone.
function dropStaleSocket(path) {
  if (process.platform === 'linux' || process.platform === 'win32') return Promise.resolve();
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket.destroy()));
    socket.once('error', () => resolve(rmSync(path, { force: true })));
  });
}

function handOver(args, more) {
  const path = [join(MODULES, '.bin'), dirname(NODE_24), process.env.PATH ?? ''].join(delimiter);
  const child = spawn(NODE_24, args, {
    cwd: ROOT,
    // Compiled once, a process of the product starts in half of the CPU time.
    env: {
      NODE_COMPILE_CACHE: join(MODULES, '.cache', 'node'),
      ...more,
      ...process.env,
      PATH: path,
      INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    },
    // The fourth is a channel that breaks when this process is killed: then the program knows that it has to stop.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  stopWithNpm(child);
  child.on('error', (error) => stop(`Node 24 could not be started (${NODE_24}): ${error.message}`));
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)),
  );
}

// When npm is killed (not by Ctrl-C, which reaches all processes), its shell may die without a signal to us: our parent changes.
function stopWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  watch.unref();
}

function stop(message, code = 1) {
  process.stderr.write(`${message}\n`);
  return process.exit(code);
}
