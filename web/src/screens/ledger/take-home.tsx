import { Fragment } from 'react';
import { exportPath } from '../../api/ledger.ts';
import { DownloadButton } from '../../ledger/download-button.tsx';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { Card } from '../../ui/card.tsx';

const command = 'node auditor/verify-ledger.mjs export.ndjson --key operator.pem';

/** The whole ledger to take away, and how to verify it without this house. */
export const TakeHome = () => (
  <Card aria-label="Verify it yourself" className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5!">
    <h2 className="text-figure font-strong">Verify it yourself</h2>
    <div className="flex flex-wrap items-start gap-3">
      <DownloadButton path={exportPath('ndjson')} fileName="export.ndjson">
        Export (NDJSON)
      </DownloadButton>
      <DownloadButton path={exportPath('csv')} fileName="export.csv">
        Export (CSV)
      </DownloadButton>
    </div>
    <ol className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-2 pl-5 marker:text-muted">
      <li>Download the export and the public key into one folder.</li>
      <li>
        Take the file <code className="font-mono text-small">verify-ledger.mjs</code>. It needs Node and nothing else,
        and is short enough to be read first.
      </li>
      <li>
        Run it:
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
            <CopyButton value={command} what="the command" />
          </span>
        </span>
      </li>
    </ol>
    <p className="text-small text-muted">
      It computes every hash, balance and seal anew. It ends with 0 when all of it adds up, and with 1 and the first
      wrong event when something does not. The CSV holds the chains without the seals.
    </p>
  </Card>
);
