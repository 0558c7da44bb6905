import type { AnyStateMachine, EventFrom, InputFrom, SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';

type Options<Machine extends AnyStateMachine> = {
  /** Sample events with data, one per branch. Events without data are taken from the machine. */
  readonly samples?: readonly (EventFrom<Machine> | { readonly type: string })[];
  readonly input?: InputFrom<Machine>;
};

/** Returns every state that some sequence of events reaches, as dotted paths (`member.known`), with their parents. */
export function reachableStates<Machine extends AnyStateMachine>(
  machine: Machine,
  { samples = [], input }: Options<Machine> = {},
): ReadonlySet<string> {
  const sampled = new Set(samples.map((event) => event.type));
  const bare = machine.events.filter((type) => !sampled.has(type)).map((type) => ({ type }));
  const stateOf = (snapshot: SnapshotFrom<Machine>) => JSON.stringify((snapshot as { value: unknown }).value);
  const paths = getShortestPaths(machine, {
    events: [...samples, ...bare] as never,
    input: input as never,
    serializeState: (snapshot) => stateOf(snapshot as SnapshotFrom<Machine>),
    limit: 5_000,
  });
  return new Set(paths.flatMap((path) => pathsOf((path.state as { value: unknown }).value)));
}

/** Returns all states of a machine as dotted paths. */
export const allStates = (machine: AnyStateMachine): readonly string[] => namesIn(machine.states);

type Nodes = { readonly [name: string]: { readonly states: Nodes } };
const namesIn = (nodes: Nodes, above = ''): string[] =>
  Object.entries(nodes).flatMap(([name, node]) => [`${above}${name}`, ...namesIn(node.states, `${above}${name}.`)]);

function pathsOf(value: unknown, above = ''): string[] {
  if (typeof value === 'string') return [`${above}${value}`];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, inner]) => [
    `${above}${name}`,
    ...pathsOf(inner, `${above}${name}.`),
  ]);
}
