import { useSearch } from 'wouter';
import { LedgerFrame, type LedgerPart, ledgerPartOf } from '../../ledger/ledger-frame.tsx';
import { EventsPart } from './events-part.tsx';
import { PlayersPart } from './players-part.tsx';
import { TrialBalancePart } from './trial-balance-part.tsx';
import { VerificationPart } from './verification-part.tsx';

/** The ledger for auditors: events, players, trial balance and verification. */
export function LedgerScreen() {
  const part = ledgerPartOf(useSearch());
  return (
    <LedgerFrame part={part}>
      <Part part={part} />
    </LedgerFrame>
  );
}

function Part({ part }: { readonly part: LedgerPart }) {
  switch (part) {
    case 'events':
      return <EventsPart />;
    case 'players':
      return <PlayersPart />;
    case 'trial-balance':
      return <TrialBalancePart />;
    case 'verification':
      return <VerificationPart />;
  }
}
