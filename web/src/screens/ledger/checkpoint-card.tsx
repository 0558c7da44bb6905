import type { VerificationsView } from '@touchline/core/contract';
import type { ReactNode } from 'react';
import { publicKeyPath } from '../../api/ledger.ts';
import { DownloadButton } from '../../ledger/download-button.tsx';
import { HashText } from '../../ledger/hash-text.tsx';
import { exactUtcText } from '../../ledger/moments.ts';
import { Card } from '../../ui/card.tsx';

/** The newest signed checkpoint, and the key that its signature is checked with. */
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
      <p className="text-muted">The first one is signed by the house a few minutes after its start.</p>
    )}
    <p className="text-small text-muted">
      A checkpoint seals every wallet under one signed root. Keep the root somewhere else: whoever rewrites history
      afterwards cannot reach it again.
    </p>
    <DownloadButton path={publicKeyPath} fileName="operator.pem">
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
