import { spawn } from 'node:child_process';
import { platform } from 'node:os';

/** Sees to it that children and throw-away folders do not outlive this process, even when it is killed with SIGKILL. */
export type Guard = {
  watch(pid: number, signal: 'INT' | 'TERM'): void;
  forget(pid: number): void;
  /** Everything was stopped in order: the guard has nothing left to do. */
  dismiss(): void;
};

// The shell waits for its input to end, which the system does for us when our process dies. It then stops what is still
// watched, newest first and the database (INT) last, waits at most five seconds for each, and ends.
const SCRIPT = `
watched=""
# A process that has ended stays in the list until somebody collects it, which in a bare container nobody does.
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
  # One that was stopped hears nothing until it goes on.
  kill -s CONT "$pid" 2>/dev/null
  tries=0
  while [ "$tries" -lt 50 ] && lives "$pid"; do sleep 0.1; tries=$((tries + 1)); done
  kill -s QUIT "$pid" 2>/dev/null
done
for folder in "$@"; do rm -rf -- "$folder"; done
`;

/** Starts a guard. The folders given are removed when this process dies before it dismissed the guard. */
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
  // A pipe to a child keeps Node running unless it is told otherwise; the guard must never be the reason to stay.
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  const tell = (line: string) => shell.stdin.write(`${line}\n`);
  return {
    watch: (pid, signal) => tell(`watch ${pid} ${signal}`),
    forget: (pid) => tell(`forget ${pid}`),
    dismiss: () => shell.stdin.end('dismiss\n'),
  };
}
