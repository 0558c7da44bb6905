import { spawn } from 'node:child_process';
import { platform } from 'node:os';

/** Ensures that children and throw-away folders do not outlive this process, even if it is killed with SIGKILL. */
export type Guard = {
  watch(pid: number, signal: 'INT' | 'TERM'): void;
  forget(pid: number): void;
  /** Ends the guard after everything was stopped cleanly. */
  dismiss(): void;
};

// The shell waits for the end of its input, which the system closes when our process dies. It then stops everything still
// watched, newest first and the database (INT) last, waits at most five seconds for each, and exits.
const SCRIPT = `
watched=""
# A zombie stays in the process list until it is reaped, which does not happen in a bare container.
lives() {
  kill -0 "$1" 2>/dev/null || return 1
  if read -r stat 2>/dev/null <"/proc/$1/stat"; then case "$stat" in *") Z "*) return 1 ;; esac; fi
}
while read -r verb pid signal; do
  case "$verb" in
    watch) case "$signal" in INT) watched="$watched $pid:$signal" ;; *) watched="$pid:$signal $watched" ;; esac ;;
    forget) rest=""; for one in $watched; do [ "\${one%%:*}" = "$pid" ] || rest="$rest $one"; done; watched="$rest" ;;
    dismiss) exit 0 ;;
  esac
done
for one in $watched; do
  pid="\${one%%:*}"
  kill -s "\${one##*:}" "$pid" 2>/dev/null || continue
  # A stopped process receives no signal until it continues.
  kill -s CONT "$pid" 2>/dev/null
  attempts=0
  while [ "$attempts" -lt 50 ] && lives "$pid"; do sleep 0.1; attempts=$((attempts + 1)); done
  kill -s QUIT "$pid" 2>/dev/null
done
for folder in "$@"; do rm -rf -- "$folder"; done
`;

/** Starts a guard. The given folders are removed if this process dies before it dismisses the guard. */
export function startGuard(throwAwayFolders: readonly string[] = []): Guard {
  if (platform() === 'win32') return { watch: () => {}, forget: () => {}, dismiss: () => {} };
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'touchline-guard', ...throwAwayFolders], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  // An open pipe would keep Node running, and the guard must not.
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  const report = (line: string) => shell.stdin.write(`${line}\n`);
  return {
    watch: (pid, signal) => report(`watch ${pid} ${signal}`),
    forget: (pid) => report(`forget ${pid}`),
    dismiss: () => shell.stdin.end('dismiss\n'),
  };
}
