import { ledgerEndpoints, type VerificationsView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import { DownloadButton } from '../../ledger/download-button.tsx';
import { HashText } from '../../ledger/hash-text.tsx';
import { exactUtcText } from '../../ledger/moments.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** The newest signed checkpoint of the log and its public key. */
export const CheckpointCard = ({ checkpoint }: { readonly checkpoint: VerificationsView['checkpoint'] }) => (
  <Card aria-label={t('Newest checkpoint')} className="grid gap-3 p-5!">
    <h2 className="text-figure font-strong">
      {checkpoint
        ? t('Checkpoint of {size, plural, one {# record} other {# records}}', { size: checkpoint.size })
        : t('No checkpoint yet')}
    </h2>
    {checkpoint ? (
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1 figures">
        <Fact name={t('Signed')}>
          {exactUtcText(new Date(checkpoint.signedAt).toISOString().replace('Z', '000Z')).replace(/\.\d+/, '')}
        </Fact>
        <Fact name={t('Witnesses')}>
          {checkpoint.cosignedBy.length === 0 ? t('None yet') : checkpoint.cosignedBy.join(', ')}
        </Fact>
        <Fact name={t('Root')}>
          <HashText value={checkpoint.root} what={t('the root')} />
        </Fact>
      </dl>
    ) : (
      <p className="text-muted">{t('The first one is signed a few seconds after the first record.')}</p>
    )}
    <p className="text-small text-muted">
      {t(
        'A checkpoint covers every event, result and staff decision with one signed hash. Keep a copy elsewhere: rewritten history cannot produce the same hash again.',
      )}
    </p>
    <div className="flex flex-wrap gap-3">
      <DownloadButton path={ledgerEndpoints.publicKey.path} fileName="operator.pem">
        {t('Public key')}
      </DownloadButton>
      <ButtonLink look="quiet" href="/transparency">
        {t('Transparency log')}
      </ButtonLink>
    </div>
  </Card>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </>
);
