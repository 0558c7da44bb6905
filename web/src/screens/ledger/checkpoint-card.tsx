import { ledgerEndpoints, type VerificationsView } from '@touchline/core/contract';
import type { ReactNode } from 'react';
import { DownloadButton } from '../../ledger/download-button.tsx';
import { HashText } from '../../ledger/hash-text.tsx';
import { exactUtcText } from '../../ledger/moments.ts';
import { Card } from '../../ui/card.tsx';

/** The newest signed checkpoint and its public key. */
export const CheckpointCard = ({ checkpoint }: { readonly checkpoint: VerificationsView['checkpoint'] }) => (
  <Card aria-label="Newest checkpoint" className="grid gap-3 p-5!">
    <h2 className="text-figure font-strong">{checkpoint ? `Checkpoint ${checkpoint.number}` : 'No checkpoint yet'}</h2>
    {checkpoint ? (
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1 figures">
        <Fact name="Taken">{exactUtcText(checkpoint.takenAt).replace(/\.\d+/, '')}</Fact>
        <Fact name="Wallets">{checkpoint.wallets.toLocaleString('en-US')}</Fact>
        <Fact name="Events">{checkpoint.events.toLocaleString('en-US')}</Fact>
        <Fact name="Root">
          <HashText value={checkpoint.root} what="the root" />
        </Fact>
      </dl>
    ) : (
      <p className="text-muted">The first one is signed a few minutes after the start.</p>
    )}
    <p className="text-small text-muted">
      A checkpoint seals every wallet under one signed root. Keep a copy of the root elsewhere: rewritten history cannot
      produce the same root again.
    </p>
    <DownloadButton path={ledgerEndpoints.publicKey.path} fileName="operator.pem">
      Public key
    </DownloadButton>
  </Card>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </>
);
