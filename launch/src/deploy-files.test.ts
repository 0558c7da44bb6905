import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { frugalMalloc, nodeMemory } from './node-memory.ts';
import { ROOT } from './root.ts';

/** What the programs that read our files say of them. Without a program its test is skipped; `.ci/run` installs them. */
const has = (command: string, args: readonly string[]): boolean => spawnSync(command, args).status === 0;
const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });

/** As the containers see it: the rules are beside the configuration, and secrets have files. */
function prometheusFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-prometheus-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = readFileSync(join(ROOT, 'launch', 'docker', 'prometheus.yml'), 'utf8');
  writeFileSync(join(folder, 'token'), 'x');
  writeFileSync(join(folder, 'prometheus.yml'), config.replaceAll('/run/secrets/metrics_token', join(folder, 'token')));
  copyFileSync(join(ROOT, 'docs', 'alerts.yml'), join(folder, 'alerts.yml'));
  return folder;
}

const hasPromtool = has('promtool', ['--version']);
test.skipIf(!hasPromtool)('Prometheus loads the alert rules, and they fire when they should', () => {
  expect(run('promtool', ['check', 'config', join(prometheusFolder(), 'prometheus.yml')])).toContain('rules found');
  expect(run('promtool', ['test', 'rules', 'docs/alerts.test.yml'])).toContain('SUCCESS');
});

test.skipIf(!has('amtool', ['--version']))(
  'Alertmanager accepts its configuration, and wakes someone for a page',
  () => {
    const file = 'launch/docker/alertmanager.yml';
    expect(run('amtool', ['check-config', file])).toContain('SUCCESS');
    const routeOf = (severity: string) =>
      run('amtool', ['config', 'routes', 'test', `--config.file=${file}`, `severity=${severity}`]).trim();
    expect([routeOf('page'), routeOf('ticket')]).toEqual(['page', 'ticket']);
  },
);

test.skipIf(!has('caddy', ['version']))('Caddy accepts its configuration', () => {
  const env = { ...process.env, PUBLIC_URL: 'https://bets.example' };
  const args = ['adapt', '--config', 'launch/docker/Caddyfile'];
  const config = execFileSync('caddy', args, { cwd: ROOT, env, encoding: 'utf8', stdio: 'pipe' });
  expect(config).toContain('"match":[{"host":["bets.example"]}]');
});

test.skipIf(!has('haproxy', ['-v']))('HAProxy accepts its configuration', () => {
  expect(run('haproxy', ['-c', '-f', 'launch/docker/haproxy.cfg'])).toContain('valid');
});

const composeCommand = [['docker', 'compose'] as const, ['docker-compose'] as const].find(([command, ...args]) =>
  has(command, [...args, 'version']),
);
test.skipIf(composeCommand === undefined)('Docker Compose accepts docker-compose.yml', () => {
  const [command = '', ...args] = composeCommand ?? [];
  // Version 1, which Debian has, does not know `name`.
  const file = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8').replace(/^name: .*$/m, '');
  const required = [...file.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => [name, 'set']);
  const env = { ...process.env, ...Object.fromEntries(required) };
  const options = { cwd: ROOT, input: file, env, encoding: 'utf8', stdio: 'pipe' } as const;
  const config = execFileSync(
    command,
    [...args, '--project-directory', ROOT, '--profile', 'doctor', '-f', '-', 'config', '--services'],
    options,
  );
  expect(config.trim().split('\n').toSorted()).toEqual(
    [
      ...['api', 'backup', 'balancer', 'caddy', 'doctor', 'migrate', 'postgres', 'redis', 'signer', 'worker'],
      ...['alertmanager', 'grafana', 'node-exporter', 'prometheus'],
    ].toSorted(),
  );
});

test.skipIf(!has('kubectl', ['version', '--client']))(
  'the Kubernetes API knows every field of deploy/kubernetes',
  () => {
    const typesOf: Readonly<Record<string, string>> = {
      v1: 'core/v1',
      'networking.k8s.io/v1': 'networking/v1',
    };
    const documents = ['deploy/kubernetes', 'deploy/kubernetes/witness'].flatMap((folder) =>
      parseAllDocuments(run('kubectl', ['kustomize', folder])).map((document) => document.toJS()),
    );
    const checks = documents.map((resource) => {
      const { apiVersion, kind } = z.object({ apiVersion: z.string(), kind: z.string() }).parse(resource);
      const types = `import('kubernetes-types/${typesOf[apiVersion] ?? apiVersion}').${kind}`;
      return `(${JSON.stringify(resource)}) satisfies ${types};\n`;
    });
    expect(checks).toHaveLength(21);
    // Below our own node_modules, where the types are found.
    const folder = join(ROOT, 'node_modules', '.cache', 'touchline', `kubernetes-${process.pid}`);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'resources.ts'), checks.join(''));
    const tsc = spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--moduleResolution',
        'bundler',
        '--module',
        'esnext',
        'resources.ts',
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(tsc.stdout).toBe('');
  },
);

