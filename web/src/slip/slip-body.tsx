import { t } from '@touchline/core/language';
import { useSelector } from '@xstate/react';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { OddsSetting } from './odds-setting.tsx';
import { slipTexts } from './slip-action.ts';
import { useSlipActors } from './slip-context.ts';
import { SlipFooter } from './slip-footer.tsx';
import { SlipBanner, SlipReceipt, UnsureNotice } from './slip-notices.tsx';
import { SlipRow } from './slip-row.tsx';
import { EnterCode, ShareSlip } from './slip-share.tsx';
import { SelectionOptions, TicketKinds } from './slip-tickets.tsx';
import { kindOf } from './tickets.ts';
import { useSlipView } from './use-slip-view.ts';

/** The slip below its header: the same in the panel, the column and the sheet. */
export function SlipBody() {
  const { slip } = useSlipActors();
  const state = useSelector(slip, (snapshot) => {
    if (snapshot.hasTag('receipt')) return 'receipt';
    if (snapshot.hasTag('unsure')) return 'unsure';
    return snapshot.context.entries.length === 0 ? 'empty' : 'filled';
  });
  if (state === 'receipt') {
    return (
      <div className="grid grid-cols-1 gap-3 overflow-y-auto p-3">
        <SlipBanner />
        <SlipReceipt />
      </div>
    );
  }
  if (state === 'empty') {
    return (
      <div className="grid gap-3 p-3">
        <SlipBanner />
        <div className="grid justify-items-center gap-1 px-4 py-8 text-center">
          <p className="text-figure font-strong">{t(slipTexts.empty)}</p>
          <p className="text-muted">{t('Select some odds to start betting')}</p>
        </div>
        <Button disabled className="min-h-12">
          {t('Place Bet')}
        </Button>
        <EnterCode />
      </div>
    );
  }
  return (
    // In a window too low for it, the whole body scrolls; otherwise only the selections do.
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
      <SlipRows />
      <div className="grid shrink-0 gap-3 border-t border-line p-3">
        {state === 'unsure' ? <UnsureNotice /> : <SlipFooter />}
      </div>
    </div>
  );
}

function SlipRows() {
  const { slip } = useSlipActors();
  const { lines, state } = useSlipView();
  const canEdit = useSelector(slip, (snapshot) => snapshot.matches('editing'));
  return (
    <div
      className={classes(
        'flex-1 overflow-y-auto p-3',
        kindOf(state) === 'accumulator' ? 'min-h-24' : 'min-h-44 low:min-h-24',
      )}
    >
      <div className="mb-2 empty:hidden">
        <TicketKinds isLocked={!canEdit} />
      </div>
      <ul className="grid gap-2">
        {lines.map((line) => (
          <SlipRow
            key={line.entry.matchId}
            line={line}
            policy={state.policy}
            onRemove={canEdit ? () => slip.send({ type: 'remove selection', matchId: line.entry.matchId }) : undefined}
          >
            <SelectionOptions entry={line.entry} isLocked={!canEdit} />
          </SlipRow>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden="true" className="shrink-0 text-small text-muted">
          {t('When odds move')}
        </span>
        <OddsSetting className="min-w-44 flex-1 text-small" />
      </div>
      <div className="mt-1 grid">
        <ShareSlip />
      </div>
    </div>
  );
}
