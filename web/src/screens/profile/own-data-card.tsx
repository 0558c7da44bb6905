import { ownRecordsPath } from '../../api/own-account.ts';
import { DownloadButton } from '../../ledger/download-button.tsx';
import { Card } from '../../ui/card.tsx';

/** Everything that is kept of oneself, to take away. */
export const OwnDataCard = () => (
  <Card aria-labelledby="own-data" className="grid gap-4 p-5!">
    <header>
      <h2 id="own-data" className="text-figure font-strong">
        My data
      </h2>
      <p className="text-small text-muted">
        Your profile, sessions, limits, bets, payments and every entry of your wallet, as one file. No passwords are in
        it.
      </p>
    </header>
    <DownloadButton path={ownRecordsPath} fileName="touchline-my-data.json">
      Download my data
    </DownloadButton>
  </Card>
);
