import { msg, t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ButtonLink } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { PlayerNamesProvider } from './player-names.tsx';

const parts = [
  { name: 'events', title: msg('Events'), href: '/ledger' },
  { name: 'players', title: msg('Players'), href: '/ledger?view=players' },
  { name: 'trial-balance', title: msg('Trial balance'), href: '/ledger?view=trial-balance' },
  { name: 'verification', title: msg('Verification'), href: '/ledger?view=verification' },
] as const;
export type LedgerPart = (typeof parts)[number]['name'];

/** Returns the part of the ledger in the URL; events by default. */
export const ledgerPartOf = (search: string): LedgerPart =>
  parts.find(({ name }) => name === new URLSearchParams(search).get('view'))?.name ?? 'events';

/** The frame around every part of the auditor's ledger. */
export const LedgerFrame = ({ part, children }: { readonly part: LedgerPart; readonly children: ReactNode }) => (
  <>
    <PageHeading title={t('Ledger')}>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/reports" look="quiet">
          {t('Reports')}
        </ButtonLink>
        <ButtonLink href="/cases" look="quiet">
          {t('Cases')}
        </ButtonLink>
        <ButtonLink href="/reconciliation" look="quiet">
          {t('Reconciliation')}
        </ButtonLink>
      </div>
    </PageHeading>
    <nav aria-label={t('Ledger')} className="-mx-4 mb-5 overflow-x-auto border-b border-line px-4 lg:mx-0 lg:px-0">
      <ul className="flex sm:gap-1">
        {parts.map(({ name, title, href }) => (
          <li key={name}>
            <Link
              href={href}
              aria-current={name === part ? 'page' : undefined}
              className={classes(
                '-mb-px inline-flex min-h-11 items-center border-b-2 px-2 whitespace-nowrap sm:px-3',
                name === part
                  ? 'border-pitch font-strong text-ink'
                  : 'border-transparent text-muted hover:border-edge hover:text-ink',
              )}
            >
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
    <PlayerNamesProvider>{children}</PlayerNamesProvider>
  </>
);
