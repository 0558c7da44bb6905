import { ownAccountEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { DownloadButton } from '../../ledger/download-button.tsx';
import { Card } from '../../ui/card.tsx';

/** What is stored about the user, as a download. */
export const OwnDataCard = () => (
  <Card aria-labelledby="own-data" className="grid gap-4 p-5!">
    <header>
      <h2 id="own-data" className="text-figure font-strong">
        {t('My data')}
      </h2>
      <p className="text-small text-muted">
        {t(
          'Your profile, sessions, limits, bets, payments and every entry of your wallet, as one file, without passwords.',
        )}
      </p>
    </header>
    <DownloadButton path={ownAccountEndpoints.download.path} fileName="touchline-my-data.json">
      {t('Download my data')}
    </DownloadButton>
  </Card>
);