test('docs/operations.md creates the secrets that the processes of deploy/kubernetes read', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const documents = read('deploy/kubernetes/processes.yaml').split('\n---\n');
  const wanted = documents.flatMap((document) => {
    const [, secret] = /secretName: (touchline-\w+)/.exec(document) ?? [];
    const files = [...document.matchAll(/\/run\/secrets\/touchline\/(\w+)/g)].map(([, file = '']) => file);
    return secret === undefined ? [] : [[secret.replace('touchline-', ''), ...files.toSorted()]];
  });
  const created = [...read('docs/operations.md').matchAll(/^create (\w+) (.+)$/gm)].map(([, name = '', files = '']) => [
    name,
    ...files.split(' ').toSorted(),
  ]);
  expect(created.toSorted()).toEqual(wanted.toSorted());
});

const fileOf = (...path: readonly string[]): string => readFileSync(join(ROOT, ...path), 'utf8');
const volumesOf = (service: string): readonly string[] => {
  const services = z.object({ services: z.record(z.string(), z.object({ volumes: z.array(z.string()).default([]) })) });
  return services.parse(parse(fileOf('docker-compose.yml'), { merge: true })).services[service]?.volumes ?? [];
};

test('docs/operations.md restores where pgBackRest expects the data, in a container that may write it', () => {
  const [, data] = /^pg1-path=(.*)$/m.exec(fileOf('launch', 'docker', 'pgbackrest.conf')) ?? [];
  const guide = fileOf('docs', 'operations.md');
  const [, service = '', folder, last] =
    /docker compose run --rm --no-deps (\w+) bash -c '\n +cd (\S+) .*\n +install .* (\S+) &&\n +gosu postgres pgbackrest /.exec(
      guide,
    ) ?? [];
  expect(`${folder}/${last}`).toBe(data);
  expect(volumesOf(service)).toContain(`postgres:${folder}`);
});

test('docs/operations.md says what must survive of the signer, and what its stops mean', () => {
  const guide = fileOf('docs', 'operations.md');
  expect(volumesOf('signer')).toEqual(['signer:/var/lib/signer']);
  expect(fileOf('docker-compose.yml')).toMatch(/^name: touchline$/m);
  expect(guide).toContain('docker volume rm touchline_signer');
  const backup = guide.slice(guide.indexOf('## Backup and restore'), guide.indexOf('### Continuous archiving'));
  expect(backup).toContain('`SIGNER_FOLDER`: the volume `signer`');
  const stopped = guide.slice(guide.indexOf('### SigningStopped'), guide.indexOf('### TimeStampsMissing'));
  const signer = fileOf('signer', 'src', 'log-memory.ts');
  for (const sentence of ['entries, but this signer has signed none', 'were signed`']) {
    expect(signer).toContain(sentence);
    expect(stopped).toContain(sentence);
  }
});

test.each(['api', 'worker', 'signer'])(
  'the %s has in deploy/kubernetes the secrets that it has in containers',
  (part) => {
    const compose = z
      .object({
        services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.unknown()).optional() })),
      })
      .parse(parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }));
    const wanted = Object.keys(compose.services[part]?.environment ?? {}).filter((name) => name.endsWith('_FILE'));
    const names = [...documentOf(part).matchAll(/name: ([A-Z_]+_FILE), value/g)].map(([, name = '']) => name);
    expect(names.toSorted()).toEqual(wanted.toSorted());
  },
);

const documentOf = (part: string): string =>
  readFileSync(join(ROOT, 'deploy', 'kubernetes', 'processes.yaml'), 'utf8')
    .split('\n---\n')
    .find((each) => new RegExp(`kind: (Deployment|StatefulSet)\\nmetadata:\\n  name: ${part}$`, 'm').test(each)) ?? '';

test('the signer takes as little memory in containers and in deploy/kubernetes as with npm start', () => {
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  for (const [name, value] of Object.entries(frugalMalloc)) {
    expect(compose).toContain(`${name}: ${value}`);
    expect(documentOf('signer')).toContain(`name: ${name}, value: "${value}"`);
  }
});

test.each([
  ['api', 'api/src/server.ts'],
  ['worker', 'worker/src/main.ts'],
])('the %s runs with the same flags of Node everywhere, and the image compiles it with these', (part, file) => {
  const command = ['node', ...nodeMemory, file];
  const compose: unknown = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true });
  expect(compose).toMatchObject({ services: { [part]: { command } } });
  expect(parse(documentOf(part))).toMatchObject({ spec: { template: { spec: { containers: [{ command }] } } } });
  const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  expect(image).toContain(` node ${nodeMemory.join(' ')} $part `);
  const imageRuns: unknown = JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '[]');
  expect(imageRuns).toEqual(['node', ...nodeMemory, 'api/src/server.ts']);
});

test.each(['api', 'worker', 'signer'])('deploy/kubernetes sets only variables that the %s reads', (part) => {
  const all = [...documentOf(part).matchAll(/name: ([A-Z_]+), value/g)].map(([, name = '']) => name);
  // The C library reads its own.
  const names = all.filter((name) => !(name in frugalMalloc));
  const known = readFileSync(join(ROOT, part, 'src', 'env.ts'), 'utf8');
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !new RegExp(`^ +${name.replace(/_FILE$/, '')}:`, 'm').test(known))).toEqual([]);
});
