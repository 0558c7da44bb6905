import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { arch, platform } from 'node:process';
import { promisify } from 'node:util';

export type UnpackedChromium = { readonly program: string; readonly libraries: string; readonly fontSettings: string };

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const unpackWithinMs = 120_000;

/**
 * Unpacks the Chromium of `@sparticuz/chromium`, with the libraries it needs beside it, once per installation.
 * Rejects on a platform it is not made for.
 */
export async function unpackChromium(): Promise<UnpackedChromium> {
  if (platform !== 'linux' || arch !== 'x64') throw new Error(`it runs on Linux x64 only, this is ${platform} ${arch}`);
  const home = join(dirname(require.resolve('@sparticuz/chromium')), '..');
  const { version }: { version: string } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const cache = join(home, '..', '..', '.cache', 'touchline');
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder, cache);
  return {
    program: join(folder, 'chromium'),
    libraries: join(folder, 'al2023', 'lib'),
    fontSettings: join(folder, 'fonts.conf'),
  };
}

/**
 * The package unpacks into the temporary folder of its process, and takes a half-written program for a whole one. So a process of
 * its own does it in a folder of its own, which gets its name when it is complete.
 */
async function unpackInto(folder: string, cache: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'unpacking-'));
  try {
    await run(process.execPath, ['--input-type=module', '-e', UNPACK], {
      cwd: import.meta.dirname,
      // It unpacks its libraries only where it believes to be in the cloud.
      env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      timeout: unpackWithinMs,
    });
    writeFileSync(join(fresh, 'fonts.conf'), fontSettings(folder));
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another process was quicker: its folder is as good.
    if (!existsSync(folder)) throw error;
  }
}

const UNPACK = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";

/** The fonts of the system, and the one of the package for a system that has none. */
const fontSettings = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
