import { marketEndpoints, type SuggestedNameView } from '@touchline/core/contract';
import { leagueOf } from '@touchline/core/matches';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { localText } from '../../ledger/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { ActionDialog, type PendingAction } from './action-dialog.tsx';

type Props = { readonly names: readonly SuggestedNameView[]; readonly onDecided: () => void };

/** Names of the second results provider that may mean our teams. Nothing while there are none. */
export function TeamNamesCard({ names, onDecided }: Props) {
  const [action, setAction] = useState<PendingAction>();
  if (names.length === 0) return null;
  return (
    <Card aria-label="Team names" className="mb-4 grid gap-3">
      <h2 className="text-figure font-strong">Team names to confirm</h2>
      <p className="text-muted">
        Until you confirm a name, the second results provider is not used for the matches of this team.
      </p>
      <ul className="grid gap-3">
        {names.map((name) => (
          <li
            key={name.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line pt-3"
          >
            <div className="min-w-0">
              <p className="font-strong wrap-anywhere">
                {name.name} → {name.team}
              </p>
              <p className="text-small text-muted wrap-anywhere figures">
                {leagueOf(name.leagueKey)?.title ?? name.leagueKey} · {localText(name.kickoffAt)} · {name.source}:{' '}
                {name.theirs}, ours: {name.ours}
              </p>
            </div>
            <div className="flex gap-2">
              <Button look="quiet" aria-label={`Different team: ${name.name}`} onClick={() => setAction(other(name))}>
                Different team
              </Button>
              <Button aria-label={`Same team: ${name.name}`} onClick={() => setAction(same(name))}>
                Same team
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {action && (
        <ActionDialog
          action={action}
          onLeave={() => setAction(undefined)}
          onDone={(success) => {
            setAction(undefined);
            toastSuccess(success);
            onDecided();
          }}
        />
      )}
    </Card>
  );
}

const same = ({ id, name, team }: SuggestedNameView): PendingAction => ({
  title: 'Is this the same team?',
  text: `“${name}” will mean ${team} in this and all later matches, and its results will count.`,
  button: 'Same team',
  success: 'Team name confirmed',
  save: (reason) => call(marketEndpoints.decideName, { params: { id }, body: { verdict: 'same', reason } }),
});

const other = ({ id, name, team }: SuggestedNameView): PendingAction => ({
  title: 'Are these different teams?',
  text: `“${name}” will not be suggested for ${team} again.`,
  button: 'Different team',
  success: 'Team name rejected',
  save: (reason) => call(marketEndpoints.decideName, { params: { id }, body: { verdict: 'other', reason } }),
});
