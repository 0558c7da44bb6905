import { marketEndpoints, type SuggestedNameView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
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
    <Card aria-label={t('Team names')} className="mb-4 grid gap-3">
      <h2 className="text-figure font-strong">{t('Team names to confirm')}</h2>
      <p className="text-muted">
        {t('Until you confirm a name, the second results provider is not used for the matches of this team.')}
      </p>
      <ul className="grid gap-3">
        {names.map((name) => (
          <li
            key={name.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line pt-3"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-strong wrap-anywhere">
                {name.name} → {name.team}
              </p>
              <p className="text-small text-muted wrap-anywhere figures">
                {t('{league} · {time} · {source}: {theirs}, ours: {ours}', {
                  league: leagueOf(name.leagueKey)?.title ?? name.leagueKey,
                  time: localText(name.kickoffAt),
                  source: name.source,
                  theirs: name.theirs,
                  ours: name.ours,
                })}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                look="quiet"
                aria-label={t('Different team: {name}', { name: name.name })}
                onClick={() => setAction(other(name))}
              >
                {t('Different team')}
              </Button>
              <Button aria-label={t('Same team: {name}', { name: name.name })} onClick={() => setAction(same(name))}>
                {t('Same team')}
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
  title: t('Is this the same team?'),
  text: t('“{name}” will mean {team} in this and all later matches, and its results will count.', { name, team }),
  button: t('Same team'),
  success: t('Team name confirmed'),
  save: (reason) => call(marketEndpoints.decideName, { params: { id }, body: { verdict: 'same', reason } }),
});

const other = ({ id, name, team }: SuggestedNameView): PendingAction => ({
  title: t('Are these different teams?'),
  text: t('“{name}” will not be suggested for {team} again.', { name, team }),
  button: t('Different team'),
  success: t('Team name rejected'),
  save: (reason) => call(marketEndpoints.decideName, { params: { id }, body: { verdict: 'other', reason } }),
});
