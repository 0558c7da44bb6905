import { type Message, msg, t } from '@touchline/core/language';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { classes } from '../../ui/classes.ts';

const walletTabs = ['deposit', 'withdraw'] as const;
export type WalletTab = (typeof walletTabs)[number];
const titles: Record<WalletTab, Message> = {
  deposit: msg('{form, select, verb {Deposit} other {}}'),
  withdraw: msg('Withdraw'),
};

type Props = {
  readonly tab: WalletTab;
  readonly onTab: (tab: WalletTab) => void;
  readonly panels: Readonly<Record<WalletTab, ReactNode>>;
};

/** Tabs for deposit and withdrawal. Both forms stay mounted and keep their state. */
export function WalletTabs({ tab, onTab, panels }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabByKey(event.key, tab);
    if (!next) return;
    event.preventDefault();
    onTab(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div className="grid gap-4">
      <div
        ref={list}
        role="tablist"
        aria-label={t('Deposit or withdraw')}
        className="grid grid-cols-2 gap-1 rounded-small bg-raised p-1"
      >
        {walletTabs.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}-${each}`}
            data-tab={each}
            aria-selected={each === tab}
            aria-controls={`${id}-${each}-panel`}
            tabIndex={each === tab ? 0 : -1}
            onClick={() => onTab(each)}
            onKeyDown={onKeyDown}
            className={classes(
              'min-h-11 rounded-small font-strong transition-colors',
              each === tab ? 'bg-surface text-ink shadow-card' : 'text-muted hover:text-ink',
            )}
          >
            {t(titles[each], { form: 'verb' })}
          </button>
        ))}
      </div>
      {walletTabs.map((each) => (
        <div
          key={each}
          role="tabpanel"
          id={`${id}-${each}-panel`}
          aria-labelledby={`${id}-${each}`}
          hidden={each !== tab}
        >
          {panels[each]}
        </div>
      ))}
    </div>
  );
}

function tabByKey(key: string, tab: WalletTab): WalletTab | undefined {
  if (key === 'Home') return walletTabs[0];
  if (key === 'End') return walletTabs.at(-1);
  // With two tabs, either arrow key selects the other one.
  return key === 'ArrowRight' || key === 'ArrowLeft' ? walletTabs.find((each) => each !== tab) : undefined;
}
