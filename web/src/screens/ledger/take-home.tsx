import { ledgerEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { Fragment } from 'react';
import { pathOf } from '../../api/call.ts';
import { rich } from '../../language/rich.tsx';
import { DownloadButton } from '../../ledger/download-button.tsx';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { Card } from '../../ui/card.tsx';

const command = 'node auditor/verify-ledger.mjs export.ndjson --key operator.pem';

const exportPath = (format: 'ndjson' | 'csv') => pathOf(ledgerEndpoints.export, { query: { format } });

/** Downloads of the whole ledger, and how to verify it independently. */
export const TakeHome = () => (
  <Card aria-label={t('Verify it yourself')} className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5!">
    <h2 className="text-figure font-strong">{t('Verify it yourself')}</h2>
    <div className="flex flex-wrap items-start gap-3">
      <DownloadButton path={exportPath('ndjson')} fileName="export.ndjson">
        {t('Export (NDJSON)')}
      </DownloadButton>
      <DownloadButton path={exportPath('csv')} fileName="export.csv">
        {t('Export (CSV)')}
      </DownloadButton>
    </div>
    <ol className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-2 pl-5 marker:text-muted">
      <li>{t('Download the export and the public key into one folder.')}</li>
      <li>
        {rich('Take the file <code>verify-ledger.mjs</code>. It only needs Node, and is short enough to read first.', {
          code: (text) => <code className="font-mono text-small">{text}</code>,
        })}
      </li>
      <li>
        {t('Run it:')}
        <span className="mt-1 flex items-center justify-between gap-2 rounded-small border border-line bg-ground pl-3">
          <code className="min-w-0 py-2 font-mono text-small break-words">
            {command.split(' ').map((word, at) => (
              <Fragment key={word}>
                {at > 0 && ' '}
                <span className="inline-block">{word}</span>
              </Fragment>
            ))}
          </code>
          <span className="py-3">
            <CopyButton value={command} what={t('the command')} />
          </span>
        </span>
      </li>
    </ol>
    <p className="text-small text-muted">
      {t(
        'It recomputes every hash, balance and seal. It exits with 0 if everything matches, else with 1 and the first wrong event. The CSV has the hash chains without the seals.',
      )}
    </p>
  </Card>
);
