import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { platform } from 'node:process';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { unpackChromium } from './unpack-chromium.ts';

type Candidate = { readonly what: string; readonly options: () => Promise<LaunchOptions> };

// A container's root has no sandbox; the rest keeps a browser from connecting to anything but the product.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Flags that save CPU time, each with the part that it saves. */
const frugal = [
  // A page keeps the process of the page before it: a sixth.
  '--disable-site-isolation-trials',
  // So does a visitor's first page, in spite of its `Cross-Origin-Opener-Policy`: a seventh.
  '--renderer-process-limit=1',
  // Drawing has no process of its own, and pages live too briefly to gain from optimising compilers: a tenth.
  '--in-process-gpu',
  '--js-flags=--no-opt --no-maglev',
];
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const launchWithinMs = 90_000;

/**
 * Opens a headless Chromium that needs no network: the one of `CHROMIUM_PATH`, else a system's own, else the one that comes
 * with npm (Linux on x64; as root and in containers too).
 * @param isMeasured whether pages run as in a visitor's browser
 * @throws an Error with one sentence for each that was tried
 */
export async function openBrowser({ env = process.env, isMeasured = false } = {}): Promise<Browser> {
  const flags = isMeasured ? args : [...args, ...frugal];
  const reasons = new Set<string>();
  // Chromium crashes at its start once in some hundred times, so each is tried twice.
  for (const { what, options } of candidates(env).flatMap((candidate) => [candidate, candidate])) {
    try {
      return await chromium.launch({ headless: true, args: flags, timeout: launchWithinMs, ...(await options()) });
    } catch (error) {
      reasons.add(`- ${what}: ${firstLine(error)}`);
    }
  }
  throw new Error(
    `No browser could be opened. Install Chromium, or set CHROMIUM_PATH to the program of one. Tried:\n${[...reasons].join('\n')}`,
  );
}

/** `CHROMIUM_PATH` rules out every other browser. */
function candidates(env: NodeJS.ProcessEnv): readonly Candidate[] {
  const { CHROMIUM_PATH: named, PATH: path = '' } = env;
  if (named) return [{ what: `CHROMIUM_PATH ${named}`, options: async () => ({ executablePath: named }) }];
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const ofSystem = systemNames
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter(isProgram)
    .map((executablePath): Candidate => ({ what: executablePath, options: async () => ({ executablePath }) }));
  const installed: Candidate = { what: 'Google Chrome as installed', options: async () => ({ channel: 'chrome' }) };
  const ofNpm: Candidate = { what: 'the Chromium that comes with npm', options: () => ownChromium(env) };
  return [...ofSystem, ...(platform === 'linux' ? [] : [installed]), ofNpm];
}

async function ownChromium(env: NodeJS.ProcessEnv): Promise<LaunchOptions> {
  const { program, libraries, fontSettings } = await unpackChromium();
  const { LD_LIBRARY_PATH: more } = env;
  const known = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return {
    executablePath: program,
    env: {
      ...Object.fromEntries(known),
      LD_LIBRARY_PATH: more ? `${libraries}:${more}` : libraries,
      FONTCONFIG_FILE: fontSettings,
    },
  };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').find((line) => line.trim() !== '') ?? 'no reason given';
}
