import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ROOT } from './root.ts';

/** Runs a script with a stand-in for `program` that only notes its arguments and fails at `failsAt`. */
function deploy(script: string, program: string, args: readonly string[], failsAt = 'nothing') {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  const stand = `#!/bin/sh\necho "$*" >>'${calls}'\ncase "$*" in *'${failsAt}'*) exit 1 ;; esac\n`;
  writeFileSync(join(folder, program), stand);
  chmodSync(join(folder, program), 0o755);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
  const { status } = spawnSync('bash', [join(ROOT, script), ...args], { env });
  return { status, calls: readFileSync(calls, 'utf8').trim().split('\n') };
}

const compose = [
  'compose build',
  'compose up -d --wait --no-recreate postgres redis',
  'compose run --rm --no-deps migrate',
  'compose up -d --wait --no-deps signer',
  'compose up -d --wait --no-deps worker',
  'compose up -d --wait --no-deps api',
  'compose up -d',
];
const kubernetes = [
  'kustomize my-overlay',
  'apply -l !app.kubernetes.io/component -f -',
  '-n touchline delete job migrate --ignore-not-found',
  'apply -l app.kubernetes.io/component=migrate -f -',
  '-n touchline wait --for=condition=complete --timeout=10m job/migrate',
  'apply -l app.kubernetes.io/component=signer -f -',
  '-n touchline rollout status --timeout=10m statefulset/signer',
  'apply -l app.kubernetes.io/component=worker -f -',
  '-n touchline rollout status --timeout=10m deployment/worker',
  'apply -l app.kubernetes.io/component=api -f -',
  '-n touchline rollout status --timeout=10m deployment/api',
];

test.each([
  ['launch/docker/deploy', 'docker', [], compose],
  ['deploy/kubernetes/deploy', 'kubectl', ['my-overlay'], kubernetes],
] as const)('%s replaces the signer before the workers and these before the apis', (script, program, args, steps) => {
  expect(deploy(script, program, args)).toEqual({ status: 0, calls: steps });
});

test('docker compose itself starts them in that order', () => {
  const { services } = z
    .object({ services: z.record(z.string(), z.object({ depends_on: z.record(z.string(), z.unknown()).default({}) })) })
    .parse(parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }));
  const needs = (name: string) => Object.keys(services[name]?.depends_on ?? {});
  expect([needs('api'), needs('worker'), needs('signer')]).toEqual([
    expect.arrayContaining(['worker', 'migrate']),
    expect.arrayContaining(['signer', 'migrate']),
    ['migrate'],
  ]);
});

test.each([
  ['launch/docker/deploy', 'docker', [], 'run --rm --no-deps migrate', compose.slice(0, 3)],
  ['launch/docker/deploy', 'docker', [], '--no-deps signer', compose.slice(0, 4)],
  ['deploy/kubernetes/deploy', 'kubectl', ['my-overlay'], 'kustomize', kubernetes.slice(0, 1)],
  ['deploy/kubernetes/deploy', 'kubectl', ['my-overlay'], 'wait', kubernetes.slice(0, 5)],
  [
    'deploy/kubernetes/deploy',
    'kubectl',
    ['my-overlay'],
    'status --timeout=10m deployment/worker',
    kubernetes.slice(0, 9),
  ],
] as const)(
  '%s starts no process of the new release after a failed step: %4$s',
  (script, program, args, failsAt, steps) => {
    expect(deploy(script, program, args, failsAt)).toEqual({ status: 1, calls: steps });
  },
);

test('each resource of deploy/kubernetes is applied by one step, and the first needs nothing of a later one', () => {
  const files = ['processes.yaml', 'network.yaml'].map((file) =>
    readFileSync(join(ROOT, 'deploy', 'kubernetes', file), 'utf8'),
  );
  const resources = files.flatMap((file) => parseAllDocuments(file)).map((each) => labelled.parse(each.toJS()));
  const stepOf = ({ metadata: { labels } }: (typeof resources)[number]) => labels['app.kubernetes.io/component'];
  expect(new Set(resources.map(stepOf))).toEqual(new Set([undefined, 'migrate', 'api', 'worker', 'signer']));
  const first = resources.filter((resource) => stepOf(resource) === undefined).map(({ kind }) => kind);
  expect(new Set(first)).toEqual(new Set(['Namespace', 'ServiceAccount', 'Ingress', 'NetworkPolicy']));
});
const labelled = z.object({
  kind: z.string(),
  metadata: z.object({ labels: z.record(z.string(), z.string()).default({}) }),
});

test('docs/operations.md deploys with these scripts only', () => {
  const guide = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  expect(guide).toContain('\nlaunch/docker/deploy\n');
  expect(guide).toContain('\ndeploy/kubernetes/deploy OVERLAY\n');
  expect(guide).not.toMatch(/^(docker compose up -d --build|kubectl apply)/m);
});
